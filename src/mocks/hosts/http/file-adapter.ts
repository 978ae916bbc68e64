import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs-lite';
import { type StorageAdapter, sharedLocks } from './storage-adapter';

/** Names with a dot can't be tenants. */
const CLAIM = '.in-use';
const HALF_WRITTEN = '.half-written';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Prevents two servers from overwriting each other in one folder: file locks do not work on every system. */
function claim(dir: string): () => void {
  const file = join(dir, CLAIM);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(file, 'utf8'));
    if (Number.isInteger(holder) && holder > 0 && isRunning(holder)) {
      throw new Error(
        `${dir} is in use by process ${holder}. Several servers share data with MOCK_STORAGE=redis:URL.`,
      );
    }
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}

/** Writes a temporary file and renames it, so that a killed server never leaves a partial file. */
function wholeFiles(base: string, temporary: (key: string) => string): Driver {
  const files = fsDriver({ base });
  return {
    ...files,
    async setItem(key, value) {
      const target = join(base, key.replaceAll(':', '/'));
      const beside = temporary(key);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(beside, value, 'utf8');
      await rename(beside, target);
    },
  };
}

/**
 * Stores data as files, one folder per tenant; a restarted server continues with it.
 *
 * @throws Error if another running server uses the folder
 */
export function fileAdapter(folder: string): StorageAdapter {
  const dir = resolve(folder);
  const halfWritten = join(dir, HALF_WRITTEN);
  mkdirSync(dir, { recursive: true });
  const release = claim(dir);
  rmSync(halfWritten, { recursive: true, force: true });
  mkdirSync(halfWritten);
  const tabsOf = sharedLocks();
  let count = 0;
  const temporary = () => join(halfWritten, String(++count));
  return {
    open: (tenant) => ({
      storage: createStorage({ driver: wholeFiles(join(dir, tenant), temporary) }),
      tabs: tabsOf(tenant),
    }),
    forget: (tenant) => rm(join(dir, tenant), { recursive: true, force: true }),
    close: async () => release(),
  };
}
