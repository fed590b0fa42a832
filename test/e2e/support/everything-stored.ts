import type { Page } from '@playwright/test';

/** Every text that the browser keeps or shows for a page, by where it is; bytes read as Latin-1. */
export const everythingIn = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(gather);

async function gather(): Promise<Readonly<Record<string, string>>> {
  const latin1 = new TextDecoder('latin1');
  const storageText = (storage: Storage): string =>
    JSON.stringify(Object.fromEntries(Object.keys(storage).map((k) => [k, storage.getItem(k)])));

  /** Any stored value as text, bytes and files inside it too. */
  const asText = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return latin1.decode(await value.arrayBuffer());
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return latin1.decode(value);
    if (typeof value !== 'object' || value === null) return String(value);
    const parts: string[] = [];
    for (const [key, inner] of Object.entries(value)) parts.push(key, await asText(inner));
    return parts.join('\n');
  };

  const databases = async (): Promise<string> => {
    const parts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('not opened'));
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        parts.push(`${store} ${rows.length} rows`);
        for (const row of rows) parts.push(await asText(row));
      }
      db.close();
    }
    return parts.join('\n');
  };

  const cached = async (): Promise<string> => {
    const parts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  };

  const files = async (folder: FileSystemDirectoryHandle): Promise<string> => {
    const parts: string[] = [];
    for await (const [name, handle] of folder.entries()) {
      parts.push(name);
      if (handle instanceof FileSystemDirectoryHandle) parts.push(await files(handle));
      else if (handle instanceof FileSystemFileHandle)
        parts.push(await asText(await handle.getFile()));
    }
    return parts.join('\n');
  };

  const values = [...document.querySelectorAll('input, textarea')].map((field) =>
    'value' in field ? String(field.value) : '',
  );
  return {
    'local storage': storageText(localStorage),
    'session storage': storageText(sessionStorage),
    IndexedDB: await databases(),
    'Cache API': await cached(),
    'private files': await files(await navigator.storage.getDirectory()),
    page: new XMLSerializer().serializeToString(document),
    fields: values.join('\n'),
    addresses: [
      location.href,
      document.cookie,
      window.name,
      JSON.stringify(history.state),
      ...performance.getEntries().map(({ name }) => name),
    ].join('\n'),
  };
}
