import { isObject } from '../../../src/trace/json';

/** A text that must do nothing, and the word it is known by wherever it is shown. */
export interface Payload {
  readonly word: string;
  readonly text: string;
}

/** No quotes and no backslashes: they stand inside recorded values, which quote in their own ways. */
export const PAYLOADS: readonly Payload[] = [
  { word: 'pscript', text: '<script>pwned=1/*pscript*/</script>' },
  { word: 'pimage', text: '<img src=https://evil.example/pimage.png onerror=pwned=1>' },
  { word: 'psvg', text: '<svg onload=pwned=1><use href=https://evil.example/psvg.svg#x /></svg>' },
  { word: 'pframe', text: '<iframe src=https://evil.example/pframe></iframe>' },
  { word: 'pstyle', text: '<style>*{background:url(https://evil.example/pstyle.css)}</style>' },
  { word: 'phref', text: '<a href=javascript:pwned=1 ping=https://evil.example/phref>phref</a>' },
  { word: 'plink', text: '[plink](javascript:pwned=1)' },
  { word: 'premote', text: '![premote](https://evil.example/premote.png)' },
  { word: 'pansi', text: '\u001b[31m\u001b]8;;https://evil.example/pansi\u0007' },
  { word: 'pbidi', text: '\u202epbidi\u2066' },
  { word: 'pzero', text: 'pzero\u200b\ufeff\u2060' },
];

/** All of them, as one text. */
export const ALL_PAYLOADS = PAYLOADS.map(({ text }) => text).join(' ');

/** How many of the payloads a text holds. */
export const payloadsIn = (text: string): number =>
  PAYLOADS.filter(({ word }) => text.includes(word)).length;

/** The same for a text that may be cut: how many payloads it holds, or begins to. */
export const beginningsIn = (text: string): number =>
  PAYLOADS.filter(
    ({ word, text: whole }) => text.includes(word) || text.includes(whole.slice(0, 8)),
  ).length;

/** The ids of the questions that a trace holds labels of. */
export function queryIds(trace: string): readonly string[] {
  const parsed: unknown = JSON.parse(trace);
  const data = isObject(parsed) ? parsed['data'] : undefined;
  const list = isObject(data) ? data['annotations'] : undefined;
  return (Array.isArray(list) ? list : []).flatMap((one: unknown) =>
    isObject(one) && typeof one['query_id'] === 'string' ? [one['query_id']] : [],
  );
}

/** What a formula would be taken for by a spreadsheet, at the beginning of a question. */
export const FORMULA = '=HYPERLINK(0)';

const RECORD = { name: ALL_PAYLOADS, class_name: ALL_PAYLOADS, category: ALL_PAYLOADS };

/**
 * A trace whose every field carries the payloads: names, classes, categories, values, comments,
 * metadata, sessions, names of operations, ids. Made of a trace that attribution understands.
 */
export function hostileTrace(sample: string): string {
  const quoted = JSON.stringify(ALL_PAYLOADS).slice(1, -1);
  const renamed = sample
    .replaceAll('first-steps', `first-steps ${quoted}`)
    .replaceAll('Mira', `Mira ${quoted}`)
    .replaceAll('When was the first', `${FORMULA} When was the first`)
    .replaceAll(/\b(op|edge|graph)-([0-9a-f]{32})/g, `$1-$2 ${quoted.replaceAll('$', '$$$$')}`);
  const trace: unknown = JSON.parse(renamed);
  const data = isObject(trace) && isObject(trace['data']) ? trace['data'] : {};
  const lists = Object.entries(data).map(([name, list]) => {
    const records = Array.isArray(list) ? list.filter(isObject) : [];
    const [first = {}] = records;
    // Of the long lists one in eight: the page is to be quick, and one that acted would be enough.
    const every = records.length > 100 ? 8 : 1;
    const changed = records.map((record, i) => (i % every === 0 ? carrying(record) : record));
    return [name, [...changed, ...extra(name, first)]] as const;
  });
  return JSON.stringify({
    ...(isObject(trace) ? trace : {}),
    metadata: { [ALL_PAYLOADS]: ALL_PAYLOADS },
    data: Object.fromEntries(lists),
  });
}

type Json = Readonly<Record<string, unknown>>;

/** A record with payloads wherever attribution does not look. */
function carrying(record: Json): Json {
  const metadata = isObject(record['metadata']) ? record['metadata'] : {};
  const type = metadata['question_type'];
  return {
    ...record,
    comment: ALL_PAYLOADS,
    trigger_point: ALL_PAYLOADS,
    ...('final_reason' in record ? { final_reason: ALL_PAYLOADS } : {}),
    metadata: {
      ...metadata,
      [ALL_PAYLOADS]: ALL_PAYLOADS,
      ...(typeof type === 'string' ? { question_type: `${type} ${ALL_PAYLOADS}` } : {}),
    },
  };
}

/** Records of which nothing is as it should be. */
function extra(list: string, like: Json): readonly Json[] {
  const at = { created_at: like['created_at'], session_id: ALL_PAYLOADS };
  switch (list) {
    case 'sessions':
      return [{ ...like, session_id: ALL_PAYLOADS, session_name: ALL_PAYLOADS, category: 'x' }];
    case 'nodes':
      return [{ ...like, ...at, ...RECORD, version: 1, value: ALL_PAYLOADS }];
    case 'operations':
      return [
        { ...like, ...at, op_id: ALL_PAYLOADS, op_name: ALL_PAYLOADS, category: ALL_PAYLOADS },
      ];
    case 'edges':
      return [
        {
          ...like,
          ...at,
          edge_id: ALL_PAYLOADS,
          op_id: ALL_PAYLOADS,
          category: ALL_PAYLOADS,
          source_full_node_id: `${ALL_PAYLOADS}:${ALL_PAYLOADS}@1`,
        },
      ];
    default:
      return [];
  }
}
