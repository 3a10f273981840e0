import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Fault, FaultAction } from '../../src/emulator/control/faults.ts';
import type { WrittenAccount } from '../../src/model/manifest/manifest.generated.ts';
import type { AccountOutcome } from '../../src/model/plan/outcome.ts';
import { isTried } from '../faults/share.ts';
import { consoleRequest } from '../worlds/console/console-request.ts';
import type { DumpedCycle } from '../worlds/console/dumped.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { compareCycle } from '../worlds/laws/live-oracle.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  openQuickstart,
  planOne,
  quickstartIds,
  readLive,
} from '../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts-to-files';
const key = 'contacts-to-files';

/** A workplace with one account, whose running cycle has edits of every kind before it. */
async function openEdited(): Promise<{ fixture: TestFixture; old: WrittenAccount }> {
  const fixture = await openQuickstart({ choices: { mappingEditWhileRunning: 'allowed' } });
  fixture.manifests.delete('accounts/contoso.yaml');
  await applyAll(fixture);
  const old = read(fixture);
  editManifest(fixture, 'northwind', {
    from: 'displayName: Contacts to files',
    to: 'displayName: Contacts to files\n      description: new\n      tags: [new]\n      connectors: {Sample CRM: crm}',
  });
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  editManifest(fixture, 'northwind', { from: 'option: Customers', to: 'option: Leads' });
  editManifest(fixture, 'northwind', { from: 'field: Name}', to: 'field: Email}' });
  editManifest(fixture, 'northwind', { from: 'every: 15m', to: 'every: 30m' });
  return { fixture, old };
}

function read(fixture: TestFixture): WrittenAccount {
  return parse(fixture.manifests.get('accounts/northwind.yaml') ?? '') as WrittenAccount;
}

function findCycle(fixture: TestFixture): DumpedCycle {
  const found = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to files',
  );
  if (found === undefined) throw new Error('The cycle is gone');
  return found;
}

const windowWrites: readonly FaultAction[] = [
  { do: 'status', status: 400 },
  { do: 'status', status: 500 },
  { do: 'drop-before' },
  { do: 'drop-after' },
  { do: 'truncate' },
  { do: 'ignore' },
];

type Aim = { readonly method: string; readonly path: string; readonly nth: number };

/** The requests between pause and restart in an apply without trouble, as a fault counts them. */
async function listWindowRequests(): Promise<Aim[]> {
  const { fixture } = await openEdited();
  const planned = await fixture.plan();
  const since = fixture.emulator.requests().length;
  await fixture.apply({ planned });
  const requests = fixture.emulator.requests().slice(since);
  const from = requests.findIndex(({ path }) => path.endsWith('/deactivate'));
  const to = requests.findIndex(({ path }) => path.endsWith('/activate'));
  await fixture.close();
  const seen = new Map<string, number>();
  const aims = requests.map(({ method, path }): Aim => {
    const nth = (seen.get(`${method} ${path}`) ?? 0) + 1;
    seen.set(`${method} ${path}`, nth);
    return { method, path, nth };
  });
  return aims.slice(from, to + 1);
}

