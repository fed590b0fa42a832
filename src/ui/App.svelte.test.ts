import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../base/result';
import { NotebookEditor } from '../notebook/document/editor';
import { firstNotebook } from '../notebook/document/first-notebook';
import { ScriptedService, TRACE, VERDICT } from '../../test/support/scripted-service';
import { ScriptedScoring } from '../../test/support/scripted-scoring';
import App from './App.svelte';
import { Notebook } from './controllers/notebook.svelte';
import { Page } from './controllers/page.svelte';
import { Theme } from './controllers/theme.svelte';
import { Unexpected } from './controllers/unexpected.svelte';
import { TEXTS } from './texts';

// jsdom has no canvas; the list beside the drawing is what these tests read.
vi.mock('./graph/drawing', () => ({
  resize: () => undefined,
  sizeOf: () => ({ width: 1, height: 1 }),
  draw: () => Promise.resolve({ scale: () => undefined, stop: () => undefined }),
}));

// Working out what is visible takes jsdom a second a query; nothing here hides by style alone.
configure({ defaultHidden: true });

let service: ScriptedService;
let scoring: ScriptedScoring;
let page: Page;
let notebook: Notebook;

const store = {
  open: () => Promise.resolve(ok({ notebook: undefined, mayWrite: true })),
  takeOver: () => Promise.resolve(ok({ notebook: undefined, mayWrite: true })),
  save: () => Promise.resolve(ok(undefined)),
  own: () => undefined,
};

async function show(mayWrite = true) {
  page = new Page(service, scoring);
  notebook = new Notebook(new NotebookEditor(store, firstNotebook(), 1, mayWrite));
  page.takeUp(notebook);
  await page.refresh();
  const unexpected = new Unexpected();
  return render(App, {
    page,
    notebook,
    theme: new Theme(),
    unexpected,
    inMemory: false,
    banner: undefined,
  });
}

const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });
const cell = (name: string) => screen.getByRole('region', { name });

beforeEach(() => {
  service = new ScriptedService();
  scoring = new ScriptedScoring(service);
  location.hash = '';
  // jsdom lays nothing out; what matters here is that the page asks for it.
  Element.prototype.scrollIntoView = vi.fn();
  window.matchMedia = vi.fn((query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  globalThis.ResizeObserver = class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  vi.stubGlobal('IntersectionObserver', globalThis.ResizeObserver);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
});

test('a trace is listed with its system, size and counts', async () => {
  await show();
  const row = within(cell('Traces')).getByRole('row', { name: /run\.json/ });
  for (const text of ['Mem0', 'LoCoMo', '1.95 MB', '96', '359', '300', '250'])
    expect(row).toHaveProperty('textContent', expect.stringContaining(text));
});

test('only the rows in view exist, and all are counted', async () => {
  await show();
  const table = screen.getByRole('table', { name: 'Failed questions' });
  expect(table.getAttribute('aria-rowcount')).toBe('251');
  expect(within(table).getAllByRole('link').length).toBeLessThan(40);
});

test('a filter is asked for, shown on its menu, and cleared again', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: /^System:/ }));
  await fireEvent.click(screen.getByRole('checkbox', { name: /RAG/ }));
  await waitFor(() => expect(service.queries.at(-1)).toMatchObject({ systems: ['rag'] }));
  expect(screen.getByRole('button', { name: /^System:/ }).textContent).toContain('RAG');
  await waitFor(() => screen.getByText('125 of 300'));
  expect(notebook.table).toMatchObject({ systems: ['rag'] });
  await fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(service.queries.at(-1)).not.toHaveProperty('systems'));
});

test('a column sorts up, then down, then not at all', async () => {
  await show();
  const head = screen.getByRole('columnheader', { name: /Question/ });
  const sort = within(head).getByRole('button');
  for (const order of ['ascending', 'descending', 'none']) {
    await fireEvent.click(sort);
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe(order));
  }
});

