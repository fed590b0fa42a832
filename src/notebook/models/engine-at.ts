import { proxy, wrap, type Endpoint } from 'comlink';
import { orStopped } from '../../base/or-stopped';
import { ok } from '../../base/result';
import { NO_COUNTS } from '../../models/engines/engine';
import type { LocalEngine } from '../../models/local/local-engine';
import type { EngineApi } from './engine-api';
import { freshId, stopping } from './stops';

/** Longest an engine may take to stop in the middle of a token, in milliseconds. */
const STOP_WITHIN_MS = 600;

/** An engine in another thread, reached over a port. */
export function engineAt(port: Endpoint): LocalEngine {
  const api = wrap<EngineApi>(port);
  return {
    load: (setting, { signal, report, allowedOrigins, repair }) => {
      const callId = freshId();
      return stopping(
        signal,
        () => void api.stop(callId),
        async () => api.load(setting, { callId, allowedOrigins, repair }, proxy(report)),
      );
    },
    unload: () => api.unload(),
    stored: (setting) => api.stored(setting),
    take: (setting, file) => api.take(setting, file),
    remove: (setting) => api.remove(setting),
    chat: (request, { signal, onText }) => {
      const callId = freshId();
      let text = '';
      const say = (piece: string): void => {
        if (signal.aborted) return;
        text += piece;
        onText(piece);
      };
      const aborted = () =>
        ok({ text, toolCalls: [], finish: 'aborted' as const, counts: NO_COUNTS });
      return stopping(
        signal,
        () => void api.stop(callId),
        () =>
          orStopped(
            signal,
            STOP_WITHIN_MS,
            async () => api.chat(callId, request, proxy(say)),
            aborted,
          ),
      );
    },
    embed: (texts, signal) => {
      const callId = freshId();
      return stopping(
        signal,
        () => void api.stop(callId),
        () =>
          orStopped(
            signal,
            STOP_WITHIN_MS,
            async () => api.embed(callId, texts),
            () => ok({ vectors: [], counts: NO_COUNTS }),
          ),
      );
    },
  };
}
