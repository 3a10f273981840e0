import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findReportFaults } from '../../schemas/validators.ts';
import { blueprint, fleet, RolloutProject, table, waves } from './rollout-project.ts';

let at: RolloutProject;

beforeAll(async () => {
  at = await RolloutProject.open();
});

describe('a rollout', () => {
  it('keeps all accounts on their revision until it is opened', async () => {
    await at.edit(fleet, /$/, waves);
    expect((await at.readStatus()).accounts).toHaveLength(1);
    await at.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
    const planned = await at.run('plan', '--exit-code');
    expect(planned).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('has not reached all accounts'),
    });
    expect((await at.run('apply', '--yes')).text).toContain('No changes');
    expect((await at.run('drift')).exitCode).toBe(0);
  });

  it('is planned without being opened', async () => {
    const says = /"Contacts to files" → "Second".*Wave 3, rest: 4 accounts/;
    const planned = await at.run('rollout', 'plan', 'customers');
    expect(planned).toMatchObject({ exitCode: 0, text: expect.stringMatching(says) });
    expect(planned.text).toContain('It stops at the first failed account.');
    expect((await at.readStatus()).rollout).toBeNull();
  });

  it('has a plan as a report that is read again', async () => {
    const planned = await at.run('rollout', 'plan', 'customers', '--format', 'json');
    expect(findReportFaults(planned.stdout)).toEqual([]);
    await at.project.write('rollout.json', planned.stdout);
    const read = await at.run('report', join(at.project.directory, 'rollout.json'));
    expect(read).toMatchObject({ exitCode: 0, text: expect.stringContaining('rollout plan cust') });
  });

  it('is refused where a wave selects no account of the fleet, which other commands warn of', async () => {
    await at.edit(fleet, 'count: 2', 'select: label=teir=trial');
    const says =
      /fleets\/customers\.yaml:\d+:\d+: error: The wave pilot selects label=teir=trial, which .*"tier"/;
    for (const words of [['plan'], ['open', '--yes']] as const) {
      const [verb, ...rest] = words;
      const refused = await at.run('rollout', verb, 'customers', ...rest);
      expect(refused).toMatchObject({ exitCode: 1, text: expect.stringMatching(says) });
      expect(refused.text).not.toContain('warning:');
    }
    expect((await at.readStatus()).rollout).toBeNull();
    expect((await at.run('plan')).exitCode).toBe(0);
    const validated = await at.run('validate');
    expect(validated.text).toContain('warning: The wave pilot selects');
    expect(validated.stdout).toMatch(/^Valid, 1 warning\. \d+ accounts\.$/);
    await at.edit(fleet, 'select: label=teir=trial', 'count: 2');
  });

  it('names a wave whose accounts are in an earlier one', async () => {
    const late = '      - {name: late, select: account=north-001}\n';
    await at.edit(fleet, 'percent: 50}\n', `percent: 100}\n${late}`);
    const { text } = await at.run('rollout', 'plan', 'customers');
    expect(text).toContain('Wave 2, half: 10 accounts');
    expect(text).toContain('The wave late has 0 accounts');
    await at.edit(fleet, `percent: 100}\n${late}`, 'percent: 50}\n');
  });

  it('advises the command that shows each account of its plan', async () => {
    const advised = /cyclectl (rollout plan customers .*?--group 1)/.exec(
      (await at.run('rollout', 'plan', 'customers')).text,
    )?.[1];
    const shown = await at.run(...(advised?.split(' ') ?? []));
    expect(shown).toMatchObject({ exitCode: 0, text: expect.stringContaining('north-006') });
  });

  it('approves its changes with its waves, and changes nothing', async () => {
    const opened = await at.run('rollout', 'open', 'customers', '--yes');
    expect(opened).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/"Contacts to files" → "Second".*Wave 1, pilot: 2 accounts/),
    });
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'open', admitted: 0 });
    expect((await at.run('rollout', 'open', 'customers', '--yes')).text).toContain(
      '[rollout-refused]',
    );
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
  });

  it('admits a wave and applies it, and the others have neither plan nor drift', async () => {
    expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
    const status = await at.run('rollout', 'status');
    expect(status.text).toMatch(/pilot admitted 2 accounts: 2 done.* half waiting 6 accounts/);
    const [first = ''] = await at.listMembers(0);
    const [second = ''] = await at.listMembers(1);
    expect(await at.readName(first)).toBe('Second');
    expect(await at.readName(second)).toBe('Contacts to files');
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await at.run('drift')).exitCode).toBe(0);
    expect(
      (await at.run('explain', `${second}/cycles/contacts-to-files/displayName`)).text,
    ).toMatch(/blueprints\/crm-sync\.yaml \([0-9a-f]{8}\)/);
  });

  it('is a total of status, not a warning', async () => {
    const { text } = await at.run('status');
    expect(text).toMatch(
      /fleet customers: [0-9a-f]{8} in 2 accounts, [0-9a-f]{8} in 10, wave 1 of 3/,
    );
    expect(text).not.toContain('[revision-newer]');
    const data = await at.run('status', '--format', 'json');
    expect(findReportFaults(data.stdout)).toEqual([]);
    expect(JSON.parse(data.stdout).run.fleets).toMatchObject([
      {
        fleet: 'customers',
        revisions: [{ accounts: 2 }, { accounts: 10 }],
        rollout: { state: 'open', admitted: 1, waves: 3 },
      },
    ]);
  });

  it('is not passed by without spec.rollout', async () => {
    await at.edit(fleet, waves, '');
    for (const command of [['plan'], ['apply', '--yes']]) {
      const refused = await at.run(...command);
      expect(refused).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(
          /is not finished, so a fleet without spec\.rollout cannot pass it by/,
        ),
      });
    }
    await at.edit(fleet, /$/, waves);
    expect((await at.readStatus()).accounts.map(({ accounts }) => accounts)).toEqual([2, 10]);
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
  });

  it('lets a change of one row go out by itself, on the revision of the row', async () => {
    const [account = ''] = await at.listMembers(1);
    await at.edit(table, new RegExp(`^(${account},[^,]*,[^,]*,,,[^,]*,,)eu`, 'm'), '$1us');
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(2);
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect(await at.readName(account)).toBe('Contacts to files');
  });

  it('holds an account with a change that was not approved, and stops', async () => {
    const [account = '', other = ''] = await at.listMembers(1);
    await at.renameByHand(account, 'Edited by hand');
    const stopped = await at.run('rollout', 'continue', 'customers');
    expect(stopped).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(/is held: .*Edited by hand.*Stopped the rollout/),
    });
    expect(await at.readName(account)).toBe('Edited by hand');
    expect(await at.readName(other)).toBe('Contacts to files');
    expect(stopped.text).toMatch(/Wrote nothing to the wave half: .*6 accounts: 1 held, 5 waiting/);
    expect(stopped.text).not.toContain('cyclectl plan');
    expect((await at.run('rollout', 'status')).text).toMatch(/1 pilot passed .* 2 half admitted/);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'stopped', admitted: 2 });
    expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(3);
  });

  it('brings a revision that was approved, not one that came later', async () => {
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    await at.edit(blueprint, 'displayName: Second', 'displayName: Third');
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    await at.edit(blueprint, 'displayName: Third', 'displayName: Fourth');
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const [first = ''] = await at.listMembers(0);
    expect(await at.readName(first)).toBe('Third');
  });

  it('passes a row that was removed, and brings one that came later in a last wave', async () => {
    const [gone = ''] = await at.listMembers(2);
    await at.edit(table, new RegExp(`^${gone},.*\n`, 'm'), '');
    await at.edit(table, /$/, 'west-001,west-001.example,standard,,,West 1,,eu,,\n');
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect(await at.readName('west-001')).toBe('Contacts to files');
    expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
    expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
    expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(0);
    expect(await at.readName('west-001')).toBe('Third');
    const { accounts, rollout: ended } = await at.readStatus();
    expect(accounts).toHaveLength(1);
    expect(ended).toMatchObject({ state: 'done' });
    expect((await at.run('rollout', 'status')).text).not.toContain(' admitted ');
    expect(ended?.members).toContainEqual(
      expect.objectContaining({ account: gone, state: 'gone' }),
    );
    expect((await at.run('history')).text).toMatch(/wave pilot.*rollout/);
  });
});

