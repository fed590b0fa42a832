import { mount } from 'svelte';
import { connect } from '../notebook/service/client';
import { Modelling } from './controllers/modelling.svelte';
import { Page } from './controllers/page.svelte';
import { Unexpected } from './controllers/unexpected.svelte';
import './look/page.css';
import './look/tokens.css';
import Start from './Start.svelte';

const unexpected = new Unexpected();
unexpected.listen();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
const connection = connect();
const page = new Page(connection.traces, connection.scoring);
page.explorer = connection.explorer;
page.reports = connection.reports;
page.runs = connection.runs;
page.lab = connection.lab;
page.replays = connection.replays;
page.modelling = new Modelling((port) => connection.useModels(port));
mount(Start, { target, props: { connection, page, unexpected } });
