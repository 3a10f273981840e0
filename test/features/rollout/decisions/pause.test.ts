import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { findReportFaults } from '../../../schemas/validators.ts';
import { blueprint, fleet, RolloutProject, waves } from '../rollout-project.ts';

let at: RolloutProject;

beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
});

it('does nothing in a paused rollout until it is resumed', async () => {
  await at.openSecond();
  const pause = ['rollout', 'pause', 'customers', '--reason', 'end of the year'];
  expect((await at.run(...pause)).exitCode).toBe(0);
  expect(await at.run('rollout', 'continue', 'customers', '--exit-code')).toMatchObject({
    exitCode: 2,
    text: expect.stringMatching(/is paused: end of the year.* resume customers -C \S+ -e local/),
  });
  expect(await at.run(...pause)).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('was paused before'),
  });
  expect((await at.run('rollout', 'status')).text).toContain('paused: end of the year');
  expect(await at.run('rollout', 'approve', 'customers', '--reason', 'seen')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/rollout resume customers -C \S+ -e local/),
  });
  expect((await at.readStatus()).rollout).toMatchObject({ state: 'paused', admitted: 0 });
  expect(await at.run('rollout', 'open', 'customers', '--yes')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(
      /is not finished .*rollout resume customers .*-e local, or pass --replace/,
    ),
  });
  const resume = ['rollout', 'resume', 'customers', '--reason', 'a new year'];
  expect((await at.run(...resume)).exitCode).toBe(0);
  expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
  expect((await at.readStatus()).rollout).toMatchObject({ state: 'open', admitted: 1 });
  const { text } = await at.run('history');
  expect(text).toMatch(
    /rollout resumed .*resume \S+ of customers \(paused: end of the year\): a new year"/,
  );
  expect(text).toMatch(
    /rollout paused .*pause \S+ of customers: end of the year".*rollout opened /,
  );
});

it('refuses apply --all-waves in the middle of a rollout, then admits all within the limits', async () => {
  expect(await at.run('apply', '--all-waves', '--yes')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/is not finished.*\[rollout-refused\].* -e local --reason TEXT/),
  });
  expect((await at.run('plan', '--all-waves')).text).toContain('is not finished');
  const [waiting = ''] = await at.listMembers(2);
  expect(await at.readName(waiting)).toBe('Contacts to files');
  expect((await at.run('rollout', 'stop', 'customers', '--reason', 'slow')).exitCode).toBe(0);
  await at.edit(blueprint, 'displayName: Second', 'displayName: Third');
  const settings = 'cyclectl.yaml';
  await at.edit(settings, /( +)(service:)/, '$1protect: {maxChangedPercent: 50}\n$1$2');
  expect((await at.run('apply', '--all-waves', '--yes')).text).toContain('[too-many-changes]');
  expect((await at.readStatus()).accounts).toHaveLength(2);
  await expectBusy(['apply', '--all-waves', '--yes']);
  const one = ['apply', '--all-waves', '--yes', '--select', `account=${waiting}`];
  expect(await at.run(...one)).toMatchObject({ exitCode: 0 });
  expect(await at.readName(waiting)).toBe('Third');
  expect((await at.readStatus()).accounts).toHaveLength(3);
  await at.edit(settings, 'maxChangedPercent: 50', 'maxChangedPercent: 100, savedPlanOnly: true');
  expect((await at.run('apply', '--all-waves', '--yes')).text).toMatch(
    /\[saved-plan-only\].*rollout plan customers .*then run: cyclectl rollout open customers/,
  );
  await at.edit(settings, ', savedPlanOnly: true', '');
  const planned = await at.run('plan', '--all-waves', '--exit-code');
  expect(planned.exitCode).toBe(2);
  expect(planned.text).toMatch(/To apply this plan: cyclectl apply -C \S+ -e local --all-waves /);
  const group = /cyclectl (plan -C .*? --all-waves --group 1)/.exec(planned.text)?.[1];
  expect((await at.run(...(group?.split(' ') ?? []))).text).toMatch(/Group 1.*→ "Third"/);
  const data = await at.run('plan', '--all-waves', '--format', 'json');
  expect(findReportFaults(data.stdout)).toEqual([]);
  expect(planned.text).toMatch(/→ "Third".*11 accounts: create 0, update 11, delete 0/);
  expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
  expect(await at.run('plan', '--all-waves', '--out', 'all.plan')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('--all-waves cannot be saved'),
  });
  expect(await at.run('apply', '--all-waves', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await at.readStatus()).accounts).toHaveLength(1);
  expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
});

it('refuses to pause a rollout that has no step left, and a decision without a reason', async () => {
  const pause = ['rollout', 'pause', 'customers', '--reason'];
  expect(await at.run(...pause, 'lunch')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/is stopped, so it cannot be paused.*\[rollout-refused\]/),
  });
  expect(await at.run(...pause, ' ')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('Write why'),
  });
});

it('shows the reason of a pause without the characters that write on a terminal', async () => {
  expect((await at.openRename('Third', 'Fourth')).exitCode).toBe(0);
  const reason = 'lunch\u001b[31m\nall is done';
  await at.run('rollout', 'pause', 'customers', '--reason', reason);
  for (const command of ['status', 'continue']) {
    const { text } = await at.run('rollout', command, 'customers');
    expect(text).toContain('paused: lunch\\u{1b}[31m\\u{a}all is done');
  }
});

it('prints the rollout as one document where a command has no report of its own', async () => {
  const reason = ['--reason', 'lunch'];
  for (const [state, command, ...more] of [
    ['paused', 'pause', ...reason],
    ['paused', 'continue'],
    ['open', 'resume'],
    ['stopped', 'stop', ...reason],
    ['stopped', 'continue'],
  ] as const) {
    const words = ['rollout', command, 'customers', ...more, '--format', 'json'];
    const { exitCode, stdout } = await at.run(...words);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'rollout', fleets: [{ rollout: { state } }] });
  }
});

it('prints the report of the apply alone where a step has one', async () => {
  expect((await at.openRename('Fourth', 'Fifth')).exitCode).toBe(0);
  const { stdout } = await at.run('rollout', 'continue', 'customers', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'apply' });
});

/** Checks that a command waits for another process that works on the rollouts of the fleet. */
async function expectBusy(command: readonly string[]): Promise<void> {
  const store = openSqliteStore({ file: join(at.project.directory, '.cyclectl/local/store.db') });
  const other = { id: 'other', command: 'rollout', user: 'ann', host: 'desk', boot: '', pid: 1 };
  const lock = await store.acquireLock('fleet/customers', other);
  if (lock.kind === 'held') throw new Error('another process has it');
  expect(await at.run(...command, '--lock-timeout', '0s')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(
      /ann on desk has worked on the rollout of customers .*run cyclectl unlock -C \S+ -e local fleet\/customers/,
    ),
  });
  await store.releaseLock('fleet/customers', lock.fence);
  await store.removeHolder(other.id);
  await store.close();
  expect((await at.readStatus()).accounts).toHaveLength(2);
}
