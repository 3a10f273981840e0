import { describe, expect, it } from 'vitest';
import { toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import type { AppliedValue } from '../../../src/model/fields/field-value.ts';
import { adopted, openMadeInConsole, writeCycle } from '../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { planOf, type TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listLeft, listReported } from '../../worlds/quickstart.ts';

// A schedule reaches the service by an activation alone: what Git says while a cycle rests was never sent.

const address = toCycleAddress('northwind', 'sync');

function writeSync(place: TestFixture, activity: string): void {
  writeCycle(
    place,
    `  cycles:
    sync:
      from: {template: Contacts to Files}
      displayName: Contacts to Files
      ${activity}
`,
  );
}

function readCycle(place: TestFixture) {
  const cycle = findDumped(place.emulator, adopted.id)?.cycles[0];
  if (cycle === undefined) throw new Error('The cycle is gone.');
  return cycle;
}

async function startByHand(place: TestFixture, minutes: number): Promise<void> {
  const path = `/v1.0/cycles/${readCycle(place).id}/activate`;
  const body = { Interval: minutes };
  await consoleRequest(place.emulator, { method: 'PUT', path, account: adopted.id, body });
}

async function readApplied(place: TestFixture): Promise<AppliedValue | undefined> {
  const { objects } = await place.store.readState('northwind');
  return objects.get(address)?.applied[toFieldPath('schedule')];
}

async function apply(place: TestFixture, activity: string, rewrite = false): Promise<void> {
  writeSync(place, activity);
  const planned = await place.plan({ rewrite });
  expect(listReported(await applyAll(place, { planned, rewrite }))).toEqual([]);
}

async function listOperations(place: TestFixture, rewrite = false): Promise<readonly string[]> {
  const { operations } = planOf(await place.plan({ rewrite }), 'northwind');
  return operations.map(({ action }) => action.kind);
}

const every = (interval: string) => `schedule: {every: ${interval}}`;
const active = (interval: string) => `state: active\n      ${every(interval)}`;
const paused = (interval: string) => `state: paused\n      ${every(interval)}`;
const again = ['pause-cycle', 'activate-cycle'];
const sent = (interval: string) => ({
  kind: 'plain',
  value: { kind: 'every', every: interval },
  origin: 'sent',
});

describe.each(['no', 'yes'] as const)('a schedule, readable: %s', (scheduleReadable) => {
  const open = () => openMadeInConsole({ choices: { scheduleReadable } });

  it('that Git has changed while its cycle rested is not taken for sent', async () => {
    const place = await open();
    await apply(place, active('15m'));
    await apply(place, paused('1h'));
    expect(await readApplied(place)).toEqual(sent('15m'));
    await apply(place, paused('1d'));
    expect(await readApplied(place)).toEqual(sent('15m'));
    await startByHand(place, 15);
    writeSync(place, active('1h'));
    expect(await listOperations(place)).toEqual(again);
    await apply(place, active('1h'));
    expect(readCycle(place).activation?.intervalMinutes).toBe(60);
    expect(await readApplied(place)).toEqual(sent('1h'));
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('of a cycle that was made to rest is sent when Git lets it run and others have started it', async () => {
    const place = await open();
    await apply(place, paused('15m'));
    expect(await readApplied(place)).toBeUndefined();
    await startByHand(place, 1440);
    await apply(place, active('15m'));
    expect(readCycle(place).activation?.intervalMinutes).toBe(15);
    expect(await readApplied(place)).toEqual(sent('15m'));
  });

  it('stays what was sent where a change of Git is taken back at rest', async () => {
    const place = await open();
    await apply(place, active('15m'));
    await apply(place, paused('1h'));
    await apply(place, active('15m'));
    expect(await readApplied(place)).toEqual(sent('15m'));
    expect(listLeft(await place.plan())).toEqual([]);
    expect(readCycle(place).activation?.intervalMinutes).toBe(15);
  });
});

describe('a schedule that nobody can read', () => {
  it('is assumed of a cycle that was running when it was found, and sent by --rewrite alone', async () => {
    const place = await openMadeInConsole();
    await startByHand(place, 60);
    await apply(place, active('15m'));
    expect(await readApplied(place)).toMatchObject({ origin: 'assumed' });
    expect(await listOperations(place)).toEqual([]);
    expect((await place.drift()).flatMap((each) => ('items' in each ? each.items : []))).toEqual(
      [],
    );
    const rewritten = planOf(await place.plan({ rewrite: true }), 'northwind');
    expect(rewritten.operations.map(({ action }) => action.kind)).toEqual(
      expect.arrayContaining(again),
    );
    const changed = rewritten.changes.flatMap((each) => ('fields' in each ? each.fields : []));
    expect(changed).toMatchObject([{ path: 'schedule', before: { kind: 'unknown' } }]);
    await apply(place, active('15m'), true);
    expect(readCycle(place)).toMatchObject({
      status: 'Active',
      activation: { intervalMinutes: 15 },
    });
    expect(await readApplied(place)).toEqual(sent('15m'));
    expect(await listOperations(place, true)).not.toContain('activate-cycle');
  });

  it('is sent where Git moves after it was assumed', async () => {
    const place = await openMadeInConsole();
    await startByHand(place, 60);
    await apply(place, active('15m'));
    await apply(place, active('1d'));
    expect(readCycle(place).activation?.intervalMinutes).toBe(1440);
    expect(await readApplied(place)).toEqual(sent('1d'));
  });

  it('is assumed where others have started what we had stopped', async () => {
    const place = await openMadeInConsole();
    await apply(place, active('15m'));
    await apply(place, paused('15m'));
    await startByHand(place, 1440);
    await apply(place, active('15m'));
    expect(await readApplied(place)).toMatchObject({ origin: 'assumed' });
    expect(await listOperations(place, true)).toEqual(expect.arrayContaining(again));
  });

  it('is theirs where others have started what we had stopped, so that no edit starts it again on ours', async () => {
    const place = await openMadeInConsole();
    await apply(place, active('15m'));
    await apply(place, paused('15m'));
    await startByHand(place, 480);
    writeSync(place, 'state: active\n      description: edited');
    const [planned] = await place.plan();
    expect(planned).toMatchObject({
      kind: 'unplanned',
      diagnostics: [{ code: 'schedule-unknown' }],
    });
    await apply(place, 'state: active');
    writeSync(place, 'state: active\n      description: edited');
    expect((await place.plan())[0]).toMatchObject({ kind: 'unplanned' });
    await apply(place, `${active('8h')}\n      description: edited`);
    expect(readCycle(place)).toMatchObject({
      status: 'Active',
      activation: { intervalMinutes: 480 },
    });
  });

  it('is assumed once more where the store was lost', async () => {
    const place = await openMadeInConsole();
    await apply(place, active('15m'));
    place.loseStore();
    await apply(place, active('15m'));
    expect(await readApplied(place)).toMatchObject({ origin: 'assumed' });
    await apply(place, active('15m'), true);
    expect(await readApplied(place)).toEqual(sent('15m'));
  });

  it('is not said to be kept as another where --rewrite has sent it and the answer was lost', async () => {
    const place = await openMadeInConsole();
    await startByHand(place, 60);
    await apply(place, active('15m'));
    const planned = await place.plan({ rewrite: true });
    place.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'drop-after' },
    ]);
    expect(listReported(await place.apply({ planned, rewrite: true }))).toEqual([]);
    expect(await readApplied(place)).toMatchObject({ origin: 'assumed' });
  });

  it('is assumed where the answer of its activation was lost', async () => {
    const place = await openMadeInConsole();
    writeSync(place, active('15m'));
    place.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'drop-after' },
    ]);
    await applyAll(place);
    expect(readCycle(place).status).toBe('Active');
    expect(await readApplied(place)).toMatchObject({ origin: 'assumed' });
  });
});
