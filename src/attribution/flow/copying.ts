import { termOf } from '../../base/text/terms';
import type { PreparedText, TextSource } from '../matching/fact';
import { speakersOf } from '../matching/participants';
import { mem0Chain } from './mem0-chain';

// A unit is copied when nearly all of its words are the message's own; names that replace pronouns
// do not count. Copying stand-ins do so in more than half of the units, language models in fewer
// than a fifth (measured .54–1.0 against .12–.19).
const OWN_WORDS = 0.9;
const COPIED_UNITS = 0.4;
// Shorter units say nothing about how they were made.
const FEWEST_WORDS = 4;
const SAMPLES = 120;

/** Whether the memory units of a trace copy their messages, judged on a sample spread over it. */
export function unitsCopy(source: TextSource): boolean {
  const names = new Set([...speakersOf(source), termOf('said')]);
  let units = 0;
  let copied = 0;
  for (const { unit, message } of samples(source)) {
    const words = [...unit.terms.keys()].filter((term) => !names.has(term));
    if (words.length < FEWEST_WORDS) continue;
    units++;
    const own = words.filter((term) => message.terms.has(term)).length;
    if (own >= OWN_WORDS * words.length) copied++;
  }
  return units > 0 && copied >= COPIED_UNITS * units;
}

function* samples(
  source: TextSource,
): Generator<{ readonly unit: PreparedText; readonly message: PreparedText }> {
  const { graph } = source;
  const pairs: { readonly message: number; readonly unit: number }[] = [];
  for (const [message, readings] of mem0Chain(graph).readings)
    for (const { decision } of readings)
      // Later versions mix several messages: only units that began with this one tell.
      for (const unit of decision?.written ?? [])
        if (graph.version(unit) === 1) pairs.push({ message, unit });
  const step = Math.max(1, Math.floor(pairs.length / SAMPLES));
  for (let i = 0; i < pairs.length; i += step) {
    const pair = pairs[i];
    if (pair !== undefined)
      yield { unit: source.prepared(pair.unit), message: source.prepared(pair.message) };
  }
}
