import { beforeAll, describe, expect, it } from 'vitest';
import { expectSample } from '../../../docs/expect-sample.ts';
import { blockRequest, holdRequest } from '../../../support/block-request.ts';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { type GatedFleet, openGatedFleet } from '../gate/open-gated-fleet.ts';
import { blueprint, fleet, table } from '../rollout-project.ts';

// Each story goes on from test to test.

const slowTestMs = 60_000;
const first = 'Contacts to files';
const nights = '{from: "22:00", to: "05:00"}';
const proceed = ['rollout', 'continue', 'customers', '--exit-code'] as const;

/** The northern accounts are in London, the southern ones in Sydney; one wave of two, and the rest. */
async function openFleet(): Promise<GatedFleet> {
  // A Saturday; London goes to summer time in the night.
  const place = await openGatedFleet({ frozenAt: '2026-03-28T12:00:00Z' });
  const rows = await readProjectFile(place.project, table);
  const placed = rows
    .replaceAll(/^(north[^,]*,(?:[^,]*,){5})[^,]*/gm, '$1Europe/London')
    .replaceAll(/^(south[^,]*,(?:[^,]*,){5})[^,]*/gm, '$1Australia/Sydney');
  expect(placed).not.toBe(rows);
  await place.project.write(table, placed);
  expect((await place.step('apply', '--yes')).exitCode).toBe(0);
  return place;
}

async function openRollout(place: GatedFleet, rollout: string): Promise<string> {
  const before = await readProjectFile(place.project, fleet);
  await place.project.write(fleet, `${before}  rollout: ${rollout}\n`);
  await place.project.edit(blueprint, `displayName: ${first}`, 'displayName: Second');
  const opened = await place.step('rollout', 'open', 'customers', '--yes');
  expect(opened).toMatchObject({ exitCode: 0 });
  return opened.text;
}

/** Accounts whose cycle has the new name. */
function listUpdated({ emulator }: GatedFleet): readonly string[] {
  const { accounts } = emulator.control.dump();
  return accounts
    .filter(({ cycles }) => cycles.some(({ name }) => name === 'Second'))
    .map(({ externalId }) => externalId.replace('.example', ''))
    .toSorted();
}

async function readRollout({ project }: GatedFleet) {
  const { stdout } = await runInProcess(project, 'rollout', 'status', '--format', 'json');
  const [status] = JSON.parse(stdout).fleets;
  return status.rollout as {
    readonly state: string;
    readonly windows: unknown;
    readonly waiting: unknown;
    readonly members: readonly { readonly account: string; readonly state: string }[];
  };
}

