import type { Plain } from '../../../../src/replay/recorder';
import { lines, type Turn } from '../play';

/** An episode as the play writes it. */
export interface Episode {
  readonly key: string;
  /** The place of its last message. */
  readonly end: string;
  readonly title: string;
  readonly text: string;
  readonly facts: readonly string[];
}

/** `key end | title`, then the episode in one line, then `- fact` lines. */
export function readEpisodes(text: string): readonly Episode[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [head = '', episode = '', ...facts] = lines(block);
      const [names = '', title = ''] = head.split(' | ');
      const [key = '', end = ''] = names.split(' ');
      return { key, end, title, text: episode, facts: facts.map((fact) => fact.slice(2)) };
    });
}

/** A stored episode. */
export interface Unit {
  readonly id: string;
  readonly node: string;
  readonly title: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, Plain>>;
}

export const bufferEntry = ({ speaker, text, time }: Turn): Readonly<Record<string, Plain>> => ({
  content: text,
  role: 'user',
  speaker_id: speaker,
  speaker_name: speaker,
  timestamp: time,
});

export const spoken = (turns: readonly Turn[]): string =>
  turns
    .map(({ time, speaker, text }) => `[${time.replace('T', ' ')}] ${speaker}: ${text}`)
    .join('\n');

export const documentsText = (units: readonly Unit[]): string =>
  units
    .map(({ title, text }, i) => `Document ${i + 1}:\n  Title: ${title}\n  Content: ${text}`)
    .join('\n\n');

/** A list of a search: units with their scores. */
export type Ranked = readonly { readonly unit: Unit; readonly score: number }[];

/** Reciprocal rank fusion with the constant 60, best first. */
export function fuse(...rankings: readonly (readonly Unit[])[]): Ranked {
  const scores = new Map<Unit, number>();
  for (const ranking of rankings) {
    ranking.forEach((unit, i) => scores.set(unit, (scores.get(unit) ?? 0) + 1 / (61 + i)));
  }
  return [...scores].map(([unit, score]) => ({ unit, score })).sort((a, b) => b.score - a.score);
}
