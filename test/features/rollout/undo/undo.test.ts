import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { findReportFaults } from '../../../schemas/validators.ts';
import { blueprint, firstName, fleet, RolloutProject, table, waves } from '../rollout-project.ts';

let at: RolloutProject;

beforeEach(async () => {
  at = await RolloutProject.open();
});

describe('rollout undo', () => {
  it('brings the accounts of an open rollout back, then says so, and a fix goes out', async () => {
    await at.edit(fleet, /$/, waves);
    await at.openSecond();
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect(await at.readNames(0)).toEqual(['Second', 'Second']);
    expect((await at.run('rollout', 'undo', 'customers')).exitCode).toBe(1);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'open' });
    const undone = await at.run('rollout', 'undo', 'customers', '--yes', '--reason', 'too slow');
    expect(undone).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('2 accounts brought back'),
    });
    expect(await at.readNames(0)).toEqual([firstName, firstName]);
    const { accounts, rollout } = await at.readStatus();
    expect(accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
    expect(rollout).toMatchObject({ state: 'undone' });
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await at.run('drift')).exitCode).toBe(0);
    expect((await at.run('rollout', 'undo', 'customers', '--yes')).text).toContain('undone before');
    const again = await at.run('rollout', 'undo', 'customers', '--yes', '--format', 'json');
    expect(JSON.parse(again.stdout)).toMatchObject({
      kind: 'rollout',
      fleets: [{ rollout: { state: 'undone' } }],
    });
    expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(3);
    expect((await at.run('history')).text).toMatch(
      /rollout undone .*rollout undo started .*undo \S+ of customers: too slow/,
    );
    expect((await at.openRename('Second', 'Third')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect(await at.readNames(0)).toEqual(['Third', 'Third']);
  });

  it('brings all accounts of a rollout that is done back, but for a row that came later', async () => {
    await at.edit(fleet, /$/, waves);
    await at.openSecond();
    for (let wave = 0; wave < 3; wave += 1) await at.run('rollout', 'continue', 'customers');
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'done' });
    await at.edit(table, /$/, 'west-001,west-001.example,standard,,,West 1,,eu,,\n');
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    const undone = await at.run('rollout', 'undo', 'customers', '--yes');
    expect(undone).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(
        /No earlier revision is recorded of west-001: left on .*12 accounts brought back/,
      ),
    });
    expect(await at.readNames(2)).toEqual([firstName, firstName, firstName, firstName]);
    expect(await at.readName('west-001')).toBe('Second');
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await at.readStatus()).accounts.map((each) => each.accounts).sort()).toEqual([1, 12]);
  });

  it('is refused where a rollout with --rewrite has sent values to accounts that had its revision', async () => {
    await at.edit(fleet, /$/, waves);
    await at.run('rollout', 'open', 'customers', '--rewrite', '--yes');
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const [first = ''] = await at.listMembers(0);
    const refused = await at.run('rollout', 'undo', 'customers', '--yes');
    expect(refused).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(
        new RegExp(
          `no account to bring back: no earlier revision is recorded of ${first}, \\S+ \\[`,
        ),
      ),
    });
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'open' });
  });

  it('has the reason of the undo after that of a stop, and the latter without one of its own', async () => {
    await at.edit(fleet, /$/, waves);
    await at.openSecond();
    await at.run('rollout', 'continue', 'customers');
    await at.run('rollout', 'stop', 'customers', '--reason', 'too slow');
    await at.run('rollout', 'undo', 'customers', '--yes', '--reason', 'a customer called');
    expect((await at.run('rollout', 'status')).text).toContain('undone: a customer called');
    await at.openRename('Second', 'Third');
    await at.run('rollout', 'continue', 'customers');
    await at.run('rollout', 'stop', 'customers', '--reason', 'too slow');
    await at.run('rollout', 'undo', 'customers', '--yes');
    expect((await at.run('rollout', 'status')).text).toContain('undone: too slow');
  });

  it('holds an account whose way back changes more, and goes on when that is gone', async () => {
    await at.edit(fleet, /$/, waves);
    await at.openSecond();
    await at.run('rollout', 'continue', 'customers');
    const [held = '', other = ''] = await at.listMembers(0);
    await at.edit(table, new RegExp(`^(${held},[^,]*,[^,]*,,,[^,]*,,)eu`, 'm'), '$1us');
    const partial = await at.run('rollout', 'undo', 'customers', '--yes');
    expect(partial).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(/is held: .*"eu".*"us".*1 account not brought back/),
    });
    expect(await at.readName(held)).toBe('Second');
    expect(await at.readName(other)).toBe(firstName);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'undoing' });
    const { text } = await at.run('plan');
    expect(text).toMatch(/Run cyclectl .*rollout undo customers/);
    expect(text).not.toContain('rollout continue');
    expect(await at.run('rollout', 'pause', 'customers', '--reason', 'lunch')).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/is undoing, so it cannot be paused/),
    });
    expect((await at.run('rollout', 'open', 'customers', '--yes')).text).toContain(
      '[rollout-refused]',
    );
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(3);
    expect(await at.readName(held)).toBe(firstName);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'undone' });
  });

  it('holds an account in which others changed what the rollout wrote, and shows both values', async () => {
    await at.edit(fleet, /$/, waves);
    await at.openSecond();
    await at.run('rollout', 'continue', 'customers');
    const [held = '', other = ''] = await at.listMembers(0);
    await at.renameByHand(held, 'Edited by hand');
    expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(
        /is held: .*was "Second", is "Edited by hand".*state: was "active", is "paused" →.*1 account not brought/,
      ),
    });
    expect(await at.readName(held)).toBe('Edited by hand');
    expect(await at.readName(other)).toBe(firstName);
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect((await at.run('rollout', 'undo', 'customers', '--yes')).exitCode).toBe(0);
    expect(await at.readName(held)).toBe(firstName);
  });
});

