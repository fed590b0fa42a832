import { spawn } from 'node:child_process';
import { root } from './packages.mjs';

// A stage that takes longer hangs, and a report of the others is worth more than waiting.
const STAGE_TIMEOUT_MS = 10 * 60_000;

const INTERRUPTS = ['SIGINT', 'SIGTERM'];

// Colour codes make a log file hard to read; some tools write them whenever CI is set.
const plain = process.stdout.isTTY || process.env['FORCE_COLOR'] ? {} : { NO_COLOR: '1' };

/**
 * Runs one tool of node_modules with Node and says whether it exited with 0. A quiet stage shows
 * its output only when it fails.
 * @param {string} script path of the tool inside node_modules
 * @param {string[]} args
 * @param {{ quiet: boolean, env?: Record<string, string> }} options
 * @returns {Promise<boolean>}
 */
export function runTool(script, args, { quiet, env = {} }) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, [`${root}/node_modules/${script}`, ...args], {
      cwd: root,
      env: { ...process.env, ...plain, ...env },
      stdio: ['ignore', output, output],
      // A group of its own, so that a hanging tool dies together with the browsers and servers it
      // started.
      detached: process.platform !== 'win32',
    });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const stop = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch (error) {
        console.error(`Could not stop ${script}: ${String(error)}`);
      }
    };
    const timer = setTimeout(() => {
      console.error(
        `${script} ran longer than ${STAGE_TIMEOUT_MS / 60_000} minutes and was stopped.`,
      );
      stop();
    }, STAGE_TIMEOUT_MS);
    const interrupt = () => {
      stop();
      process.exit(130);
    };
    for (const signal of INTERRUPTS) process.once(signal, interrupt);
    child.once('error', (error) => console.error(String(error)));
    child.once('close', (code) => {
      clearTimeout(timer);
      for (const signal of INTERRUPTS) process.off(signal, interrupt);
      if (code !== 0) process.stdout.write(Buffer.concat(chunks));
      resolve(code === 0);
    });
  });
}