describe('a rollout that leaves accounts behind', () => {
  const proceed = ['rollout', 'continue', 'customers', '--wait'] as const;

  it('is done with exit code 3 where an account that came later is held', async () => {
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    await at.edit(table, /$/, 'west-002,west-002.example,standard,,,West 2,,eu,,\n');
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    await at.renameByHand('west-002', 'Edited by hand');
    expect(await at.run(...proceed)).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(/is done: .*, 1 held\. Not done: west-002 \(held\)\. The next/),
    });
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'done' });
    expect(await at.readName('west-002')).toBe('Edited by hand');
    expect((await at.run(...proceed, '--exit-code')).exitCode).toBe(0);
  });

  it('is done with exit code 3 where the budget allows one of a wave', async () => {
    await at.edit(fleet, '  rollout:\n', '  rollout:\n    budget: 1\n');
    expect((await at.run('apply', '--yes', '--select', 'account=west-002')).exitCode).toBe(0);
    expect((await at.openRename('Fourth', 'Fifth')).exitCode).toBe(0);
    const [account = ''] = await at.listMembers(0);
    await at.renameByHand(account, 'Edited by hand');
    const ended = await at.run(...proceed);
    expect(ended).toMatchObject({
      exitCode: 3,
      text: expect.stringContaining(`${account} (held)`),
    });
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'done' });
  });
});
