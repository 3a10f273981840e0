import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { listRuns, runOnOneLine } from '../../../support/run-on-one-line.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';
import { makeTwin } from './make-twin.ts';

let project: Project & { readonly emulator: Emulator };
let since: number;

const mailer = 'northwind/cycles/contacts-to-mailer';

beforeAll(async () => {
  project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
});

// All is there as the manifests say, and nothing of it is remembered.
beforeEach(async () => {
  await rm(join(project.directory, '.cyclectl/local'), { recursive: true });
  since = project.emulator.requests().length;
});

function countWrites(): number {
  const sent = project.emulator.requests().slice(since);
  return sent.filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token').length;
}

describe('adopt --all', () => {
  it('shows what it would bind, and binds nothing without a terminal for the question', async () => {
    const shown = await runOnOneLine(project, 'adopt', '--all');
    expect(shown.exitCode).toBe(1);
    expect(shown.text).toContain('northwind 6 to adopt');
    expect(shown.text).toMatch(/= connectors\/crm to "crm" \(\d+\)/);
    expect(shown.text).toContain('to adopt 10 objects; sends nothing');
    expect(shown.text).toContain('Nothing was done: there is no terminal to ask on.');
    expect((await runOnOneLine(project, 'state', 'list')).stdout).toBe('');
    expect(await listRuns(project)).toEqual([]);
  });

  it('binds it without a write, and the history says so', async () => {
    const bound = await runOnOneLine(
      project,
      'adopt',
      '--all',
      '--yes',
      '--select',
      'account=northwind',
    );
    expect(bound.exitCode).toBe(0);
    expect(bound.text).toContain('6 objects of 1 account are bound now; nothing was sent.');
    expect(bound.text).toContain('left out 1 account by --select');
    expect((await runOnOneLine(project, 'adopt', '--all', '--yes')).text).toContain(
      'contoso 4 to adopt',
    );
    expect((await runOnOneLine(project, 'adopt', '--all', '--yes')).text).toContain(
      'to adopt nothing',
    );
    expect(countWrites()).toBe(0);
    expect((await runOnOneLine(project, 'plan', '--exit-code')).exitCode).toBe(0);
    expect((await runOnOneLine(project, 'plan')).text).not.toContain('adopt');
    expect(await listRuns(project)).toMatchObject([{ command: 'adopt' }, { command: 'adopt' }]);
    expect((await runOnOneLine(project, 'resume')).text).toContain('no run is unfinished');
    expect((await runOnOneLine(project, 'undo', '--yes')).text).toContain(
      'there is no run to undo',
    );
  });

  it('leaves what is not clear alone, and does the rest of its account and the others', async () => {
    const twin = await makeTwin(project.emulator);
    const bound = await runOnOneLine(project, 'adopt', '--all', '--yes');
    expect(bound.exitCode).toBe(3);
    expect(bound.text).toContain('northwind 5 to adopt, SKIPPED in part');
    expect(bound.text).toContain(`(${twin})`);
    expect(bound.text).toContain(`cyclectl adopt -e local ${mailer} ID`);
    expect(bound.text).toContain('9 objects of 2 accounts are bound now');
    expect((await runOnOneLine(project, 'adopt', '--all', '--yes')).exitCode).toBe(1);
    expect(await runOnOneLine(project, 'adopt', mailer, twin)).toMatchObject({ exitCode: 0 });
    const rest = await runOnOneLine(project, 'adopt', '--all', '--yes');
    expect(rest.exitCode).toBe(0);
    expect(rest.text).toContain('to adopt nothing');
    const there = { path: `/v1.0/cycles/${twin}`, account: quickstartIds.northwind };
    await consoleRequest(project.emulator, { method: 'DELETE', ...there });
  });

  it('gives one document to who reads the data', async () => {
    const asked = await runOnOneLine(project, 'adopt', '--all', '--format', 'json');
    expect(asked.exitCode).toBe(1);
    const shown = JSON.parse(asked.stdout);
    expect(shown).toMatchObject({ kind: 'adopt', run: { notBegun: 'nobody-to-ask' } });
    expect(shown.accounts).toMatchObject([
      { account: 'contoso', bound: [], missing: 0 },
      { account: 'northwind', bound: [], missing: 0 },
    ]);
    const done = await runOnOneLine(project, 'adopt', '--all', '--yes', '--format', 'json');
    const { accounts } = JSON.parse(done.stdout);
    expect(accounts[1].bound).toEqual(shown.accounts[1].found);
  });
});

describe('adopt ADDRESS LIVE', () => {
  it('binds one, and says so again', async () => {
    const first = await runOnOneLine(project, 'adopt', mailer, 'Contacts to mailer');
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.text).toContain('northwind is bound to "Northwind Traders" (northwind-8812).');
    expect(first.text).toContain(`${mailer} is bound to "Contacts to mailer" (`);
    const again = await runOnOneLine(project, 'adopt', mailer, 'Contacts to mailer');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.text).toContain(`${mailer} was bound already to "Contacts to mailer" (`);
    expect((await listRuns(project)).length).toBe(1);
    expect(countWrites()).toBe(0);
    const read = await runOnOneLine(
      project,
      'adopt',
      mailer,
      'Contacts to mailer',
      '--format',
      'json',
    );
    expect(JSON.parse(read.stdout)).toMatchObject({
      kind: 'adopt',
      accounts: [{ account: 'northwind', found: [{ address: mailer, kind: 'cycle' }], bound: [] }],
    });
  });

  it('refuses what is no address, no entry, nothing, or not said', async () => {
    for (const [args, says] of [
      [['northwind/timezone', 'UTC'], 'settings are adopted with their object'],
      [['northwind/connectors/crm/customCategories/x', '1'], 'state settle northwind/connectors'],
      [['nortwind', 'x'], 'Nearest names: "northwind"'],
      [
        ['northwind/connectors/cmr', 'crm'],
        'No manifest of this environment declares northwind/connectors/cmr',
      ],
      [['northwind/connectors/crm', ''], 'Write cyclectl adopt ADDRESS LIVE'],
      [['northwind/connectors/crm'], 'Write cyclectl adopt ADDRESS LIVE'],
      [['northwind/connectors/crm', 'crm', '--all'], '--all and an address cannot be combined'],
      [['northwind/connectors/crm', 'crm', '--yes'], 'Remove --select and --yes'],
      [['northwind/connectors/crm', 'mailer'], 'is a "Sample Mailer", but the entry declares'],
      [[mailer, 'Contacts to files'], 'belongs to the cycle contacts-to-files'],
      [[], 'Write cyclectl adopt ADDRESS LIVE'],
    ] as const) {
      const { exitCode, text } = await runOnOneLine(project, 'adopt', ...args);
      expect([args, exitCode]).toEqual([args, 1]);
      expect(text).toContain(says);
    }
    expect((await runOnOneLine(project, 'state', 'list')).stdout).toBe('');
  });

  it('says who works on the account, and binds nothing of it', async () => {
    await runOnOneLine(project, 'adopt', 'northwind', 'northwind-8812');
    const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
    const { holder } = makeSession();
    await store.heartbeat(holder);
    await store.acquireLock('northwind', holder);
    const { exitCode, text } = await runOnOneLine(project, 'adopt', mailer, 'Contacts to mailer');
    expect(exitCode).toBe(1);
    expect(text).toContain('northwind is locked by tester on here');
    expect(text).toContain('Wait until that run ends, and adopt again.');
    await store.removeHolder(holder.id);
    await store.close();
    expect(await runOnOneLine(project, 'adopt', mailer, 'Contacts to mailer')).toMatchObject({
      exitCode: 0,
    });
  });
});
