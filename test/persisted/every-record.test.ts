import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSqlite } from '../../src/kit/load-sqlite.ts';
import { openTestDatabase } from '../postgres/open-test-database.ts';
import type { Project } from '../support/run-cyclectl.ts';
import { runOnOneLine } from '../support/run-on-one-line.ts';
import { listDataKeys } from './list-data-keys.ts';
import { loadDump, openHeldProject } from './open-held-project.ts';
import { pinLines } from './pin-lines.ts';

// A store of 0.1.0 with a record of each kind, as SQLite, as PostgreSQL and as an export. They are never made again.

const folder = fileURLToPath(new URL('../golden/persisted/every-record', import.meta.url));
const shared = '\n      store: {postgres: {env: DATABASE_URL}}';

let project: Project;
let file: string;

beforeAll(async () => {
  project = await openHeldProject();
  const own = join(project.directory, '.cyclectl/local');
  await rm(own, { recursive: true });
  await mkdir(own, { recursive: true });
  file = join(own, 'store.db');
  await loadDump(join(folder, 'store.sql'), file);
});

async function exportState(from: Project, name: string): Promise<string> {
  const path = join(from.directory, name);
  expect(await runOnOneLine(from, 'state', 'export', path)).toMatchObject({ exitCode: 0 });
  return readFile(path, 'utf8');
}

function readKept(): Promise<string> {
  return readFile(join(folder, 'state.jsonl'), 'utf8');
}

type Entry = {
  readonly digest?: string;
  readonly record?: { readonly applied?: Readonly<Record<string, { readonly origin?: string }>> };
};

/** The lines of an export without its digest, which goes over all of them. */
function readEntries(text: string): readonly Entry[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line, (key, value) => (key === 'digest' ? undefined : value)));
}

/** Looks that an export has what that of then has, and beyond it an origin of each applied value (decision 0029). */
async function expectAsThen(text: string): Promise<void> {
  const applied = readEntries(text).flatMap(({ record }) => Object.values(record?.applied ?? {}));
  expect(new Set(applied.map(({ origin }) => origin))).toEqual(new Set(['sent', 'assumed']));
  const without = text.replaceAll(/,"origin":"(sent|read|assumed)"/g, '');
  expect(readEntries(without)).toEqual(readEntries(await readKept()));
}

describe('the store of then', () => {
  it('has a row in each table, with every key and kind that it had then', async () => {
    const { DatabaseSync } = loadSqlite();
    const database = new DatabaseSync(file, { readOnly: true });
    const list = (text: string) => database.prepare(text).all();
    const lines = list("SELECT name FROM sqlite_schema WHERE type = 'table'").flatMap(({ name }) =>
      list(`SELECT * FROM ${String(name)}`).flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          listDataKeys(
            `${String(name)}.${column}`,
            column === 'record' ? JSON.parse(String(value)) : value,
          ),
        ),
      ),
    );
    database.close();
    await pinLines('store-rows', lines);
  });

  it('is read by the commands that show it', async () => {
    const listed = await runOnOneLine(project, 'state', 'list', '--format', 'json');
    expect(listed.exitCode, listed.text).toBe(0);
    const { accounts } = JSON.parse(listed.stdout);
    expect(accounts.map(({ account }: { account: string }) => account)).toEqual([
      '_templates',
      'contoso',
      'northwind',
    ]);
    const { stdout } = await runOnOneLine(project, 'history', '--format', 'json');
    expect(JSON.parse(stdout).runs.map(({ command }: { command: string }) => command)).toEqual([
      'apply',
      'accept-address',
      'unlock',
      'adopt',
      'import',
      'apply',
      'undo',
      'destroy',
      'apply',
    ]);
    const trend = await runOnOneLine(project, 'drift', '--trend', '--format', 'json');
    expect(JSON.parse(trend.stdout).runs).toHaveLength(1);
    const open = JSON.parse(
      (await runOnOneLine(project, 'resume', '--status', '--format', 'json')).stdout,
    );
    // The create of a template is of no account, and the next import ends it.
    expect(open.objects).toHaveLength(10);
    expect(open.locks).toMatchObject([{ account: 'contoso' }]);
  });

  it('is exported as it was exported then, and imported into a new store', async () => {
    const lines = (await readKept()).trimEnd().split('\n');
    await pinLines(
      'state-export',
      lines.flatMap((line) => listDataKeys('', JSON.parse(line))),
    );
    const exported = await exportState(project, 'state.jsonl');
    await expectAsThen(exported);
    const fresh = await openHeldProject();
    await rm(join(fresh.directory, '.cyclectl/local/store.db'));
    const imported = await runOnOneLine(fresh, 'state', 'import', join(folder, 'state.jsonl'));
    expect(imported.exitCode, imported.text).toBe(0);
    expect(await exportState(fresh, 'state.jsonl')).toBe(exported);
  });

  it('is the same where it is shared', async () => {
    const database = await openTestDatabase();
    await database.run(await readFile(join(folder, 'store.postgres.sql'), 'utf8'));
    const other: Project = {
      ...(await openHeldProject()),
      environment: { DATABASE_URL: database.url.reveal() },
    };
    await other.edit('cyclectl.yaml', '\n    local:', `\n    local:${shared}`);
    await expectAsThen(await exportState(other, 'state.jsonl'));
    const open = JSON.parse(
      (await runOnOneLine(other, 'resume', '--status', '--format', 'json')).stdout,
    );
    expect(open.locks).toMatchObject([{ account: 'contoso' }]);
    const trend = await runOnOneLine(other, 'drift', '--trend', '--format', 'json');
    expect(JSON.parse(trend.stdout).runs).toHaveLength(1);
    // What writes brings the schema up to the one of now.
    const unlocked = await runOnOneLine(other, 'unlock', 'contoso', '--yes');
    expect(unlocked.exitCode, unlocked.text).toBe(0);
  });
});