it('stops a cycle that a condition of the earlier revision leaves out', async () => {
  const line = `      displayName: ${firstName}\n`;
  const condition = '      when: account.labels.tier == "none"\n';
  await at.edit(blueprint, line, `${condition}${line}`);
  for (const some of ['account=north-*', 'account=south-*']) {
    const apply = ['apply', '--yes', '--select', some];
    expect((await at.run(...apply)).exitCode).toBe(0);
    expect((await at.run(...apply, '--allow-deletes', '6')).exitCode).toBe(0);
  }
  await at.edit(fleet, /$/, waves);
  await at.edit(blueprint, condition, '');
  expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
  expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
  expect(await at.readNames(0)).toEqual([firstName, firstName]);
  expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('2 accounts brought back'),
  });
  expect((await at.run('plan')).text).toContain('delete 2');
});

it('brings back an account in which a line of the rollout was as the service had it', async () => {
  await at.edit(fleet, /$/, waves);
  await at.edit(blueprint, /( +)state: active\n/, '$&$1logRequests: true\n');
  await at.openSecond();
  expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
  expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('2 accounts brought back'),
  });
  expect(await at.readNames(0)).toEqual([firstName, firstName]);
  expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
});

it('goes on with an undo whose process ended before the first write', async () => {
  await at.edit(fleet, /$/, waves);
  await at.openSecond();
  await at.run('rollout', 'continue', 'customers');
  const store = openSqliteStore({
    file: join(at.project.directory, '.cyclectl/local/store.db'),
  });
  const [rollout] = await store.listRollouts();
  if (rollout === undefined) throw new Error('no rollout');
  const members = (await store.listRolloutAccounts(rollout.id)).filter((each) => each.wave === 0);
  await store.updateRevisions({
    admissions: members.map(({ account, from }) => ({
      account,
      fleet: rollout.fleet,
      revision: from,
      at: rollout.openedAt,
    })),
    rollout: { ...rollout, state: 'undoing' },
    accounts: members.map((each) => ({ ...each, state: 'returning' })),
  });
  await store.close();
  expect(await at.readNames(0)).toEqual(['Second', 'Second']);
  expect(await at.run('rollout', 'continue', 'customers')).toMatchObject({
    exitCode: 3,
    text: expect.stringContaining('2 accounts brought back'),
  });
  expect(await at.readNames(0)).toEqual([firstName, firstName]);
  expect((await at.readStatus()).rollout).toMatchObject({ state: 'undone' });
});

