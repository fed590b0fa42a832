import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ version?: string, optional?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined} path → entry
 */
function readLock(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * True when node_modules holds exactly the versions of package-lock.json. npm keeps its own record
 * of what it installed, so no marker file of ours can go stale. Optional packages of other
 * platforms may be absent.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const wanted = readLock(`${folder}/package-lock.json`) ?? {};
  const present = readLock(`${folder}/node_modules/.package-lock.json`);
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    return path === '' || (found ? found.version === entry.version : entry.optional === true);
  });
}

/** Installs the locked packages when they are missing or the lock file changed since. */
export function ensurePackages() {
  if (isInstalled(root)) return;
  console.log('Installing packages …');
  // npm names its own script, which also works where `npm` is a shell wrapper (Windows).
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('npm ci failed; see its output above.');
}
