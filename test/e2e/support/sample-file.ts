import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const SAMPLE = fileURLToPath(new URL('../../../public/samples/first-steps.json', import.meta.url));

/** A file as Playwright hands it to a file chooser. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The text of the project's sample trace. */
export const sampleText = (): Promise<string> => readFile(SAMPLE, 'utf8');

/** The sample trace with a text replaced everywhere: another trace, with the same fault. */
export async function otherSample(from: string, to: string): Promise<string> {
  const text = await sampleText();
  if (!text.includes(from)) throw new Error(`The sample does not contain ${from}.`);
  return text.replaceAll(from, to);
}

export const file = (name: string, text: string): ChosenFile => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});
