import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdRequest } from '../../../support/block-request.ts';
import { openRemoteProject, type Result, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess, startInProcess } from '../../../support/run-in-process.ts';
import { blueprint, firstName, fleet, table } from '../rollout-project.ts';

const slowTestMs = 60_000;
/** Commands, and where they are held: before they list accounts, and once they have the state of one. */
const commands = ['apply --yes', 'plan --exit-code', 'drift'].flatMap((command) => [
  { command, moment: 'before accounts are listed', path: /^\/v1\.0\/accounts/ },
  { command, moment: 'before cycles are listed', path: /^\/v1\.0\/cycles/ },
]);
/** The first revision to the second, by an edit of the blueprint. */
const rename = { from: /displayName: Contacts to files/, to: 'displayName: Second' };
const noCycle = { from: /cycles:\n {4}contacts-to-files:[\s\S]*$/, to: 'cycles: {}\n' };

/** Four accounts that are applied two at once, and an open rollout whose first wave has two of them. */
async function openRace({
  wave = 'south',
  second = rename,
}: {
  readonly wave?: 'north' | 'south';
  readonly second?: typeof rename;
}) {
  const project = await openRemoteProject({}, {}, 'fleet');
  await project.edit('cyclectl.yaml', 'limits: {', 'limits: {concurrency: 1, ');
  const [head = '', ...lines] = (await readProjectFile(project, table)).split('\n');
  const some = lines.filter((line) => /^(north|south)-00[12],/.test(line));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  const bare = (await readProjectFile(project, fleet)).replace(/ {2}overrides:[\s\S]*$/, '');
  await project.write(fleet, bare);
  const run = async (...words: readonly string[]) => toText(await runInProcess(project, ...words));
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  const written = `  rollout: {waves: [{name: pilot, select: "account=${wave}-*"}]}\n`;
  await project.write(fleet, `${bare}${written}`);
  const first = await readProjectFile(project, blueprint);
  await project.write(blueprint, first.replace(second.from, second.to));
  const allow = second === noCycle ? ['--allow-deletes', '4'] : [];
  const opened = await run('rollout', 'open', 'customers', '--yes', ...allow);
  expect(opened).toMatchObject({ exitCode: 0 });
  /** Starts a command, and holds it at a request until it is let go. */
  const hold = async (aim: Parameters<typeof holdRequest>[1], ...words: readonly string[]) => {
    const held = await holdRequest(project, aim);
    expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
    const { ended } = startInProcess(project, ...words);
    await held.hasCome;
    return async () => {
      held.letGo();
      return toText(await ended);
    };
  };
  const listNames = () =>
    Object.fromEntries(
      project.emulator.control
        .dump()
        .accounts.map(({ externalId, cycles }) => [
          externalId.replace('.example', ''),
          cycles.filter(({ status }) => status === 'Active').map(({ name }) => name),
        ]),
    );
  const countWrites = () =>
    project.emulator
      .requests()
      .filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token').length;
  return { project, run, hold, listNames, countWrites };
}

function toText({ exitCode, stdout, stderr }: Result) {
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

/** Gives all rows another region, for the commands that read them from here. */
async function editRows(
  { project }: Awaited<ReturnType<typeof openRace>>,
  to: 'eu' | 'us',
): Promise<void> {
  const rows = await readProjectFile(project, table);
  await project.write(table, rows.replaceAll(/,(eu|us),/g, `,${to},`));
}

describe('a command beside a wave of another process', () => {
  it.each(commands)(
    'finds $command in sync with the revision that the wave brought, held $moment',
    async ({ command, path }) => {
      // The first account of the command is one of the wave.
      const race = await openRace({ wave: 'north' });
      const letGo = await race.hold({ method: 'GET', path }, ...command.split(' '));
      expect(await race.run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
      const brought = race.listNames();
      expect(brought).toMatchObject({ 'north-001': ['Second'], 'north-002': ['Second'] });
      const writes = race.countWrites();
      const { exitCode, text } = await letGo();
      expect(text).not.toMatch(/changed in Git|changed outside Git|"Second" →/);
      expect(exitCode).toBe(0);
      expect(race.countWrites()).toBe(writes);
    },
    slowTestMs,
  );

  it(
    'does not create what the wave deletes',
    async () => {
      const race = await openRace({ wave: 'north', second: noCycle });
      const letGo = await race.hold({ method: 'GET', path: /^\/v1\.0\/cycles/ }, 'apply', '--yes');
      expect(await race.run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
      const writes = race.countWrites();
      expect(await letGo()).toMatchObject({ exitCode: 0 });
      expect(race.countWrites()).toBe(writes);
      expect(race.listNames()).toMatchObject({ 'north-001': [], 'south-001': [firstName] });
    },
    slowTestMs,
  );
});

describe('a wave that is in the middle of an account', () => {
  it.each(['plan', 'drift'])(
    'is at work on it, and not interrupted, in %s',
    async (command) => {
      const race = await openRace({});
      const aim = { method: 'PUT', path: /^\/v1\.0\/cycles\/[^/]+$/ };
      const letGo = await race.hold(aim, 'rollout', 'continue', 'customers');
      const { text } = await race.run(command);
      expect(text).toContain('another run is at work on its account');
      expect(text).not.toMatch(/interrupted|"Second" →/);
      expect(await letGo()).toMatchObject({ exitCode: 0 });
      expect((await race.run('plan', '--exit-code')).exitCode).toBe(0);
    },
    slowTestMs,
  );
});

describe('an apply whose plan is older than a wave', () => {
  const refused =
    /south-001 changed since the plan: it is on the revision [0-9a-f]{8} now \[plan-stale\]/;

  it(
    'leaves the accounts of the wave, and applies the others',
    async () => {
      const race = await openRace({});
      await editRows(race, 'us');
      const letGo = await race.hold({ method: 'PUT', path: /./ }, 'apply', '--yes');
      await editRows(race, 'eu');
      expect(await race.run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
      await editRows(race, 'us');
      const { exitCode, text } = await letGo();
      expect(exitCode).not.toBe(0);
      expect(text).toMatch(refused);
      expect(text).toContain('Run the command again.');
      expect(race.listNames()).toMatchObject({ 'south-001': ['Second'], 'south-002': ['Second'] });
      const rest = await race.run('plan');
      expect(rest.text).toMatch(/to apply 2 accounts: .*update 4/);
      expect(rest.text).not.toContain('"Second" →');
    },
    slowTestMs,
  );

  it(
    'is refused in these accounts where its plan is saved',
    async () => {
      const race = await openRace({});
      await editRows(race, 'us');
      const file = join(race.project.directory, 'saved.json');
      expect(await race.run('plan', '--out', file)).toMatchObject({ exitCode: 0 });
      await editRows(race, 'eu');
      expect(await race.run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
      await editRows(race, 'us');
      const { text } = await race.run('apply', file);
      expect(text).toMatch(refused);
      expect(text).toMatch(/north-001.*north-002/);
      expect(race.listNames()).toMatchObject({ 'south-001': ['Second'], 'south-002': ['Second'] });
    },
    slowTestMs,
  );
});