describe('onFailure: undo', () => {
  it('brings the accounts of a failed wave and of those before back in the same step', async () => {
    await at.edit(fleet, /$/, `${waves}    onFailure: undo\n`);
    await at.openSecond();
    await at.run('rollout', 'continue', 'customers');
    const [account = ''] = await at.listMembers(1);
    await at.renameByHand(account, 'Edited by hand');
    expect(await at.run('rollout', 'continue', 'customers')).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(/Undoing the rollout .* brought back/),
    });
    expect(await at.readNames(0)).toEqual([firstName, firstName]);
    expect(await at.readNames(1)).toContain('Edited by hand');
    expect(await at.readNames(1)).not.toContain('Second');
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'undone' });
  });

  it('prints one document of the step and its undo, which is a report of the step', async () => {
    await at.edit(fleet, /$/, `${waves}    onFailure: undo\n`);
    await at.openSecond();
    await at.run('rollout', 'continue', 'customers');
    const [failed = '', fine = ''] = await at.listMembers(1);
    await at.renameByHand(failed, 'Edited by hand');
    const saved = join(at.project.directory, 'saved.json');
    const asked = ['--format', 'json', '--report', `json=${saved}`];
    const step = await at.run('rollout', 'continue', 'customers', ...asked);
    expect(step).toMatchObject({
      exitCode: 3,
      text: expect.stringContaining('The files of --report have the wave;'),
    });
    const printed = JSON.parse(step.stdout);
    expect(findReportFaults(step.stdout)).toEqual([]);
    const list = (report: { readonly accounts: readonly { readonly account: string }[] }) =>
      report.accounts.map(({ account }) => account);
    expect(printed).toMatchObject({ kind: 'apply', undo: { kind: 'apply' } });
    expect(list(printed)).not.toContain(fine);
    expect(list(printed)).not.toContain((await at.listMembers(0))[0]);
    for (const account of await at.listMembers(0)) expect(list(printed.undo)).toContain(account);
    expect(list(JSON.parse(await readFile(saved, 'utf8')))).toEqual(list(printed));
    await at.project.write('step.json', step.stdout);
    const read = await at.run('report', join(at.project.directory, 'step.json'));
    expect(read).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('Nothing was applied'),
    });
  });

  it('is refused where accounts have no earlier revision, which an undo would leave on the new one', async () => {
    await at.edit(fleet, /$/, `${waves}    onFailure: undo\n`);
    await rm(join(at.project.directory, '.cyclectl'), { recursive: true });
    expect(await at.run('rollout', 'open', 'customers', '--yes')).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/: 12 accounts without an earlier revision \[rollout-one-way\]/),
    });
    await at.edit(fleet, '    onFailure: undo\n', '');
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(
        /no account to bring back: no earlier revision is recorded of south-001, south-005 .*rollout stop customers/,
      ),
    });
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'open' });
  });

  it('is refused where objects would be deleted or secrets rotated', async () => {
    await at.edit(fleet, /$/, `${waves}    onFailure: undo\n`);
    await at.edit(blueprint, /\n {2}cycles:[\s\S]*$/, '\n  cycles: {}\n');
    const files = 'password: {file: secrets/files-password.not-a-secret}';
    await at.edit('blueprints/crm-base.yaml', files, files.replace('files-password', 'crm-key'));
    const opened = await at.run('rollout', 'open', 'customers', '--yes', '--allow-deletes', '12');
    expect(opened).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/12 objects to delete, 12 secrets to rotate \[rollout-one-way\]/),
    });
    expect((await at.readStatus()).rollout).toBeNull();
  });
});