test('verdicts, bars and evaluation fill in place when everything is attributed', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: 'Attribute all' }));
  await waitFor(() => screen.getByText(/1 case attributed in 5 ms/));
  const row = screen.getByRole('row', { name: /When did Ana adopt her cat/ });
  expect(row.textContent).toContain('Update');
  expect(row.textContent).toContain('same type and operation as the label');
  expect(screen.getByRole('button', { name: /^Update\s+1$/ })).toBeTruthy();
  const scores = within(cell('Evaluation')).getByRole('table', { name: /Wilson/ });
  await waitFor(() =>
    expect(scores.textContent).toMatch(/100 %\s+95 % interval\s+21–100 % · 1\/1/),
  );
  expect(cell('Evaluation').textContent).toContain('1 verdict from labelled evidence');
});

test('a case opens with the sentence first, seven stations and the decisive operation', async () => {
  service.verdict = VERDICT;
  await show();
  await fireEvent.click(screen.getByRole('link', { name: /When did Ana adopt her cat/ }));
  await waitFor(() => screen.getByRole('article'));
  const article = screen.getByRole('article');
  expect(article.firstElementChild?.textContent).toBe(VERDICT.sentence);
  const path = within(article).getByRole('list', { name: 'The path of the information' });
  const stations = within(path).getAllByRole('listitem');
  expect(stations.map((station) => station.getAttribute('aria-label'))).toEqual([
    'Evidence: held',
    'Construction: held',
    'Memory: lost',
    'Retrieval: not recorded',
    'Context: not recorded',
    'Answer: not recorded',
    'Judge: not recorded',
  ]);
  expect(stations[2]?.textContent).toContain('decisive operation');
  const decisive = within(article).getByRole('region', { name: 'Decisive operation' });
  expect(decisive.textContent).toContain('memory_system.update');
  expect(decisive.textContent).toContain('2023-05-08 13:37:00');
  expect(within(decisive).queryByRole('link', { name: 'memory_unit' })).toBeNull();
  await press('g');
  await waitFor(() => within(decisive).getByRole('link', { name: 'memory_unit' }));
  expect(decisive.contains(document.activeElement)).toBe(true);
  expect(notebook.shownCase).toEqual({ traceKey: TRACE.key, queryId: VERDICT.queryId });
});

test('a quote leads to its exact span in the inspector, decoded and raw', async () => {
  service.verdict = VERDICT;
  page = new Page(service, scoring);
  location.hash = page.address.caseLink(VERDICT);
  await show();
  await waitFor(() => screen.getByRole('article'));
  await fireEvent.click(screen.getByRole('link', { name: /It’s May 2023/ }));
  await waitFor(() => screen.getByRole('complementary', { name: 'Inspector' }));
  const inspector = screen.getByRole('complementary', { name: 'Inspector' });
  await waitFor(() => expect(inspector.querySelector('mark')?.textContent).toBe('It’s May 2023'));
  await fireEvent.click(within(inspector).getByRole('radio', { name: 'Raw' }));
  expect(inspector.querySelector('mark')?.textContent).toBe(String.raw`It\u2019s May 2023`);
  await press('Escape');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test('keys move through cases, open them and walk the stations', async () => {
  service.verdict = VERDICT;
  await show();
  await press('j');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Ana'));
  await press('j', document.activeElement ?? document.body);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('number 1'));
  await press('k', document.activeElement ?? document.body);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Ana'));
  if (document.activeElement) await fireEvent.click(document.activeElement);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Case'));
  await press(']');
  expect(document.activeElement?.getAttribute('data-station')).toBe('evidence');
  await press(']');
  expect(document.activeElement?.getAttribute('data-station')).toBe('construction');
  await press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('keys do nothing while a text is being written', async () => {
  await show();
  await press('?', screen.getByRole('searchbox'));
  const sheet = screen.getByRole('heading', { name: TEXTS.keyboard }).closest('dialog');
  expect(sheet).toHaveProperty('open', false);
  await press('?');
  expect(sheet).toHaveProperty('open', true);
});

test('a removed trace comes back with undo and is forgotten only afterwards', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: 'Remove run.json' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /run\.json/ })).toBeNull());
  expect(service.removed).toEqual([]);
  await press('u');
  await waitFor(() => screen.getByRole('row', { name: /run\.json/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Remove run.json' }));
  await waitFor(() => screen.getAllByText('run.json was removed.'));
  const notice = screen.getAllByRole('listitem').find((li) => li.textContent.includes('run.json'));
  if (notice) await fireEvent.click(within(notice).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(service.removed).toEqual([TRACE.key]));
});

test('a removed cell comes back with undo, and a moved one goes back', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: 'Remove Evaluation' }));
  expect(screen.queryByRole('region', { name: 'Evaluation' })).toBeNull();
  await press('u');
  await waitFor(() => cell('Evaluation'));
  const order = () => notebook.cells.map(({ kind }) => kind);
  const before = order();
  await fireEvent.click(screen.getByRole('button', { name: 'Move Traces down' }));
  expect(order()).not.toEqual(before);
  await press('u');
  expect(order()).toEqual(before);
});

