import type { ExplorerFigures } from './explorer-part';
import type { FirstFigures } from './first-part';
import type { HeadlessFigures } from './headless-part';
import type { ReadFigures, WorkFigures } from './large-part';
import type { machine } from './machine';
import type { MemoryFigures } from './memory-part';
import type { SmallFigures } from './small-part';
import { maximum, ratio, rounded } from './statistics';
import type { LargeTrace } from './trace-files';

/** Everything that was measured. */
export interface Document {
  readonly machine: ReturnType<typeof machine>;
  readonly first: FirstFigures;
  readonly small: SmallFigures;
  readonly large: Partial<Record<LargeTrace['name'], LargeFigures>>;
}

export interface LargeFigures {
  readonly reading: ReadFigures;
  readonly work: WorkFigures;
  readonly explorer: ExplorerFigures;
  readonly memory: MemoryFigures | null;
  readonly headless: HeadlessFigures;
}

/** The figures that are watched, flat; `null` for what was not measured. Without a name: on the lite trace. */
export function flatFigures({ first, small, large }: Document) {
  const { lite, mem0 } = large;
  const blocks = [lite?.reading.longest_block_ms, lite?.work.longest_block_ms];
  return {
    read_ratio_lite: lite?.reading.read_ratio ?? null,
    read_ratio_mem0: mem0?.reading.read_ratio ?? null,
    peak_memory_ratio: lite?.memory?.peak_memory_ratio ?? null,
    longest_block_ms: maximum(blocks.filter((block) => typeof block === 'number')),
    longest_task_cpu_ms: lite?.work.longest_task_cpu_ms ?? null,
    reopen_ratio: ratio(lite?.work.reopen_ms?.p50 ?? null, lite?.reading.read_ms?.p50 ?? null),
    case_path_p95_ms: lite?.work.case_path_ms?.p95 ?? null,
    search_p95_ms: lite?.work.search_ms?.p95 ?? null,
    text_search_p95_ms: lite?.explorer.text_search_ms?.p95 ?? null,
    hub_longest_block_ms: lite?.explorer.hub.longest_block_ms ?? null,
    attribution_cases_per_s: lite?.work.attribution_cases_per_s ?? null,
    attribution_cases_per_s_mem0: mem0?.work.attribution_cases_per_s ?? null,
    headless_attribution_cases_per_s: lite?.headless.attribution_cases_per_s ?? null,
    headless_attribution_cases_per_s_mem0: mem0?.headless.attribution_cases_per_s ?? null,
    headless_one_thread_cases_per_s: lite?.headless.one_thread.attribution_cases_per_s ?? null,
    headless_one_thread_cases_per_s_mem0: mem0?.headless.one_thread.attribution_cases_per_s ?? null,
    peak_memory_ratio_mem0: mem0?.memory?.peak_memory_ratio ?? null,
    first_paint_ms: first.first_paint_ms?.p50 ?? null,
    first_verdict_ms: first.first_verdict_ms?.p50 ?? null,
    small_read_and_attribute_ms: small.read_and_attribute_ms?.p50 ?? null,
    small_longest_block_ms: small.longest_block_ms,
    small_longest_task_cpu_ms: rounded(small.tasks.longest_cpu_ms),
  };
}
