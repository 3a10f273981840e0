import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StoreReader } from '../../src/model/ports.ts';
import { findCanaries, forgetSecrets, hasSecrets } from './register.ts';

const found: string[] = [];
const largestFileBytes = 64 * 1024 * 1024;

/** Searches what a command said or left behind; what is found fails the test file at its end. */
export function searchSaid(where: string, content: string | Uint8Array): void {
  for (const { name, form } of findCanaries(content)) found.push(`${name} as ${form} in ${where}`);
}

/** Searches a value that would be printed or kept, as JSON has it, and gives it on. */
export function searchValue<T>(where: string, value: T): T {
  if (hasSecrets()) searchSaid(where, JSON.stringify(value, unfold) ?? '');
  return value;
}

/** Searches all state, in any store. */
export async function searchStore(store: StoreReader): Promise<void> {
  for (const account of await store.listAccounts())
    searchValue('the store', await store.readState(account));
  for (const run of searchValue('the runs of the store', await store.listRuns(1000)))
    for await (const account of store.readRunAccounts(run.id))
      searchValue(`the accounts of run ${run.id}`, account);
}

/** Searches the data that the operating system shows to all users about a process. */
export async function searchProcess(where: string, pid: number): Promise<void> {
  searchSaid(`the command line of ${where}`, await readBytes(`/proc/${pid}/cmdline`));
}

/**
 * Searches the files of a project folder: plans, stores, reports, what was written. Left out are the secrets
 * themselves and what the local service keeps, which was sent to it.
 */
export async function searchFolder(folder: string): Promise<void> {
  const files = await listFiles(folder);
  for (const file of files.filter((path) => !isForSecrets(path))) {
    const path = join(folder, file);
    searchSaid(file, await readBytes(path));
    if (file.endsWith('.db')) searchSaid(`the rows of ${file}`, readRows(path));
  }
}

/** All that was found since the last time; from then on all secrets are forgotten. */
export function takeFindings(): readonly string[] {
  forgetSecrets();
  return [...new Set(found.splice(0))];
}

function isForSecrets(path: string): boolean {
  const parts = path.split(sep);
  return parts[0] === 'secrets' || (parts[0] === '.cyclectl' && parts[2] === 'service');
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const exists = await lstat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!exists) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** The bytes; none where a process has ended or a test took the right to read away. */
async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return (await handle.stat()).size > largestFileBytes
        ? new Uint8Array()
        : await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (['ENOENT', 'EACCES', 'ESRCH', 'EPERM'].includes(String(code))) return new Uint8Array();
    throw error;
  }
}

/** All rows of all tables: a long record is spread over pages, where the bytes of the file do not show it. */
function readRows(path: string): string {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA query_only = ON');
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const name = ({ name }: Record<string, unknown>) => String(name).replaceAll('"', '""');
    return tables
      .flatMap((table) => database?.prepare(`SELECT * FROM "${name(table)}"`).all() ?? [])
      .map((row) => Object.values(row).join('\n'))
      .join('\n');
  } catch (error) {
    // Some tests damage the file; its bytes were searched.
    return String(error);
  } finally {
    database?.close();
  }
}

function unfold(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