async function expectIdle({ step }: GatedFleet): Promise<void> {
  expect(await step('plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  expect((await step('resume', '--status')).text).toContain('No unfinished work.');
}

describe('maintenance windows', () => {
  let place: GatedFleet;

  beforeAll(async () => {
    place = await openFleet();
  }, slowTestMs);

  it('are shown and sealed when the rollout is opened', async () => {
    const rollout = `{windows: [${nights}], waves: [{name: pilot, select: "account=*-001"}]}`;
    const text = await openRollout(place, rollout);
    expect(text).toContain('Each account is changed at these times of its time zone: 22:00–05:00.');
    expect(text).not.toContain('without a time zone');
    expect(await readRollout(place)).toMatchObject({ windows: [{ from: '22:00', to: '05:00' }] });
    // At no time are clocks of both places in the night.
    const { text: status } = await place.step('rollout', 'status');
    expect(status).toMatch(/The wave pilot waits: (1 account is|2 accounts are) outside/);
    const { waiting } = await readRollout(place);
    expect(waiting).toMatchObject({ opensAt: expect.stringMatching(/^20.*Z$/) });
    // What is written from here is for the next rollout.
    await place.project.edit(fleet, nights, '{from: "00:00", to: "24:00"}');
  });

  it('let all accounts wait by day, on their revision', async () => {
    const waited = await place.step(...proceed);
    expect(waited).toMatchObject({ exitCode: 2 });
    expect(waited.text).toMatch(
      /The wave pilot waits: 2 accounts are outside their maintenance windows, the next of which opens at 2026-03-28T22:00:00Z \(Europe\/London\)\. The rollout is open/,
    );
    expect(listUpdated(place)).toEqual([]);
    await expectIdle(place);
  });

  it('let those begin whose clocks show the time, and no further wave', async () => {
    place.emulator.control.advance('4h');
    const north = await place.step(...proceed);
    expect(north).toMatchObject({ exitCode: 2 });
    expect(north.text).toMatch(
      /Wave 1 of 2, pilot: 2 accounts: 1 done, 1 waiting\. The wave pilot waits: 1 account is outside its maintenance window, which opens at 2026-03-29T11:00:00Z \(Australia\/Sydney\)/,
    );
    await expectSample(north.text, 'docs/guides/hold-accounts.md', 'Wave 1 of 2');
    expect(await place.step(...proceed)).toMatchObject({ exitCode: 2 });
    expect(listUpdated(place)).toEqual(['north-001']);
    const { members } = await readRollout(place);
    expect(members.filter(({ state }) => state !== 'waiting')).toHaveLength(1);
    await expectIdle(place);
  });

  it('pass the wave when all of its accounts are applied', async () => {
    place.emulator.control.advance('13h');
    expect((await place.step(...proceed)).text).toContain('pilot: 2 accounts: 2 done.');
    const south = await place.step(...proceed);
    // 22:00 of summer time.
    expect(south.text).toMatch(
      /rest: 4 accounts: 2 done, 2 waiting\. The wave rest waits: 2 accounts .* opens at 2026-03-29T21:00:00Z/,
    );
    expect(listUpdated(place)).toEqual(['north-001', 'south-001', 'south-002', 'south-003']);
  });

  it('are those of the time zone of a row that came later', async () => {
    const { project, emulator, step } = place;
    const rows = await readProjectFile(project, table);
    await project.write(
      table,
      rows.replace(/^south-003.*$/m, (row) => `${row}\n${row.replaceAll('003', '004')}`),
    );
    emulator.control.advance('10h');
    const came = await step(...proceed);
    expect(came).toMatchObject({ exitCode: 2 });
    expect(came.text).toMatch(
      /rest: 4 accounts: 4 done\. The wave later waits: 1 account .* opens at 2026-03-30T11:00:00Z/,
    );
    emulator.control.advance('14h');
    const ended = await step(...proceed);
    expect(ended).toMatchObject({ exitCode: 3 });
    // Nothing was approved of it.
    expect(ended.text).toContain('6 done, 1 held');
  });

  it('are not waited for by an undo', async () => {
    place.emulator.control.advance('12h');
    const undone = await place.step('rollout', 'undo', 'customers', '--yes', '--reason', 'slow');
    expect(undone).toMatchObject({ exitCode: 0 });
    expect(listUpdated(place)).toEqual([]);
  });
});

describe('a window that closes during a step', () => {
  it(
    'ends what began, and no further account begins',
    async () => {
      const place = await openFleet();
      const { project, emulator } = place;
      await project.edit(
        'cyclectl.yaml',
        '{requestsPerSecond: 1000}',
        '{requestsPerSecond: 1000, concurrency: 1}',
      );
      await openRollout(
        place,
        `{windows: [${nights}], gate: {evidence: 80%, within: 26h}, waves: [{name: pilot, select: "account=north-*"}]}`,
      );
      emulator.control.advance('4h');
      const held = await holdRequest(
        { url: readUrl(await readProjectFile(project, 'cyclectl.yaml')), edit: project.edit },
        {
          method: 'PUT',
          path: /\/v1\.0\/cycles\//,
        },
      );
      expect((await place.step('state', 'accept-address', '--yes')).exitCode).toBe(0);
      const stepping = place.step(...proceed);
      await held.hasCome;
      emulator.control.advance('8h');
      held.letGo();
      const stepped = await stepping;
      expect(stepped).toMatchObject({ exitCode: 2 });
      expect(stepped.text).toMatch(/pilot: 3 accounts: [12] done, [12] waiting\./);
      expect((await place.step(...proceed)).text).toMatch(
        /The wave pilot waits: .* opens at 2026-03-29T21:00:00Z/,
      );
      const { text } = await place.step('rollout', 'status');
      expect(text, 'no gate before all are applied').not.toContain('no evidence');
      const { members } = await readRollout(place);
      const done = members.flatMap(({ account, state }) => (state === 'done' ? account : []));
      expect(listUpdated(place)).toEqual(done);
      await expectIdle(place);
    },
    slowTestMs,
  );
});

describe('an apply that died', () => {
  it(
    'goes on at any time, because its cycle is paused',
    async () => {
      const place = await openFleet();
      const { project, emulator } = place;
      await openRollout(
        place,
        `{windows: [${nights}], waves: [{name: pilot, select: account=north-001}]}`,
      );
      emulator.control.advance('4h');
      const held = blockRequest(emulator, { method: 'PUT', path: '/v1.0/cycles/*', nth: 1 });
      const killed = project.start(...proceed);
      await held.hasCome();
      killed.kill('SIGKILL');
      await killed;
      emulator.control.plantFaults([]);
      emulator.control.advance('12h');
      const went = await place.step(...proceed);
      expect(went.text).toMatch(/pilot: 1 account: 1 done\. The wave rest waits: 5 accounts/);
      expect(listUpdated(place)).toEqual(['north-001']);
      await expectIdle(place);
    },
    slowTestMs,
  );
});

function readUrl(written: string): string {
  return /baseUrl: (\S+)/.exec(written)?.[1] ?? '';
}
