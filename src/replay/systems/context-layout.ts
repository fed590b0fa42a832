import type { RecordedTrace } from '../engine/recorded-trace';

/** The words around the memories in a context, and the name of the answering prompt. */
export interface ContextLayout {
  readonly promptName: string;
  /** @param place the context of the record at this place, for what is fixed when nothing was found */
  render(texts: readonly string[], place: number | undefined): string;
}

/** Stands for the number of a memory: no text holds it. */
const NUMBER = '\u0000';

/** Words before each memory (NUMBER in place of its number) and after the last. */
interface Glue {
  readonly first: string;
  readonly between: string;
  readonly last: string;
}

/** Contexts of one memory that are looked at before no context of two is expected any more. */
const SINGLES = 3;

const OFFLINE: Glue = {
  first: `### Memory ${NUMBER}:\n`,
  between: `\n\n### Memory ${NUMBER}:\n`,
  last: '',
};

/**
 * The layout of a trace's contexts: the project's own, or the words that stand around the memories in
 * the first recorded contexts that show one and two memories.
 * @param textsOf the memories of a recorded context as the system shows them, in order
 */
export function layoutOf(
  trace: RecordedTrace | undefined,
  textsOf: (operation: number) => readonly string[],
): ContextLayout {
  if (trace === undefined)
    return { promptName: 'question-answering-prompt', render: renderer(OFFLINE) };
  const { graph } = trace;
  let promptName = 'question-answering-prompt';
  let glue: Glue | undefined;
  let isComplete = false;
  let learned = 0;
  for (const op of graph.adjacency.operationOrder) {
    if (graph.operationName(op) !== 'question-answering' || isComplete) continue;
    const operation = trace.operation(op);
    const prompt = operation.input('prompt');
    if (prompt !== undefined) promptName = graph.fullName(prompt);
    const context = operation.outputsOf('context')[0];
    if (context === undefined) continue;
    const texts = textsOf(op);
    const found = learn(trace.text(context), texts);
    if (found === undefined) continue;
    glue = found;
    isComplete = texts.length > 1 || ++learned >= SINGLES;
  }
  const render = renderer(glue ?? OFFLINE);
  return {
    promptName,
    render: (texts, place) => {
      if (texts.length === 0 && place !== undefined) return trace.text(place);
      return render(texts);
    },
  };
}

const renderer =
  ({ first, between, last }: Glue) =>
  (texts: readonly string[]): string =>
    texts
      .map((text, i) => (i === 0 ? first : between).replaceAll(NUMBER, String(i + 1)) + text)
      .join('') + (texts.length > 0 ? last : '');

/** The words around these texts in a context; `undefined` when they do not stand there in order. */
function learn(context: string, texts: readonly string[]): Glue | undefined {
  const [one, two] = texts;
  if (one === undefined || one === '') return undefined;
  const start = context.indexOf(one);
  if (start < 0) return undefined;
  const first = numbered(context.slice(0, start), 1);
  let end = start + one.length;
  let between = OFFLINE.between;
  if (two !== undefined) {
    const next = context.indexOf(two, end);
    if (next < 0) return undefined;
    between = numbered(context.slice(end, next), 2);
    for (const text of texts.slice(1)) {
      const at = context.indexOf(text, end);
      if (at < 0) return undefined;
      end = at + text.length;
    }
  }
  return { first, between, last: context.slice(end) };
}

/** The number of a memory stands for every number of its place. */
const numbered = (words: string, index: number): string =>
  words.replace(new RegExp(`\\b${index}\\b`), NUMBER);
