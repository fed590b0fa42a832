import { expect, test } from 'vitest';
import { markdownRenderer } from './render-markdown';

const render = await markdownRenderer((alt) => `[lost: ${alt}]`);

function html(markdown: string): string {
  const text = new XMLSerializer().serializeToString(render(markdown));
  return text.replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', '').trim();
}

test('Markdown becomes headings, lists, tables and code', () => {
  expect(html('# A\n\n* b\n* `c`')).toBe(
    '<h3>A</h3>\n<ul>\n<li>b</li>\n<li><code>c</code></li>\n</ul>',
  );
  expect(html('| a |\n|---|\n| b |')).toContain('<td>b</td>');
});

test('links open elsewhere and tell nobody where from', () => {
  expect(html('[x](https://example.org/)')).toBe(
    '<p><a href="https://example.org/" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
  );
});

test('pictures that hold their own bytes are shown, all others are named', () => {
  const own = 'data:image/png;base64,iVBORw0KGgo=';
  expect(html(`![a](${own})`)).toBe(`<p><img src="${own}" alt="a" /></p>`);
  expect(html('![b](https://example.org/b.png)')).toBe('<p>[lost: b]</p>');
  expect(html('![c](./c.png)')).toBe('<p>[lost: c]</p>');
  expect(html('![d](data:image/svg+xml,<svg/>)')).not.toContain('<img');
});

test.each([
  '<script>x</script>',
  '<img src=x onerror=x>',
  '<iframe src="https://example.org/"></iframe>',
  '<a href="javascript:x">x</a>',
  '<form action="https://example.org/"><input name=x></form>',
  '<style>*{}</style>',
  '<svg><script>x</script></svg>',
  '<p style="background:url(https://example.org/)">x</p>',
  '<video poster="https://example.org/x"></video>',
  '<p id="app" class="x">x</p>',
])('%s leaves nothing that runs, fetches or poses as the page', (hostile) => {
  expect(html(hostile)).not.toMatch(
    /<(script|iframe|form|input|style|svg|video|img)|javascript:|style=|poster=|id=|class=|on\w+=/,
  );
});
