import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toAccountAddress, toFieldAddress, toFieldPath } from '../../../../src/model/address.ts';
import { noChoices } from '../../../../src/model/plan/plan.ts';
import type { RunRecord } from '../../../../src/model/state/run.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { makeTemporaryFolder } from '../../../store/temporary-folder.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    local: {service: {emulator: {world: world.yaml}}}
`;

const summary = {
  accounts: 3,
  accountsWithOperations: 2,
  notPlanned: 0,
  skipped: 0,
  creates: 2,
  updates: 3,
  replaces: 0,
  deletes: 1,
  adopts: 0,
  interrupts: 1,
  secrets: 0,
  waits: 0,
  operations: 9,
  notOffered: [],
  notReadable: 0,
  byHand: 0,
  newWebhookUrls: [],
  existing: 2,
  existingChanged: 2,
};

const tally = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };

function makeRun(id: string, more: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    command: 'apply',
    startedAt: '2026-11-21T18:51:32.000Z',
    author: { user: 'ada', host: 'desk' },
    commit: 'c0ffee'.padEnd(40, '0'),
    approved: {
      plan: 'f00d'.repeat(16),
      options: noChoices,
      summary,
    },
    holder: 'holder',
    resumedAt: [],
    end: {
      at: '2026-11-21T18:52:00.000Z',
      outcome: 'done',
      accounts: { ...tally, done: 3 },
    },
    ...more,
  };
}

async function openProject(runs: readonly RunRecord[]) {
  const directory = makeTemporaryFolder();
  mkdirSync(join(directory, 'accounts'));
  writeFileSync(join(directory, 'cyclectl.yaml'), project);
  const store = openSqliteStore({ file: join(directory, '.cyclectl/local/store.db') });
  for (const run of runs) await store.saveRun(run);
  await store.close();
  return { directory, environment: {} };
}

it('lists what an accept has accepted, at most ten members as text and all as data', async () => {
  const id = '20261121T193500000Z-eeeeee';
  const tallied = { at: '2026-11-21T20:00:00.000Z', accounts: { ...tally, done: 1, planned: 1 } };
  const run = makeRun(id, {
    command: 'accept',
    approved: null,
    reason: 'agreed',
    end: { ...tallied, outcome: 'partial' },
  });
  const project = await openProject([run]);
  const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
  const address = toAccountAddress('northwind');
  const change = toFieldAddress(address, toFieldPath('description'));
  const properties = Array.from({ length: 10 }, (_, at) =>
    toFieldAddress(address, toFieldPath('properties', `p${at}`)),
  );
  const base = { plan: null, before: [], made: [], deleted: [] };
  await store.saveRunAccounts(id, [
    { account: 'contoso', state: 'planned', ...base, accepted: [change] },
    { account: 'northwind', state: 'done', ...base, accepted: properties },
  ]);
  await store.close();
  const { stdout } = await runInProcess(project, 'history');
  const lines = stdout.split('\n').slice(3);
  expect(lines.slice(0, 2)).toEqual([
    '    ? northwind/description, not recorded as accepted',
    '    ~ northwind/properties/p0',
  ]);
  expect(lines.slice(10)).toEqual(['    and 1 more: --format json']);
  const data = await runInProcess(project, 'history', '--format', 'json');
  const [found] = JSON.parse(data.stdout).runs;
  expect(found.accepted).toHaveLength(11);
  expect(found.accepted[0]).toEqual({ address: 'northwind/description', state: 'planned' });
});

it('shows the newest runs first: when, what, how it ended, who, commit, plan, counts', async () => {
  const [first, hour] = ['20261121T185132000Z-7f3a9c', '2026-11-21T20:00:00.000Z'];
  const project = await openProject([
    makeRun(first),
    makeRun('20261121T190000000Z-aaaaaa', {
      commit: `${'abc123'.padEnd(40, '0')}+`,
      end: {
        at: hour,
        outcome: 'partial',
        accounts: { done: 9, begun: 1, failed: 2, refused: 1, planned: 27 },
      },
      resumedAt: [hour, hour],
    }),
    makeRun('20261121T191500000Z-bbbbbb', { command: 'undo', undoes: first, commit: null }),
    makeRun('20261121T193000000Z-cccccc', {
      command: 'unlock',
      approved: null,
      end: { at: hour, outcome: 'done', accounts: tally },
    }),
    makeRun('20261121T193500000Z-eeeeee', {
      command: 'accept',
      approved: null,
      reason: 'agreed "with" Northwind,\nsee ticket 4711',
      end: { at: hour, outcome: 'done', accounts: { ...tally, done: 1 } },
    }),
    makeRun('20261121T194500000Z-dddddd', {
      end: null,
      approvedBy: 'Grace Hopper <grace@contoso.example>',
      ciRun: 'https://github.com/contoso/customers/actions/runs/4711',
    }),
  ]);
  const all = await runInProcess(project, 'history');
  expect(all).toMatchObject({ exitCode: 0, stderr: '' });
  expect(`${all.stdout}\n`).toBe(await readGolden('history/runs.txt', `${all.stdout}\n`));
  for (const line of all.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const two = await runInProcess(project, 'history', '--limit', '2', '--format', 'json');
  const { kind, runs } = JSON.parse(two.stdout);
  expect(kind).toBe('history');
  expect(runs.map(({ id }: RunRecord) => id.slice(-6))).toEqual(['dddddd', 'eeeeee']);
});

it('says that there is none, and that it knows no such environment', async () => {
  const project = await openProject([]);
  expect(await runInProcess(project, 'history')).toMatchObject({
    exitCode: 0,
    stdout: 'No past applies.',
  });
  expect(await runInProcess(project, 'history', '-e', 'prod')).toMatchObject({
    exitCode: 1,
    stdout: '',
  });
});

it('lets no name that came from elsewhere move the cursor, colour the screen, or break the document', async () => {
  const evil = '\u001b[2J\u0007\r\n\u202Eroot\u2028","x":"';
  const project = await openProject([
    makeRun(`20261121T185132000Z-${evil}`, {
      author: { user: evil, host: evil },
      commit: evil,
      command: 'undo',
      undoes: evil,
      approvedBy: evil,
      ciRun: evil,
    }),
  ]);
  const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const text = await runInProcess(project, 'history');
  for (const line of text.stdout.split('\n')) expect(line).not.toMatch(control);
  const json = await runInProcess(project, 'history', '--format', 'json');
  for (const line of json.stdout.split('\n')) expect(line).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(json.stdout).runs[0]).toMatchObject({ approvedBy: evil, ciRun: evil });
});

it('refuses --select, which chooses no runs, as other commands do that choose no accounts', async () => {
  const directory = makeTemporaryFolder();
  writeFileSync(join(directory, 'cyclectl.yaml'), project);
  for (const command of [['history'], ['catalog', 'connectors'], ['unlock', 'northwind']]) {
    const words = [...command, '--select', 'account=northwind'];
    const { exitCode, stdout, stderr } = await runInProcess(
      { directory, environment: {} },
      ...words,
    );
    expect([exitCode, stdout], words.join(' ')).toEqual([1, '']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '--select chooses among accounts, and this command is about the whole environment [wrong-usage]',
    );
  }
});
