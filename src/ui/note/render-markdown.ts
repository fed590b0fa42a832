/** Images a note may show: those that hold their own bytes. Nothing is fetched. */
const OWN_IMAGE = /^(?:data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]|blob:)/i;

/**
 * A note's Markdown as a document fragment without anything that could run, fetch or post.
 * The libraries come with the first note that is shown.
 * @param lost the text that stands where an image of another origin was
 */
export async function renderMarkdown(
  markdown: string,
  lost: (alt: string) => string,
): Promise<DocumentFragment> {
  const [{ marked }, { default: purify }] = await Promise.all([
    import('marked'),
    import('dompurify'),
  ]);
  const html = await marked.parse(markdown, { async: true, gfm: true });
  const purifier = purify(window);
  purifier.addHook('uponSanitizeAttribute', (_element, data) => {
    // Everything with an address is dropped here, before any element of it exists in the page.
    if (data.attrName === 'src' && !OWN_IMAGE.test(data.attrValue)) data.keepAttr = false;
  });
  const fragment = purifier.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'video', 'audio', 'picture', 'source', 'svg'],
    FORBID_ATTR: ['style', 'srcset', 'background', 'poster', 'id', 'name', 'class'],
  });
  for (const image of fragment.querySelectorAll('img'))
    if (!image.hasAttribute('src')) image.replaceWith(lost(image.alt));
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return fragment;
}