test('a read-only notebook offers no edits, and refuses those of keys with one notice', async () => {
  await show(false);
  for (const name of ['Remove Evaluation', 'Move Traces down', '+ Explorer', '+ Note', 'Edit'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  expect(screen.getByRole('textbox', { name: 'Title of the notebook' })).toHaveProperty(
    'readOnly',
    true,
  );
  const before = notebook.cells;
  await press('u');
  await press('U');
  const notices = () => screen.getAllByRole('listitem').filter(isRefusal);
  const isRefusal = (item: HTMLElement) => item.textContent.includes('nothing was changed');
  await waitFor(() => expect(notices()).toHaveLength(1));
  expect(notebook.cells).toBe(before);
  await fireEvent.click(screen.getByRole('button', { name: 'Traces', expanded: true }));
  expect(within(cell('Traces')).queryByRole('table')).toBeNull();
});

test('a folded cell keeps its informative line', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: 'Traces', expanded: true }));
  expect(cell('Traces').textContent).toContain('1 trace · 1.95 MB · Mem0');
  expect(within(cell('Traces')).queryByRole('table')).toBeNull();
});

test('keys label the open case, choose its operation and take the label back', async () => {
  service.verdict = VERDICT;
  await show();
  notebook.add('labels');
  await waitFor(() => screen.getByRole('textbox', { name: 'Your name' }));
  await press('3');
  await waitFor(() => screen.getAllByText(/Open a case to label it/));
  const name = screen.getByRole('textbox', { name: 'Your name' });
  await fireEvent.change(name, { target: { value: 'Ana' } });
  await fireEvent.click(await screen.findByRole('button', { name: 'Label blind' }));
  const bar = await screen.findByRole('group', { name: 'Your label' });
  expect(cell('Case').textContent).not.toContain(VERDICT.sentence);
  await press('4');
  await waitFor(() => expect(scoring.labels).toMatchObject([{ errorType: 'UpdateError' }]));
  await waitFor(() =>
    expect(within(bar).getByRole('button', { name: /Update/, pressed: true })).toBeTruthy(),
  );
  await press('o');
  const select = within(bar).getByRole('combobox');
  expect(document.activeElement).toBe(select);
  await fireEvent.change(select, { target: { value: 'op-update' } });
  await waitFor(() => expect(scoring.labels.at(-1)).toMatchObject({ opId: 'op-update' }));
  await press('u');
  await waitFor(() => expect(scoring.labels.at(-1)?.opId).toBeUndefined());
  await fireEvent.click(screen.getByRole('button', { name: 'Show verdicts again' }));
  await waitFor(() => expect(cell('Case').textContent).toContain(VERDICT.sentence));
  expect(notebook.annotator).toBe('Ana');
});

test('a label without a labeller leads to the Labels cell, which is added', async () => {
  service.verdict = VERDICT;
  await show();
  await fireEvent.click(screen.getByRole('link', { name: /When did Ana adopt her cat/ }));
  await waitFor(() => screen.getByRole('article'));
  await press('4');
  const name = await screen.findByRole('textbox', { name: 'Your name' });
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(screen.getAllByText(/Type your name/).length).toBeGreaterThan(0);
  expect(scoring.labels).toEqual([]);
});

test('the template adds the benchmark with its note, and nothing twice', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: '+ Benchmark template' }));
  await waitFor(() => cell('Benchmark'));
  const kinds = () => notebook.cells.map(({ kind }) => kind);
  expect(kinds().filter((kind) => kind === 'benchmark')).toHaveLength(1);
  expect(kinds().filter((kind) => kind === 'evaluation')).toHaveLength(1);
  const before = kinds();
  notebook.addTemplate();
  expect(kinds()).toEqual(before);
  expect(cell('Evaluation').textContent).toContain('arXiv 2605.28732');
});
