import { beforeAll, describe, expect, it } from 'vitest';
import { findReportFaults } from '../../schemas/validators.ts';
import { blueprint, fleet, RolloutProject, waves } from './rollout-project.ts';

let at: RolloutProject;
let first = '';

beforeAll(async () => {
  at = await RolloutProject.open();
  const all = '$1protect: {maxChangedPercent: 100}\n$1$2';
  await at.edit('cyclectl.yaml', /( +)(service:)/, all);
  first = await readDigits();
});

async function readDigits(): Promise<string> {
  return (await at.readStatus()).written.slice(0, 8);
}

/** Writes the only overrides of the fleet: pins of some accounts. */
async function pin(
  pins: readonly (readonly [account: string, revision: string, until?: string])[],
  environment?: string,
): Promise<void> {
  const only = environment === undefined ? '' : `, environment: ${environment}`;
  const entries = pins.map(
    ([account, revision, until = '2999-12-31']) =>
      `    - account: ${account}\n      pin: {revision: "${revision}", reason: Own migration, owner: anna@example.com, until: ${until}${only}}\n`,
  );
  await at.edit(
    fleet,
    /( {2}overrides:\n(?: {4}.*\n)*)?(?=( {2}rollout:[\s\S]*)?$(?![\s\S]))/,
    entries.length === 0 ? '' : `  overrides:\n${entries.join('')}`,
  );
}

async function listStates(): Promise<ReadonlyMap<string, string>> {
  const { rollout } = await at.readStatus();
  return new Map((rollout?.members ?? []).map(({ account, state }) => [account, state]));
}

describe('a pin in a fleet without a rollout', () => {
  it('holds its account, and the apply of a newer blueprint brings it to the others', async () => {
    await pin([['north-001', first]]);
    await at.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
    expect(await at.run('apply', '--yes', '--select', 'account=north-*')).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(
        /fleets\/customers\.yaml:\d+:\d+: warning: 1 account of the fleet customers is pinned: north-001 on [0-9a-f]{8} until 2999-12-31 \(anna@example\.com\) \[revision-pinned\]/,
      ),
    });
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect(await at.readName('north-001')).toBe('Contacts to files');
    expect(await at.readName('north-002')).toBe('Second');
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await at.run('drift')).exitCode).toBe(0);
    expect((await at.readStatus()).accounts).toMatchObject([{ accounts: 11 }, { accounts: 1 }]);
  });

  it('is named by explain, and counted by status', async () => {
    const { text } = await at.run('explain', 'north-001');
    expect(text).toMatch(
      new RegExp(
        `Pin ${first} until 2999-12-31 anna@example.com fleets/customers.yaml:\\d+:\\d+ Own migration`,
      ),
    );
    expect(text).toContain(`crm-sync.yaml (${first})`);
    expect((await at.run('status')).text).toMatch(/in 11 accounts, [0-9a-f]{8} in 1, 1 pinned/);
    const { stdout } = await at.run('status', '--format', 'json');
    expect(findReportFaults(stdout)).toEqual([]);
    expect(JSON.parse(stdout).run.fleets).toMatchObject([
      { hasWaves: false, pinned: [{ account: 'north-001', owner: 'anna@example.com' }] },
    ]);
  });

  it('is an error of its line that names what the store has, and the other accounts are planned', async () => {
    await pin([['north-001', 'ffffffff']]);
    const planned = await at.run('plan');
    expect(planned.exitCode).toBe(1);
    const error = `north-001 NOT PLANNED .*\\[pin-unknown\\] fleets/customers.yaml:\\d+:\\d+ .* that it has \\([^)]*${first}`;
    expect(planned.text).toMatch(new RegExp(error));
    expect(planned.text).toMatch(/unplanned 1 account/);
  });

  it('is over after its day: a warning names its line, and the next apply takes the account along', async () => {
    await pin([['north-001', first, '2020-02-29']]);
    const applied = await at.run('apply', '--yes');
    expect(applied).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(
        /fleets\/customers\.yaml:\d+:\d+: warning: The pin of north-001 ended on 2020-02-29; .*\[pin-past\]/,
      ),
    });
    expect(await at.readName('north-001')).toBe('Second');
    expect((await at.readStatus()).accounts).toMatchObject([{ accounts: 12 }]);
    await pin([['north-001', first]]);
    expect((await at.run('plan')).text).toContain('[pin-unknown]');
  });
});

