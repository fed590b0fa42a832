import { mount } from 'svelte';
import { connect } from '../notebook/service/client';
import App from './App.svelte';
import './look/tokens.css';
import './look/page.css';
import { MemoryNotebook } from './controllers/notebook.svelte';
import { Page } from './controllers/page.svelte';
import { Theme } from './controllers/theme.svelte';
import { Unexpected } from './controllers/unexpected.svelte';

const unexpected = new Unexpected();
unexpected.listen();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

const connection = connect();
const page = new Page(connection.traces);
const notebook = new MemoryNotebook();
mount(App, {
  target,
  props: { page, notebook, theme: new Theme(), unexpected, banner: undefined },
});
void page.refresh();
