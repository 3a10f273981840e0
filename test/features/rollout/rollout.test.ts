import { beforeAll, describe, expect, it } from 'vitest';
import { expectSample } from '../../docs/expect-sample.ts';
import { copyExample, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

let project: Project;

async function run(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...words);
  return { exitCode, stdout, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

const table = 'fleets/customers.csv';
const fleet = 'fleets/customers.yaml';
const blueprint = 'blueprints/crm-sync.yaml';

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const before = (await readProjectFile(project, path)) ?? '';
  expect(before).toMatch(from);
  await project.write(path, before.replace(from, to));
}

type Status = {
  readonly fleets: readonly {
    readonly written: string;
    readonly accounts: readonly { readonly revision: string | null; readonly accounts: number }[];
    readonly rollout: {
      readonly state: string;
      readonly admitted: number;
      readonly members: readonly {
        readonly account: string;
        readonly wave: number;
        readonly state: string;
      }[];
    } | null;
  }[];
};

async function readStatus() {
  const { stdout } = await run('rollout', 'status', '--format', 'json');
  const [first] = (JSON.parse(stdout) as Status).fleets;
  if (first === undefined) throw new Error('no fleet');
  return first;
}

async function listMembers(wave: number): Promise<readonly string[]> {
  const { rollout } = await readStatus();
  return (rollout?.members ?? [])
    .filter((each) => each.wave === wave)
    .map(({ account }) => account);
}

type Cycle = { readonly Id: string; readonly Name: string };

async function request(account: string, method: string, ...rest: readonly string[]) {
  const words = ['emulator', 'request', '--account', account, method, ...rest];
  const { stdout } = await runInProcess(project, ...words);
  return JSON.parse(stdout.slice(stdout.search(/[[{"n]/))) as unknown;
}

async function readName(account: string): Promise<string> {
  const [cycle] = (await request(account, 'GET', '/v1.0/cycles')) as readonly Cycle[];
  return cycle?.Name ?? '';
}

const rollout = `  rollout:
    waves:
      - {name: pilot, count: 2}
      - {name: half, percent: 50}
`;

beforeAll(async () => {
  project = await copyExample('fleet');
  const rows = (await readProjectFile(project, table)) ?? '';
  const [head = '', ...lines] = rows.split('\n');
  const some = lines.filter((line) => /^(north|south)-00[1-6],/.test(line));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  await edit(fleet, / {2}overrides:[\s\S]*$/, '');
  expect((await run('apply', '--yes')).exitCode).toBe(0);
});

describe('a rollout', () => {
  it('keeps all accounts on their revision until it is opened', async () => {
    await edit(fleet, /$/, rollout);
    expect((await readStatus()).accounts).toHaveLength(1);
    await edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
    const planned = await run('plan', '--exit-code');
    expect(planned).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('has not reached all accounts'),
    });
    expect((await run('apply', '--yes')).text).toContain('No changes');
    expect((await run('drift')).exitCode).toBe(0);
  });

  it('is planned without being opened', async () => {
    const says = /"Contacts to files" → "Second".*Wave 3, rest: 4 accounts/;
    const planned = await run('rollout', 'plan', 'customers');
    expect(planned).toMatchObject({ exitCode: 0, text: expect.stringMatching(says) });
    expect((await readStatus()).rollout).toBeNull();
  });

  it('approves its changes with its waves, and changes nothing', async () => {
    const opened = await run('rollout', 'open', 'customers', '--yes');
    expect(opened).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/"Contacts to files" → "Second".*Wave 1, pilot: 2 accounts/),
    });
    expect((await readStatus()).rollout).toMatchObject({ state: 'open', admitted: 0 });
    expect((await run('rollout', 'open', 'customers', '--yes')).text).toContain(
      '[rollout-refused]',
    );
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
  });

  it('admits a wave and applies it, and the others have neither plan nor drift', async () => {
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
    const status = await run('rollout', 'status');
    await expectSample(status.stdout, 'docs/guides/roll-out-changes.md', 'customers');
    const [first = ''] = await listMembers(0);
    const [second = ''] = await listMembers(1);
    expect(await readName(first)).toBe('Second');
    expect(await readName(second)).toBe('Contacts to files');
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await run('drift')).exitCode).toBe(0);
    expect((await run('explain', `${second}/cycles/contacts-to-files/displayName`)).text).toMatch(
      /blueprints\/crm-sync\.yaml \([0-9a-f]{8}\)/,
    );
  });

  it('lets a change of one row go out by itself, on the revision of the row', async () => {
    const [account = ''] = await listMembers(1);
    await edit(table, new RegExp(`^(${account},[^,]*,[^,]*,,,[^,]*,,)eu`, 'm'), '$1us');
    expect((await run('plan', '--exit-code')).exitCode).toBe(2);
    expect((await run('apply', '--yes')).exitCode).toBe(0);
    expect(await readName(account)).toBe('Contacts to files');
  });

  it('holds an account with a change that was not approved, and stops', async () => {
    const [account = '', other = ''] = await listMembers(1);
    const [cycle] = (await request(account, 'GET', '/v1.0/cycles')) as readonly Cycle[];
    await request(account, 'PUT', `/v1.0/cycles/${cycle?.Id}/deactivate`, '{}');
    const body = JSON.stringify({ Name: 'Edited by hand' });
    await request(account, 'PUT', `/v1.0/cycles/${cycle?.Id}`, body);
    const stopped = await run('rollout', 'continue', 'customers');
    expect(stopped).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(/is held: .*Edited by hand.*Stopped the rollout/),
    });
    expect(await readName(account)).toBe('Edited by hand');
    expect(await readName(other)).toBe('Second');
    expect((await readStatus()).rollout).toMatchObject({ state: 'stopped', admitted: 2 });
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(3);
  });

  it('brings a revision that was approved, not one that came later', async () => {
    expect((await run('apply', '--yes')).exitCode).toBe(0);
    await edit(blueprint, 'displayName: Second', 'displayName: Third');
    expect((await run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    await edit(blueprint, 'displayName: Third', 'displayName: Fourth');
    expect((await run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const [first = ''] = await listMembers(0);
    expect(await readName(first)).toBe('Third');
  });

  it('passes a row that was removed, and brings one that came later in a last wave', async () => {
    const [gone = ''] = await listMembers(2);
    await edit(table, new RegExp(`^${gone},.*\n`, 'm'), '');
    await edit(table, /$/, 'west-001,west-001.example,standard,,,West 1,,eu,,\n');
    expect((await run('apply', '--yes')).exitCode).toBe(0);
    expect(await readName('west-001')).toBe('Contacts to files');
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(2);
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(0);
    expect(await readName('west-001')).toBe('Third');
    const { accounts, rollout: ended } = await readStatus();
    expect(accounts).toHaveLength(1);
    expect(ended).toMatchObject({ state: 'done' });
    expect(ended?.members).toContainEqual(
      expect.objectContaining({ account: gone, state: 'gone' }),
    );
    expect((await run('history')).text).toMatch(/wave pilot.*rollout/);
  });
});
