import { LAB_PROBLEMS } from './problems-lab';
import { MODEL_PROBLEMS } from './problems-models';
import { READING_PROBLEMS } from './problems-reading';

/**
 * The catalogue of everything that can go wrong in front of a user. One entry a kind: what
 * happened (`title`) and what to do next (`next`); the call site adds the particulars.
 */
export const PROBLEMS = {
  'empty-file': {
    title: 'The file is empty.',
    next: 'Export the trace again and drop the new file.',
  },
  'not-a-trace': {
    title: 'This is JSON, but not a trace of a memory system.',
    next: 'Drop a smartcomment export, a MemTraceBench file, or results or spans of another tool; “What can be read” lists them.',
  },
  'not-json': {
    title: 'The file is neither JSON nor a table of questions.',
    next: 'Drop a trace file: .json, .jsonl, or one of them packed as .gz, .zst or .zip; or a .csv with the columns question and prediction.',
  },
  'no-data': {
    title: 'The trace has a header but no data.',
    next: 'Export the graph again with its data: an object with nodes, edges and operations.',
  },
  'result-rows': {
    title: 'These are questions with answers, in a form that is not known.',
    next: 'Drop the trace of the same run, or write the rows as a table (.csv) with the columns question, gold, prediction and context.',
  },
  'unsupported-format': {
    title: 'The format was recognised but is not one that can be read as a trace.',
    next: 'Drop a trace, or one of the files of other tools listed under “What can be read”.',
  },
  'nothing-in-format': {
    title: 'The format was recognised, but nothing in the file is of use.',
    next: 'Check that the export holds its questions and answers: contents are left out by default in some tools.',
  },
  'bad-row': {
    title: 'A row could not be read and was left out.',
    next: 'Look at the row in the file; the others were read.',
  },
  'too-deep': {
    title: 'The file is nested deeper than any trace.',
    next: 'Check how the file was made; at most 512 levels are read.',
  },
  'bad-compression': {
    title: 'The compressed file is damaged.',
    next: 'Compress or download the file again, or drop it unpacked.',
  },
  'too-large': {
    title: 'The file is larger than what can be read.',
    next: 'Split it by conversation, or drop only the part with the failed questions.',
  },
  'read-failed': {
    title: 'The browser could not read the file.',
    next: 'Check that the file still exists and drop it again.',
  },
  'run-missing': {
    title: 'This run is not stored any more.',
    next: 'Start a new one: answers that were kept are used again.',
  },
  'run-stopped': {
    title: 'The run was stopped.',
    next: 'Resume it when you like: finished cases and completed calls are kept.',
  },
  cancelled: {
    title: 'Reading was cancelled.',
    next: 'Drop the file again when you want it read.',
  },
  truncated: {
    title: 'The file ends in the middle of a record.',
    next: 'Everything up to the last whole record was read; export the trace again for the rest.',
  },
  'bad-record': {
    title: 'A record could not be read and was skipped.',
    next: 'Look at the record in the file; the rest of the trace is usable.',
  },
  'bad-timestamp': {
    title: 'A time is missing or not in the form YYYY-MM-DD HH:MM:SS.mmm.',
    next: 'The order of the file was used instead.',
  },
  'duplicate-id': {
    title: 'Two records share one id; the first was kept.',
    next: 'Check whether two graphs were merged by hand.',
  },
  'dangling-edge': {
    title: 'An edge names a variable that the trace does not hold; the edge was skipped.',
    next: 'Paths through it cannot be followed. Export the whole graph.',
  },
  'unknown-operation': {
    title: 'An edge names an operation that the trace does not hold.',
    next: 'The edge was kept without an operation.',
  },
  'unknown-session': {
    title: 'A record names a session that the trace does not hold.',
    next: 'The record was kept without its session.',
  },
  'missing-evidence': {
    title: 'A question names an evidence message that the trace does not hold.',
    next: 'The question is attributed from the evidence that is there.',
  },
  cycle: {
    title: 'The graph has a cycle.',
    next: 'Operations are ordered by time; a cycle has no effect on verdicts but should not exist.',
  },
  'unreadable-score': {
    title: 'A judge score is not a number; the question is listed as unscored.',
    next: 'Judge the answer by hand or record the score as a number.',
  },
  'never-judged': {
    title: 'Questions were answered, but nobody judged the answers.',
    next: 'Label the wrong ones in a Labels cell; labelled questions can be attributed.',
  },
  'judge-only': {
    title: 'Questions without what was retrieved for them can only be judged, not attributed.',
    next: 'Drop a file with the retrieved context, or the trace of the run.',
  },
  'no-judged-questions': {
    title: 'Nothing was judged in this trace.',
    next: 'You can explore it; drop the trace of the evaluation stage to see failed questions.',
  },
  'labels-only': {
    title: 'Nothing was judged in this trace; its questions come from the labels.',
    next: 'Drop the trace of the evaluation stage to see every failed question.',
  },
  'no-evidence': {
    title: 'The question names no evidence and none was found.',
    next: 'Label the evidence, or attribute with retrieved evidence.',
  },
  'trace-missing': {
    title: 'The trace is no longer stored in this browser.',
    next: 'Drop its file again; verdicts and labels are still there.',
  },
  'storage-failed': {
    title: 'The browser refused to store data.',
    next: 'Export your results now; free disk space or leave private browsing to keep them.',
  },
  'storage-full': {
    title: 'The browser has no room left to store this.',
    next: 'Remove traces you no longer need, or free disk space; nothing stored before was changed.',
  },
  'origin-not-allowed': {
    title: 'This address is not on the list of allowed endpoints.',
    next: 'Allow it in the settings if you trust it; nothing was sent.',
  },
  'network-failed': {
    title: 'The request failed.',
    next: 'Check the address and the connection, then try again.',
  },
  'network-timeout': {
    title: 'The request took too long and was stopped.',
    next: 'Try again, or raise the time limit.',
  },
  'missing-field': {
    title: 'A record lacks a field that every trace has.',
    next: 'The record was kept without it; export the trace again if the field matters.',
  },
  'storage-closed': {
    title: 'A newer version of this page is open in another tab.',
    next: 'Reload this tab to go on; everything up to now was stored.',
  },
  'storage-newer': {
    title: 'The stored data comes from a newer version of this page.',
    next: 'Reload to get the newer version; until then nothing is changed.',
  },
  'notebook-changed': {
    title: 'The notebook was changed in another tab.',
    next: 'Reload to see the newer notebook; this tab writes nothing over it.',
  },
  'notebook-in-use': {
    title: 'The notebook is being edited in another tab.',
    next: 'Go on there, or take it over here.',
  },
  'notebook-taken-over': {
    title: 'Another tab took over this notebook.',
    next: 'It is read-only here from now on. Go on there, or take it over again.',
  },
  'notebook-file-damaged': {
    title: 'The notebook file is damaged.',
    next: 'Export it again where it came from; what could be read is here.',
  },
  'notebook-file-newer': {
    title: 'The notebook file was written by a newer version of this page.',
    next: 'Reload to get the newer version, then open the file again.',
  },
  'notebook-file-too-large': {
    title: 'The notebook is too large for one file.',
    next: 'Export it without the traces and keep their files beside it; nothing was written.',
  },
  'export-cancelled': {
    title: 'The export was stopped.',
    next: 'Nothing was written; export again when you want the file.',
  },
  'notebook-damaged': {
    title: 'A part of the stored notebook could not be read.',
    next: 'The readable cells are shown; the stored notebook is changed only when you edit it.',
  },
  'not-in-trace': {
    title: 'The trace holds no such record.',
    next: 'Go back to the case; the address may come from another trace.',
  },
  'method-unavailable': {
    title: 'This attribution method is not available.',
    next: 'Choose another method.',
  },
  'replay-needs-model': {
    title: 'A replay with changes needs a model.',
    next: 'Choose a model, or ideal behaviour, for what comes after the change; nothing was asked of anyone.',
  },
  'replay-unexplained': {
    title: 'The trace lacks what a replay of it needs.',
    next: 'Replay works where every response of a model is recorded; attribution works without.',
  },
  'replay-unsupported': {
    title: 'This trace comes from a memory system that cannot be run here.',
    next: 'Replay works for Long-Context, RAG, Mem0 and EverMemOS traces.',
  },
  'replay-not-ideal': {
    title: 'Ideal behaviour after these changes answers nothing.',
    next: 'It needs evidence for the question, and changes of operations or memories. Prompts and parameters need a model: choose one.',
  },
  'replay-gone': {
    title: 'The result of this replay is no longer at hand.',
    next: 'Run it again: only the last few stay while the page is open.',
  },
  'conversation-unreadable': {
    title: 'The file is no conversation data set of a known form.',
    next: 'Use LoCoMo, LongMemEval, RealMem or the standardized JSON of MemBase.',
  },
  'passed-over': {
    title: 'A file in the archive was passed over.',
    next: 'Unpack the archive and drop the file itself if it is a trace.',
  },
  encrypted: {
    title: 'A file in the archive is encrypted.',
    next: 'Unpack the archive with its password and drop the files.',
  },
  'no-trace-file': {
    title: 'The archive holds no trace file.',
    next: 'Put .json, .jsonl or .json.gz files into it, or drop them as they are.',
  },
  'several-files': {
    title: 'The archive holds several trace files.',
    next: 'Drop it on the page, where each is read by itself, or unpack it first.',
  },
  'annotator-missing': {
    title: 'A label needs the name of who makes it.',
    next: 'Type a name in the Labels cell; “file” stands for the labels of traces.',
  },
  'not-labels': {
    title: 'The file holds no labels.',
    next: 'Import a list of MemTraceBench annotations or the list that the annotation interface writes.',
  },
  'label-unplaced': {
    title: 'A label belongs to no question of this notebook.',
    next: 'Drop the trace it was made for, then import the list again; the other labels were taken in.',
  },
  'label-unread': {
    title: 'An entry of the list is not a label.',
    next: 'It needs a query_id and one of the seven error types; the other labels were taken in.',
  },
  'cannot-add-annotations': {
    title: 'The labels cannot be written into this trace.',
    next: 'Export them as a list of annotations instead; the trace itself is unchanged.',
  },
  'download-missing': {
    title: 'The host does not have this file.',
    next: 'Check that the data set still exists at the pinned revision, or drop its files yourself.',
  },
  'download-refused': {
    title: 'The host refused the download.',
    next: 'Try again later, or download the files in another way and drop them here.',
  },
  'download-cut': {
    title: 'The download broke off.',
    next: 'Start it again: it goes on where it stopped.',
  },
  'download-damaged': {
    title: 'The downloaded file is not what the host announced.',
    next: 'Start it again; nothing of the damaged file was kept.',
  },
  'pattern-unreadable': {
    title: 'The regular expression cannot be read.',
    next: 'Mend it, or search for words instead; a sign such as ( or [ is written \\( or \\[ when it stands for itself.',
  },
  'pattern-endless': {
    title: 'Trying this regular expression may never end.',
    next: 'Take the repetition or the choice out of the group that is itself repeated.',
  },
  ...MODEL_PROBLEMS,
  ...LAB_PROBLEMS,
  ...READING_PROBLEMS,
  unexpected: {
    title: 'Something went wrong that should not.',
    next: 'Reload the page; stored traces and verdicts are safe. Please report what you did.',
  },
} as const satisfies Record<string, { readonly title: string; readonly next: string }>;

export type ProblemKind = keyof typeof PROBLEMS;
