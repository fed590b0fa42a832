import { readLabelList } from '../../src/cases/labels/label-lists';
import { readNotebookFile } from '../../src/notebook/file/read-file';
import { readRunFolder } from '../../src/optimize/exchange/run-folder';
import { readConversations } from '../../src/sources/conversations/read-conversations';
import { openMemoryStore } from '../../src/store/store';
import { readFile } from '../../src/trace/read/read-file';
import { blobSource } from '../../src/trace/read/source';
import { memberSource } from '../../src/trace/read/several-files';
import { utf8 } from '../support/graph-file';
import { zipFile } from '../support/zip-file';
import { examineWith } from './examine';
import type { ForeignFile } from './foreign-files';
import { CONVERSATIONS, LABEL_LISTS, NOTEBOOK_PARTS, RUN_FOLDER } from './import-samples';
import { asList, asRecord } from './small-graphs';

/** A small file that is read besides traces, and what is wrong with what reading made of a changed one. */
export interface ImportedFile extends ForeignFile {
  readonly examine: (bytes: Uint8Array<ArrayBuffer>) => Promise<string | undefined>;
}

type Work = (text: string) => string | undefined | Promise<string | undefined>;

const jsonFile = (name: string, content: unknown, work: Work): ImportedFile => ({
  name,
  bytes: utf8(JSON.stringify(content)),
  lines: [content],
  examine: (bytes) => examineWith(bytes, async (file) => work(new TextDecoder().decode(file))),
});

/** Label lists, data sets, the files of an optimisation run, and the parts of a notebook file. */
export const importedFiles = (): readonly ImportedFile[] => [
  ...Object.entries(LABEL_LISTS).map(([name, list]) => jsonFile(name, list, labelsMiscounted)),
  ...Object.entries(CONVERSATIONS).map(([name, content]) =>
    jsonFile(name, content, (text) => {
      readConversations(text);
      return undefined;
    }),
  ),
  ...Object.entries(RUN_FOLDER).map(([name, content]) =>
    jsonFile(name, content, (text) => runFolderMisread(name, text)),
  ),
  ...Object.entries(NOTEBOOK_PARTS).map(([name, content]) =>
    jsonFile(name, content, (text) => notebookMisread(packed({ [name]: text }))),
  ),
  {
    name: 'notebook.zip',
    bytes: packed({}),
    lines: undefined,
    examine: (bytes) => examineWith(bytes, notebookMisread),
  },
];

/** Every entry of a list of labels is read or named as unread. */
function labelsMiscounted(text: string): string | undefined {
  const read = readLabelList(text);
  if (!read.ok) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // Almost JSON, which is read all the same and cannot be counted here.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const record = asRecord(parsed);
  const list: unknown = Array.isArray(parsed)
    ? parsed
    : (record['annotations'] ?? asRecord(record['data'])['annotations']);
  const total = asList(list).length;
  const { labels, unread } = read.value;
  return labels.length + unread.length === total
    ? undefined
    : `Of ${String(total)} labels ${String(labels.length)} are read and ${String(unread.length)} named as unread.`;
}

function runFolderMisread(name: string, text: string): string | undefined {
  const files = Object.entries(RUN_FOLDER).map(([path, content]) => ({
    path,
    text: path === name ? text : JSON.stringify(content),
  }));
  const read = readRunFolder(files);
  return read.ok && read.value.length !== 1 ? 'One iteration became several.' : undefined;
}

/** A notebook file with some of its parts put in place of the right ones. */
const packed = (changed: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  zipFile(
    Object.entries(NOTEBOOK_PARTS).map(([name, content]) => ({
      name,
      content: changed[name] ?? JSON.stringify(content),
    })),
  );

/** Reads a notebook file into a store of its own; its cells are read or counted as damaged. */
async function notebookMisread(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const problems: string[] = [];
  const file = new Blob([bytes]);
  const read = await readNotebookFile(
    {
      store: openMemoryStore(),
      importTrace: async (archive, _name, _path, member) => {
        const outcome = await readFile(memberSource(blobSource(archive), member));
        return outcome.kind === 'refused'
          ? outcome
          : { kind: 'read', traces: [], alreadyThere: [], milliseconds: 0 };
      },
      onRows: () => undefined,
      onProblem: ({ kind }) => problems.push(kind),
    },
    file,
    () => undefined,
  );
  if (!read.ok) return undefined;
  const ids = read.value.document.cells.map(({ id }) => id);
  return new Set(ids).size === ids.length ? undefined : 'Two cells have one id.';
}
