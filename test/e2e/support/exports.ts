import { copyFile, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import type { HarmWatch } from './harm';
import { beginningsIn, FORMULA, payloadsIn } from './payloads';

export type FileKind = 'html' | 'markdown' | 'csv' | 'json' | 'svg' | 'png' | 'notebook';

/** A file that the page writes, and the button that writes it. */
export interface Export {
  readonly name: string;
  readonly kind: FileKind;
  readonly button: (page: Page) => Locator | Promise<Locator>;
  /** Payloads that must be in it; 1 unless said. */
  readonly least?: number;
}

/** Writes each file, looks into it, and opens what a browser opens. */
export async function checkExports(
  page: Page,
  harm: HarmWatch,
  all: readonly Export[],
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { name, kind, button, least = 1 } of all)
    await test.step(name, async () => {
      try {
        const download = page.waitForEvent('download', { timeout: 20_000 });
        await (await button(page)).first().click({ timeout: 10_000 });
        await checkFile(harm, page, { name, kind, least }, await (await download).path());
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        // At once: a test that runs out of time would not come to tell it.
        console.log(`Not shown: ${name}: ${reason}`);
        missed.push(`${name}: ${reason}`);
      }
    });
  return missed;
}

async function checkFile(
  harm: HarmWatch,
  page: Page,
  { name, kind, least }: Required<Omit<Export, 'button'>>,
  path: string,
) {
  const text = await readFile(path, 'utf8');
  switch (kind) {
    case 'json':
      expect(() => void JSON.parse(text), name).not.toThrow();
      harm.add(name, payloadsIn(text), [], least);
      return;
    case 'csv': {
      const cells = Papa.parse<string[]>(text).data.flat();
      const formulas = cells.filter((one) => /^[=+\-@\t\r]/.test(one) && !/^-?\d/.test(one));
      expect(formulas, 'formulas in the table').toEqual([]);
      expect(text).toContain(FORMULA);
      harm.add(name, payloadsIn(text), [], least);
      return;
    }
    case 'markdown':
      expect(text).not.toMatch(/(?<!\\)<(?:script|img|svg|iframe|style|a)\b/);
      expect(text).not.toMatch(/(?<!\\)\]\(javascript:/);
      harm.add(name, payloadsIn(text), [], least);
      return;
    case 'png':
      // Pixels: whatever is written in them is no text any more.
      expect((await readFile(path)).subarray(0, 8).toString('latin1')).toBe(
        '\u0089PNG\r\n\u001a\n',
      );
      harm.add(name, 0, [], 0);
      return;
    case 'notebook': {
      const parts = unzipSync(await readFile(path));
      expect(Object.keys(parts).filter((part) => /\.\.|^\/|\\/.test(part))).toEqual([]);
      const own = Object.values(parts).map((bytes) => new TextDecoder().decode(bytes));
      harm.add(name, payloadsIn(own.join('\n')));
      return;
    }
    case 'svg':
      expect(await troubleInSvg(page, text), name).toEqual([]);
      await openFromDisk(harm, page, name, path, 'svg', least);
      return;
    case 'html':
      await openFromDisk(harm, page, name, path, 'html', least);
  }
}

/** What an SVG file must not have: script, handlers, references to anything but itself, styles that load. */
const troubleInSvg = (page: Page, text: string): Promise<readonly string[]> =>
  page.evaluate((xml) => {
    const document_ = new DOMParser().parseFromString(xml, 'image/svg+xml');
    if (document_.querySelector('parsererror')) return ['It is not well-formed.'];
    const plain = new Set(['svg', 'g', 'defs', 'marker', 'path', 'rect', 'text', 'tspan', 'title']);
    return [...document_.querySelectorAll('*')].flatMap((element) => [
      ...(plain.has(element.localName) ? [] : [`<${element.localName}>`]),
      ...[...element.attributes]
        .filter(({ name, value }) => {
          const isReference = /href$|^src$/i.test(name) || /url\(/i.test(value);
          return (
            /^on/i.test(name) ||
            (isReference && !/^(?:#|url\(#)/.test(value)) ||
            /javascript:/i.test(value)
          );
        })
        .map(({ name, value }) => `${name}="${value}"`),
    ]);
  }, text);

/** As the reader opens it: from disk, with scripts allowed, then printed. */
async function openFromDisk(
  harm: HarmWatch,
  page: Page,
  name: string,
  path: string,
  ending: 'svg' | 'html',
  least: number,
) {
  const disk = await page.context().newPage();
  // A download has no ending, and without one a browser shows it as text.
  const copy = `${path}.${ending}`;
  await copyFile(path, copy);
  await disk.goto(pathToFileURL(copy).href);
  await disk.waitForLoadState('load');
  const words = async (): Promise<number> =>
    beginningsIn(await disk.evaluate(() => document.documentElement.textContent));
  await harm.note(name, await words(), disk, least);
  if (ending === 'html') {
    await disk.emulateMedia({ media: 'print' });
    await disk.pdf();
    await harm.note(`${name}, printed`, await words(), disk);
  }
  await disk.close();
}
