import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './packages.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function candidates() {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['.exe'] : [''];
  const onPath = NAMES.flatMap((name) =>
    path.flatMap((folder) => endings.map((ending) => join(folder, name + ending))),
  );
  return [...onPath, ...PLACES].filter((file) => existsSync(file));
}

/**
 * Some distributions install a stub that only says "install the snap", so a browser must name its
 * version to count. Windows' builds open a window instead of answering, so there the file is
 * enough.
 * @param {string} file
 */
function works(file) {
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/** Playwright's own download, if there is one. */
async function downloaded() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file !== '' && existsSync(file) ? file : undefined;
}

/** The path of a Chrome or Chromium on this machine. `CHROMIUM_PATH` decides when it is set. */
export async function findBrowser() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  return candidates().find(works) ?? (await downloaded());
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  console.log(`> ${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

function isRoot() {
  return process.getuid?.() === 0;
}

function isDebian() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'));
}

/**
 * Finds a browser, or installs one: Debian's package when root on Debian, Playwright's download
 * elsewhere.
 */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  console.log('No Chrome or Chromium found, installing one …');
  if (isRoot() && isDebian()) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', 'chromium']);
    const installed = await findBrowser();
    if (installed) return installed;
  }
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  const dependencies = isRoot() && process.platform === 'linux' ? ['--with-deps'] : [];
  run(process.execPath, [playwright, 'install', ...dependencies, 'chromium']);
  return findBrowser();
}
