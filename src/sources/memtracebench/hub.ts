import * as v from 'valibot';
import { request } from '../../base/network';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { splitOfPath, type Split } from './splits';

/** Where the benchmark lies: a data set repository at one commit. */
export interface Hub {
  readonly host: string;
  readonly repository: string;
  readonly revision: string;
}

/** MemTraceBench, pinned: labels that change under a published figure would make it meaningless. */
export const MEMTRACEBENCH: Hub = {
  host: 'https://huggingface.co',
  repository: 'zjunlp/MemTraceBench',
  revision: '2a12240b36330aab5f40207c078eba0a2cc41194',
};

/**
 * The origins that large files come from: the host answers with a redirect to one of them. They are
 * the ones its documentation and clients name; which of them serves a file is the host's choice.
 */
export const STORAGE_ORIGINS: readonly string[] = [
  'https://cas-bridge.xethub.hf.co',
  'https://cdn-lfs.hf.co',
  'https://cdn-lfs-us-1.hf.co',
  'https://cdn-lfs-eu-1.hf.co',
  'https://cdn-lfs.huggingface.co',
];

/** What the host announces of a file; `hash` is of the whole content. */
export interface HubFile {
  readonly path: string;
  readonly split: Split;
  readonly bytes: number;
  readonly hash: FileHash;
}

/** Large files are announced with their SHA-256, the others with the SHA-1 git gives a blob. */
export interface FileHash {
  readonly kind: 'sha256' | 'git-sha1';
  readonly hex: string;
}

/** Time to wait for an answer, not for its body. */
export const ANSWER_WITHIN = 30_000;
/** 103 files fit one page of 1,000; more pages than this are no list of ours. */
const MOST_PAGES = 20;

const ENTRIES = v.array(
  v.object({
    type: v.string(),
    path: v.string(),
    oid: v.optional(v.string(), ''),
    size: v.optional(v.number(), 0),
    lfs: v.optional(v.object({ oid: v.string(), size: v.number() })),
  }),
);

/** The address of a file's content. */
export const fileAddress = ({ host, repository, revision }: Hub, path: string): string =>
  `${host}/datasets/${repository}/resolve/${revision}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The JSON files of the four splits at the pinned revision, with sizes and hashes, by path. */
export async function listFiles(
  hub: Hub,
  allowedOrigins: readonly string[],
): Promise<Result<readonly HubFile[]>> {
  const files: HubFile[] = [];
  let address: string | undefined =
    `${hub.host}/api/datasets/${hub.repository}/tree/${hub.revision}?recursive=true&expand=false`;
  for (let page = 0; address !== undefined && page < MOST_PAGES; page++) {
    const answer: Result<Response> = await request(address, {
      allowedOrigins,
      timeoutMs: ANSWER_WITHIN,
      followAllowed: true,
    });
    if (!answer.ok) return answer;
    if (!answer.value.ok) return err(statusProblem(answer.value.status, 'The list of files'));
    const read = readEntries(await textOf(answer.value));
    if (!read.ok) return read;
    files.push(...read.value);
    address = nextPage(answer.value, address);
  }
  if (files.length === 0)
    return err(problem('download-missing', 'The list holds no file of the four splits.'));
  return ok(files.sort((a, b) => (a.path < b.path ? -1 : 1)));
}

/** Empty when the body breaks off, which no list is. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    // Says nothing that "the list cannot be read" does not.
    return '';
  }
}

function readEntries(text: string): Result<readonly HubFile[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err(problem('download-refused', 'The list of files is not JSON.'));
  }
  const entries = v.safeParse(ENTRIES, parsed);
  if (!entries.success)
    return err(problem('download-refused', 'The list of files has an unknown form.'));
  return ok(
    entries.output.flatMap(({ type, path, oid, size, lfs }): readonly HubFile[] => {
      const split = splitOfPath(path);
      if (type !== 'file' || split === undefined || !path.endsWith('.json')) return [];
      const hash: FileHash =
        lfs === undefined ? { kind: 'git-sha1', hex: oid } : { kind: 'sha256', hex: lfs.oid };
      return [{ path, split, bytes: lfs?.size ?? size, hash }];
    }),
  );
}

/** The address of the page after this one, as the `Link` header names it. */
function nextPage(response: Response, address: string): string | undefined {
  const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
  return link !== undefined && URL.canParse(link, address)
    ? new URL(link, address).href
    : undefined;
}

/** The problem of an answer with an error status. */
export function statusProblem(status: number, what: string) {
  const isGone = status === 404 || status === 410;
  return problem(isGone ? 'download-missing' : 'download-refused', `${what}: status ${status}.`);
}
