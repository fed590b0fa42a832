import type { Token } from 'marked';

/** Turns Markdown into a fragment of the page. */
export type MarkdownRenderer = (markdown: string) => DocumentFragment;

/** Images a note may show: those that hold their own bytes. Nothing is fetched. */
const OWN_IMAGE = /^(?:data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]|blob:)/i;

let coming: Promise<MarkdownRenderer> | undefined;

/**
 * Fetches the libraries, once, and gives what renders a note without anything that could run, fetch
 * or post.
 * @param lost the text that stands where an image of another origin was
 */
export function markdownRenderer(lost: (alt: string) => string): Promise<MarkdownRenderer> {
  coming ??= load(lost);
  return coming;
}

async function load(lost: (alt: string) => string): Promise<MarkdownRenderer> {
  const [{ marked }, { default: purify }] = await Promise.all([
    import('marked'),
    import('dompurify'),
  ]);
  const purifier = purify(window);
  purifier.addHook('uponSanitizeAttribute', (_element, data) => {
    // Dropped before any element of it exists in the page.
    if (data.attrName === 'src' && !OWN_IMAGE.test(data.attrValue)) data.keepAttr = false;
  });
  const options = { async: false, gfm: true, walkTokens: belowTheCell } as const;
  return (markdown) => {
    const fragment = purifier.sanitize(marked.parse(markdown, options), {
      RETURN_DOM_FRAGMENT: true,
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'video', 'audio', 'picture', 'source'],
      FORBID_ATTR: ['style', 'srcset', 'background', 'poster', 'id', 'name', 'class'],
    });
    for (const image of fragment.querySelectorAll('img'))
      if (!image.hasAttribute('src')) image.replaceWith(lost(image.alt));
    for (const link of fragment.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
    }
    return fragment;
  };
}

/** Headings of a note stand below the name of its cell, which is one of the second rank. */
function belowTheCell(token: Token): void {
  if (token.type === 'heading' && 'depth' in token && typeof token.depth === 'number')
    token.depth = Math.min(6, token.depth + 2);
}
