import { problem, type Problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { ChatRequest } from '../../contract/chat';
import { downloadFile } from '../../local/download-file';
import type { FileShelf } from '../../local/file-shelf';
import type { LoadedModel, LoadOptions, LocalEngine, StoredModel } from '../../local/local-engine';
import type { GgufSetting, LocalSetting } from '../../settings/model-setting';
import {
  NO_COUNTS,
  type EngineCall,
  type EngineFailure,
  type EngineReply,
  type EngineVectors,
} from '../engine';
import { readChunks } from '../read-chunks';
import { isGguf } from './gguf-file';
import { wllamaProblem } from './wllama-problem';
import type { LlamaPort } from './llama-port';

/** Tokens of context that are asked for where the user named none; memory grows with it. */
const CONTEXT = 4_096;

/** GGUF models through llama.cpp in WebAssembly, on the processor: needs no WebGPU. */
export class WllamaEngine implements LocalEngine {
  private llama: LlamaPort | undefined;
  /** Whether the model ever answered: llama.cpp takes some damaged files and aborts at the first call. */
  private hasAnswered = false;

  /** @param makeLlama makes a fresh llama.cpp, which holds one model until it is let go */
  constructor(
    private readonly makeLlama: () => LlamaPort,
    private readonly shelf: FileShelf,
  ) {}

  async load(setting: LocalSetting, options: LoadOptions): Promise<Result<LoadedModel>> {
    if (setting.kind !== 'gguf') return err(problem('model-unreadable', setting.label));
    const file = await this.fileOf(setting, options);
    if (!file.ok) return file;
    if (options.signal.aborted) return err(problem('cancelled', setting.label));
    options.report({ stage: 'preparing', bytes: file.value.size, total: file.value.size });
    const llama = this.makeLlama();
    try {
      const contextTokens = setting.contextTokens ?? CONTEXT;
      const isEmbedding = setting.use === 'embedding';
      const info = await llama.load(file.value, { contextTokens, embeddings: isEmbedding });
      this.llama = llama;
      this.hasAnswered = false;
      return ok({ contextTokens: Math.min(contextTokens, info.trainedContext) });
    } catch (error) {
      await llama.exit();
      return err(wllamaProblem(error, setting.label, 'model-unreadable'));
    }
  }

  async unload(): Promise<void> {
    const { llama } = this;
    this.llama = undefined;
    await llama?.exit();
  }

  async stored(setting: LocalSetting): Promise<StoredModel> {
    const bytes = await this.shelf.size(setting.id);
    if (bytes === undefined) return { state: 'absent', bytes: undefined };
    const isWhole = (await this.shelf.size(wholeMark(setting.id))) !== undefined;
    return { state: isWhole ? 'here' : 'partial', bytes };
  }

  async remove(setting: LocalSetting): Promise<Result<void>> {
    await this.shelf.remove(wholeMark(setting.id));
    await this.shelf.remove(setting.id);
    return ok(undefined);
  }

  async take(setting: LocalSetting, file: Blob): Promise<Result<void>> {
    if (!(await isGguf(file))) return err(problem('model-unreadable', setting.label));
    const writer = await this.shelf.append(setting.id, 0);
    try {
      for await (const bytes of file.stream()) writer.write(bytes);
    } catch (error) {
      return err(problem('storage-full', error instanceof Error ? error.message : String(error)));
    } finally {
      writer.close();
    }
    await this.markWhole(setting.id);
    return ok(undefined);
  }

  async chat(request: ChatRequest, call: EngineCall): Promise<Result<EngineReply, EngineFailure>> {
    const { llama } = this;
    if (!llama) return never(problem('model-not-loaded'));
    const reply = await readChunks(
      () => llama.chat(request, call.signal),
      call,
      (error) => this.problemOf(error),
    );
    this.hasAnswered ||= reply.ok;
    return reply;
  }

  async embed(texts: readonly string[]): Promise<Result<EngineVectors, EngineFailure>> {
    const { llama } = this;
    if (!llama) return never(problem('model-not-loaded'));
    try {
      const { vectors, tokens } = await llama.embed(texts);
      this.hasAnswered = true;
      return ok({ vectors, counts: { ...NO_COUNTS, inputTokens: tokens } });
    } catch (error) {
      return never(this.problemOf(error));
    }
  }

  private problemOf(error: unknown): Problem {
    const otherwise = this.hasAnswered ? 'model-engine-failed' : 'model-unreadable';
    return wllamaProblem(error, 'llama.cpp', otherwise);
  }

  /** The whole file of a model, downloaded as far as it is not here. */
  private async fileOf(setting: GgufSetting, options: LoadOptions): Promise<Result<Blob>> {
    const { id, url } = setting;
    if (options.repair) await this.repair(setting);
    const isWhole = (await this.shelf.size(wholeMark(id))) !== undefined;
    if (!isWhole) {
      if (url === undefined) return err(problem('model-file-missing', setting.fileName));
      const downloaded = await downloadFile(url, id, this.shelf, options);
      if (!downloaded.ok) return downloaded;
    }
    const file = await this.shelf.read(id);
    if (!file) return err(problem('model-file-missing', setting.fileName));
    if (!(await isGguf(file)))
      return err(problem(isWhole ? 'model-file-broken' : 'model-unreadable', setting.fileName));
    if (!isWhole) await this.markWhole(id);
    return ok(file);
  }

  /** A file that does not begin as it should goes; one that does is asked for its rest. */
  private async repair({ id, url }: GgufSetting): Promise<void> {
    if (url === undefined) return;
    await this.shelf.remove(wholeMark(id));
    const file = await this.shelf.read(id);
    if (file && !(await isGguf(file))) await this.shelf.remove(id);
  }

  private async markWhole(id: string): Promise<void> {
    (await this.shelf.append(wholeMark(id), 0)).close();
  }
}

/** An empty file beside a model that is here as a whole. */
const wholeMark = (id: string): string => `${id} whole`;

const never = (found: Problem): Result<never, EngineFailure> =>
  err({ problem: found, retry: { kind: 'never' } });
