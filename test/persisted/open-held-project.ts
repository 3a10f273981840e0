import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSqlite } from '../../src/kit/load-sqlite.ts';
import { copyProject, type Project } from '../support/run-cyclectl.ts';

/** The project that 0.1.0 left behind; test/golden/persisted/README.md says how it was made. */
export const heldProject = fileURLToPath(new URL('../golden/persisted/held', import.meta.url));

/** The embedded service, the store and its key: where a project has them, and the file that they are kept in here. */
const kept = [
  { from: 'store.sql', to: 'store.db' },
  { from: 'service.sql', to: 'service/service.db' },
] as const;

/** A copy of that project in a folder of its own, with its store and the data of its service. */
export async function openHeldProject(): Promise<Project> {
  const project = await copyProject({ directory: heldProject });
  const own = join(project.directory, '.cyclectl/local');
  await mkdir(own, { recursive: true });
  for (const { from, to } of kept) await loadDump(join(heldProject, from), join(own, to));
  await cp(join(heldProject, 'for-tests-only.secret.key'), join(own, 'secret.key'));
  return project;
}

/** Makes a database of SQLite from its dump. */
export async function loadDump(dump: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(file);
  database.exec(await readFile(dump, 'utf8'));
  database.close();
}
