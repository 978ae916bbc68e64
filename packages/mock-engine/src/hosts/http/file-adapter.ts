import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DataStorage, StorageFailedError } from '../../db/storage';
import { singleTab } from '../../db/tabs';
import type { StorageAdapter } from './storage-adapter';

const DATA = 'data';
const CLAIM = '.in-use';
const HALF_WRITTEN = '.half-written';
const HEARTBEAT_MS = 1_000;
/** The heartbeats after which a server that is silent counts as dead. */
const SILENT_BEATS = 4;

/** Null for what does not exist. */
function orNull(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return null;
}

/** A server's right to write to a folder. */
interface Claim {
  /** @throws StorageFailedError if another server has taken over, because this one was suspended */
  require(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Prevents two servers from overwriting each other in one folder. File locks do not work on every system, and process
 * ids mean nothing to another container, so a server writes its random id to a file and touches it at every heartbeat. A
 * server that finds such a file watches it: one that is no longer touched belongs to a dead server.
 *
 * @param heartbeat in milliseconds
 * @throws Error if another running server uses the folder
 */
async function claimFolder(dir: string, heartbeat: number): Promise<Claim> {
  const file = join(dir, CLAIM);
  const own = randomUUID();
  const inUse = () =>
    new Error(`${dir} is in use by another server. Several servers share data with MOCK_STORAGE=redis:URL.`);

  /** The id of the server that has the folder; null if none has. */
  const holder = () => readFile(file, 'utf8').catch(orNull);
  const lastBeat = () => stat(file).then(({ mtimeMs }) => mtimeMs, orNull);

  async function takeOver() {
    const [id, time] = [await holder(), await lastBeat()];
    for (let beat = 0; beat < SILENT_BEATS && (await holder()) !== null; beat += 1) {
      await pause(heartbeat);
      const isAlive = (await lastBeat()) !== time || (await holder()) !== id;
      if (isAlive && (await holder()) !== null) throw inUse();
    }
    await writeFile(file, own);
    // Another server may have done the same; the last one has the folder.
    await pause(heartbeat);
    if ((await holder()) !== own) throw inUse();
  }

  await writeFile(file, own, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    return takeOver();
  });

  async function beat() {
    const now = new Date();
    if ((await holder()) === own) await utimes(file, now, now);
  }
  // A beat that failed is followed by the next one, and each write checks for itself.
  const timer = setInterval(() => void beat().catch(() => undefined), heartbeat);
  timer.unref();

  return {
    async require() {
      const id = await holder();
      // The folder was emptied.
      if (id === null) await writeFile(file, own, { flag: 'wx' });
      else if (id !== own) throw new StorageFailedError(`Another server has taken over ${dir}.`);
    },
    async release() {
      clearInterval(timer);
      // A claim that cannot be removed only makes the next start slower.
      const remove = async () => (await holder()) === own && rm(file, { force: true });
      await remove().catch(() => undefined);
    },
  };
}

/** Writes a temporary file and renames it, so that a killed server never leaves a partial file. */
function wholeFiles(base: string, claim: Claim, temporary: () => string): DataStorage {
  const fileOf = (key: string) => join(base, key.replaceAll(':', '/'));
  return {
    getItem: (key) => readFile(fileOf(key), 'utf8').catch(orNull),
    async setItem(key, text) {
      const target = fileOf(key);
      const beside = temporary();
      await mkdir(dirname(target), { recursive: true });
      await mkdir(dirname(beside), { recursive: true });
      await writeFile(beside, text, 'utf8');
      await claim.require();
      await rename(beside, target);
    },
    async removeItem(key) {
      await claim.require();
      await rm(fileOf(key), { force: true });
    },
    async getKeys() {
      const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch(orNull);
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(base, join(parentPath, name)).replaceAll(sep, ':'));
    },
  };
}

/**
 * Stores data as files; a restarted server continues with it, after a few heartbeats if the last
 * one was killed.
 *
 * @param heartbeat milliseconds between two signs of life; defaults to a second
 * @throws Error if another running server uses the folder
 */
export async function fileAdapter(folder: string, heartbeat = HEARTBEAT_MS): Promise<StorageAdapter> {
  const dir = resolve(folder);
  const halfWritten = join(dir, HALF_WRITTEN);
  await mkdir(dir, { recursive: true });
  const claim = await claimFolder(dir, heartbeat);
  await rm(halfWritten, { recursive: true, force: true });
  // A server that was given up may still be writing there.
  await mkdir(halfWritten, { recursive: true });
  let count = 0;
  const temporary = () => join(halfWritten, String(++count));
  return {
    storage: wholeFiles(join(dir, DATA), claim, temporary),
    tabs: singleTab(),
    close: claim.release,
  };
}
