import { lines, type Label, type Question } from './play';

interface Reading {
  readonly type: string;
  readonly op: string;
}

/** The second reading of a play: `number | type | operation` a line. */
export function readSecond(text: string): ReadonlyMap<number, Reading> {
  return new Map(
    lines(text).map((line) => {
      const [number = '', type = '', op = ''] = line.split(' | ');
      return [Number(number), { type, op }];
    }),
  );
}

/** The labels on which both readings agree, by place of the question. Where they differ there is none. */
export function agreedLabels(
  questions: readonly Question[],
  second: ReadonlyMap<number, Reading>,
): ReadonlyMap<number, Label> {
  const agreed = new Map<number, Label>();
  questions.forEach(({ label, isJudgedRight }, index) => {
    if (isJudgedRight) return;
    const other = second.get(index + 1);
    if (label === undefined || other === undefined)
      throw new Error(`Question ${index + 1} failed and was not read twice`);
    if (label.type === other.type && label.op === other.op) agreed.set(index, label);
  });
  return agreed;
}
