const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stays text between tags and in quoted attributes. NUL has no place in HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('\u0000', '\ufffd').replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

/** HTML that is safe already: made by `html`, or by a drawing library from texts. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = string | number | Html | readonly (Html | string)[] | undefined;

/** A template that escapes every text put into it. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((piece, i) => `${piece}${i < parts.length ? sourceOf(parts[i]) : ''}`).join(''),
  );
}

function sourceOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.source;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(sourceOf).join('');
}