describe('a pin in a fleet with a rollout', () => {
  let second = '';

  it('leaves its account out of plan, opening and waves', async () => {
    await pin([]);
    await at.edit(fleet, /$/, waves);
    second = await readDigits();
    await pin([['north-001', second]]);
    await at.edit(blueprint, 'displayName: Second', 'displayName: Third');
    const opened = await at.run('rollout', 'open', 'customers', '--yes');
    expect(opened).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining(
        `Left out: 1 pinned account, north-001 on ${second} until 2999-12-31 (anna@example.com)`,
      ),
    });
    expect((await listStates()).has('north-001')).toBe(false);
    expect((await at.run('rollout', 'plan', 'customers')).text).toContain('1 pinned account');
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
  });

  it('that came after the opening takes an account out of its wave, and counts as no failure', async () => {
    const [done = '', back = ''] = await at.listMembers(0);
    const [waiting = '', removed = ''] = await at.listMembers(1);
    const third = await readDigits();
    const held = [
      ['north-001', second],
      [done, third],
      [back, second],
      [waiting, second],
    ] as const;
    const accountsBefore = (await at.readStatus()).accounts;
    await pin([...held, [removed, second]]);
    const status = await at.run('rollout', 'status');
    expect((await at.readStatus()).accounts).toEqual(accountsBefore);
    expect((await at.run('status')).text).toContain('5 pinned, wave 1 of 3');
    const { stdout } = await at.run('status', '--format', 'json');
    expect(findReportFaults(stdout)).toEqual([]);
    expect(JSON.parse(stdout).run.fleets[0].pinned).toContainEqual(
      expect.objectContaining({
        account: back,
        revision: expect.stringMatching(second),
        on: expect.stringMatching(third),
      }),
    );
    expect(status.text).toContain('pilot admitted 2 accounts: 1 done, 1 pinned');
    expect(status.text).toMatch(/Pinned: 5 accounts: north-001 on [0-9a-f]{8} until /);
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect(await at.readName(back)).toBe('Second');
    expect((await at.readStatus()).accounts).not.toEqual(accountsBefore);
    expect((await at.run('rollout', 'continue', 'customers')).text).toContain('2 pinned');
    expect(await at.readName(waiting)).toBe('Second');
    await pin(held);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect(await at.readName(removed)).toBe('Third');
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
  });

  it('keeps an undo from its account', async () => {
    const [done = '', back = ''] = await at.listMembers(0);
    const undone = await at.run('rollout', 'undo', 'customers', '--yes');
    expect(undone).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/Pinned, and left as they are: north-001, .*Undid the rollout/),
    });
    const states = await listStates();
    expect([states.get(done), states.get(back)]).toEqual(['done', 'pinned']);
    expect([...states.values()]).not.toContain('failed');
    expect(await at.readName(done)).toBe('Third');
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
  });

  it('holds in apply --all-waves, and ends with the next rollout', async () => {
    const [done = '', back = ''] = await at.listMembers(0);
    const third = await readDigits();
    const held = [
      ['north-001', second],
      [done, third],
      [back, second],
    ] as const;
    await pin(held);
    await at.edit(blueprint, 'displayName: Third', 'displayName: Fourth');
    expect((await at.run('apply', '--all-waves', '--yes')).exitCode).toBe(0);
    expect(await at.readName('north-001')).toBe('Second');
    expect(await at.readName(done)).toBe('Third');
    expect((await at.readStatus()).accounts).toMatchObject([
      { accounts: 9 },
      { accounts: 2 },
      { accounts: 1 },
    ]);
    await pin(held.map(([account, revision]) => [account, revision, '2020-02-29']));
    expect((await at.run('apply', '--yes')).text).toContain('No changes');
    expect(await at.readName('north-001')).toBe('Second');
    const opened = await at.run('rollout', 'open', 'customers', '--yes');
    expect(opened.text).toMatch(/\[pin-past\].*for 3 accounts/);
    expect([...(await listStates()).keys()].sort()).toEqual(['north-001', done, back].sort());
  });

  it('is recorded at the end of a rollout, so that its account stays there until the next one', async () => {
    await pin([['north-001', second]]);
    for (const code of [2, 0])
      expect((await at.run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(code);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'done' });
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    await pin([]);
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    expect(await at.readName('north-001')).toBe('Second');
    expect((await at.readStatus()).accounts).toMatchObject([{ accounts: 11 }, { accounts: 1 }]);
  });
});

describe('a pin in a project of two environments', () => {
  let digits = '';

  beforeAll(async () => {
    at = await RolloutProject.open();
    const other =
      '$&    other: {protect: {maxChangedPercent: 100}, service: {emulator: {world: world.yaml}}}\n';
    await at.edit('cyclectl.yaml', / {2}environments:\n/, other);
    digits = await readDigits();
    await at.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
    expect((await at.run('apply', '--yes', '--environment', 'other')).exitCode).toBe(0);
  });

  it('is an error where the store does not have its revision, which says the key to add', async () => {
    await pin([['north-001', digits]]);
    expect((await at.run('plan')).text).not.toContain('[pin-unknown]');
    const planned = await at.run('plan', '--environment', 'other');
    expect(planned).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/\[pin-unknown\].*another environment, add environment: NAME/),
    });
  });

  it('holds in the environment that it names, and is nothing in the other', async () => {
    await pin([['north-001', digits]], 'local');
    const elsewhere = await at.run('plan', '--environment', 'other', '--exit-code');
    expect(elsewhere.exitCode).toBe(0);
    expect(elsewhere.text).not.toMatch(/pin-|pinned/);
    expect((await at.run('explain', 'north-001', '--environment', 'other')).text).not.toContain(
      'Pin ',
    );
    expect((await at.run('plan')).text).toContain('[revision-pinned]');
    expect((await at.run('explain', 'north-001')).text).toContain(`Pin ${digits}`);
    await pin([['north-001', digits, '2020-02-29']], 'local');
    expect((await at.run('plan', '--environment', 'other')).text).not.toContain('[pin-past]');
    expect((await at.run('plan')).text).toContain('[pin-past]');
  });
});
