import { orStopped } from '../../base/or-stopped';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { ChatEngine, EmbeddingEngine, EngineFailure } from '../engines/engine';
import type { Quirk } from '../engines/remote/quirks';
import { RemoteEngine } from '../engines/remote/remote-engine';
import type { Pool } from '../scheduler/pool';
import type { ModelSetting } from '../settings/model-setting';
import type { DeskParts } from './parts';

/** A model that is set up, with what was learnt of it since the page came up. */
export interface ModelAtDesk {
  readonly setting: ModelSetting;
  readonly pool: Pool;
  readonly quirks: Set<Quirk>;
}

type Engine = ChatEngine & EmbeddingEngine;

/**
 * The engine that answers on a lane. For endpoints it is made anew for each call and holds the key no
 * longer than that; a model on this device is loaded first, and `cancelled` is said when the call is
 * stopped meanwhile.
 */
export async function engineOn(
  model: ModelAtDesk,
  laneId: string,
  parts: DeskParts,
  mayAsk: () => Promise<Result<void, EngineFailure>>,
  signal: AbortSignal,
): Promise<Result<Engine, EngineFailure>> {
  const { setting, quirks } = model;
  if (setting.kind !== 'remote') {
    // Loading goes on for the next call: a model takes longer to load than anybody waits for a stop.
    const engine = await orStopped(
      signal,
      0,
      () => parts.local.engineWith(setting),
      () => err(problem('cancelled', setting.label)),
    );
    if (!engine.ok) return err({ problem: engine.problem, retry: { kind: 'never' } });
    const may = await mayAsk();
    return may.ok ? engine : may;
  }
  const lane = setting.lanes.find(({ id }) => id === laneId);
  const key = parts.keys.keyOf(laneId);
  if (lane === undefined || !URL.canParse(lane.baseUrl))
    return err({
      problem: problem('model-setting-unreadable', setting.label),
      retry: { kind: 'elsewhere' },
    });
  if (setting.needsKey && key === undefined)
    return err({ problem: problem('model-no-key', setting.label), retry: { kind: 'elsewhere' } });
  return ok(
    new RemoteEngine({
      provider: setting.provider,
      model: setting.model,
      baseUrl: lane.baseUrl,
      key,
      allowedOrigins: parts.allowedOrigins,
      patienceMs: setting.patienceMs,
      quirks,
      mayAsk,
      now: () => parts.clock.now(),
    }),
  );
}

/** The host of a lane; `undefined` for models on this device. */
export function hostOf({ setting }: ModelAtDesk, laneId: string): string | undefined {
  if (setting.kind !== 'remote') return undefined;
  const baseUrl = setting.lanes.find(({ id }) => id === laneId)?.baseUrl;
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}