describe('a pause window', () => {
  it.each(windowWrites.map((action, turn) => [JSON.stringify(action), action, turn] as const))(
    'ends with all old or all new values, whichever of its requests meets %s',
    async (_, action, turn) => {
      const aims = await listWindowRequests();
      expect(aims.length).toBeGreaterThan(12);
      for (const [index, aim] of aims.entries()) {
        // Neighbouring deeds take turns: every request meets a sixth of the deeds in each run.
        if (!isTried(index + turn, { turn: 0, parts: 6 })) continue;
        if (action.do === 'ignore' && aim.method === 'GET') continue;
        const which = `${aim.method} ${aim.path}, time ${aim.nth}`;
        await tryWindow([{ ...aim, ...action }], which);
      }
    },
    240_000,
  );

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'is recorded if the service is gone from its write %i on',
    async (first) => {
      const writes = ['PUT', 'PATCH'].flatMap((method) =>
        Array.from({ length: 60 }, (_, index): Fault => {
          const nth = (method === 'PUT' ? first : 1) + index;
          return { method, path: '/v1.0/**', nth, do: 'drop-before' };
        }),
      );
      await tryWindow(writes, `gone from write ${first} on`);
    },
    60_000,
  );

  it('waits for what runs, and gives up without a change when that takes too long', async () => {
    const { fixture, old } = await openEdited();
    const { id } = findCycle(fixture);
    fixture.emulator.control.plantTransactions({ cycle: id, count: 2, lastsMs: 3_600_000 });
    const outcomes = await applyAll(fixture);
    expect(listReported(outcomes).map(({ code }) => code)).toEqual(['drain-timeout']);
    const cycle = findCycle(fixture);
    expect(cycle.status).toBe('Active');
    expect(compareOne(old, cycle)).toEqual([]);
    fixture.emulator.control.advance('1h');
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('closes what is open when it is stopped', async () => {
    const { fixture, old } = await openEdited();
    const since = fixture.emulator.requests().length;
    const planned = await fixture.plan();
    const hasPaused = () =>
      fixture.emulator
        .requests()
        .slice(since)
        .some(({ path }) => path.endsWith('/deactivate'));
    await fixture.apply({ planned, isStopping: hasPaused });
    expectWhole(fixture, { old, which: 'stopped' });
    expect(findCycle(fixture).status).toBe('Active');
  });
});

it('leaves a cycle paused whose earlier values the service says to have taken back and has not', async () => {
  const path = '/v1.0/steps/**';
  const ignored = [3, 4, 5, 6].map((nth): Fault => ({ method: 'PUT', path, nth, do: 'ignore' }));
  const refused: Fault = { method: 'PUT', path, nth: 2, do: 'status', status: 400 };
  await tryWindow([refused, ...ignored], 'write-backs that are ignored');
});

it('starts no cycle that lacks what the service said to have kept', async () => {
  const fixture = await openQuickstart();
  fixture.emulator.control.plantFaults([{ method: 'PUT', path: '/v1.0/steps/**', do: 'ignore' }]);
  const reported = listReported(await applyAll(fixture));
  const own = reported.filter((item) => item.address?.startsWith(`${address}/`));
  expect(own.map(({ code }) => code)).toContain('kept-another-value');
  expect(findCycle(fixture).status).toBe('Paused');
  fixture.emulator.control.plantFaults([]);
  await applyAll(fixture);
  expect(findCycle(fixture).status).toBe('Active');
});

it('starts a cycle again on the schedule that it ran on, where Git does not manage it', async () => {
  const fixture = await openQuickstart({ choices: { scheduleReadable: 'yes' } });
  await applyAll(fixture);
  const path = `/v1.0/cycles/${findCycle(fixture).id}`;
  const account = quickstartIds.northwind;
  const asked = { method: 'PUT', account };
  await consoleRequest(fixture.emulator, { ...asked, path: `${path}/deactivate`, body: {} });
  const body = { StartTime: '2026-12-01T05:00:00Z', Interval: 480 };
  await consoleRequest(fixture.emulator, { ...asked, path: `${path}/activate`, body });
  editManifest(fixture, 'northwind', { from: /\n +schedule: .*every: 15m.*/, to: '' });
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  await applyAll(fixture);
  expect(findCycle(fixture)).toMatchObject({
    status: 'Active',
    activation: { intervalMinutes: 480 },
    variables: [{ value: 'apac' }],
  });
});

async function tryWindow(faults: readonly Fault[], which: string): Promise<void> {
  const { fixture, old } = await openEdited();
  const planned = await fixture.plan();
  fixture.emulator.control.plantFaults(faults);
  const outcomes = await fixture.apply({ planned });
  fixture.emulator.control.plantFaults([]);
  expectWhole(fixture, { old, which });
  if (findCycle(fixture).status !== 'Active') await expectKnown(fixture, outcomes, which);
  await applyAll(fixture);
  expect(listLeft(await fixture.plan()), `${which}, and then applied again`).toEqual([]);
  expect(findCycle(fixture).status).toBe('Active');
  expect(compareOne(read(fixture), findCycle(fixture))).toEqual([]);
  await fixture.close();
}

// A mix may stand in a paused cycle; what runs is one or the other.
function expectWhole(
  fixture: TestFixture,
  at: { readonly old: WrittenAccount; readonly which: string },
): void {
  const cycle = findCycle(fixture);
  if (cycle.status !== 'Active') return;
  const [before, after] = [compareOne(at.old, cycle), compareOne(read(fixture), cycle)];
  const isWhole = before.length === 0 || after.length === 0;
  expect(isWhole ? [] : [at.which, ...before, ...after]).toEqual([]);
}

async function expectKnown(
  fixture: TestFixture,
  outcomes: readonly AccountOutcome[],
  which: string,
): Promise<void> {
  const reported = listReported(outcomes).filter((item) => item.address === address);
  expect(
    reported.map(({ code }) => code),
    `${which}: the report`,
  ).toContain('left-paused');
  const { pauses } = await fixture.store.readState('northwind');
  expect([...pauses.keys()], `${which}: the state`).toEqual([address]);
  const { notices } = await planOne(fixture, 'northwind');
  expect(notices.some((notice) => notice.kind === 'paused-by-us')).toBe(true);
}

function compareOne(written: WrittenAccount, live: DumpedCycle): string[] {
  const cycle = written.spec.cycles?.[key];
  return cycle === undefined ? ['it is not in the manifest'] : compareCycle(key, cycle, live);
}

it('starts a cycle again whose new mapping was taken back, since nothing but Ignore unsets one', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const mapped = 'Contact.Name: {step: Get contact, field: Name}';
  editManifest(fixture, 'northwind', {
    from: mapped,
    to: `${mapped}\n            "[orders].total": "7"`,
  });
  fixture.emulator.control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
  ]);
  const reported = listReported(await applyAll(fixture));
  expect(reported.map(({ code }) => code)).toEqual(['request-failed']);
  expect(findCycle(fixture).status).toBe('Active');
});
