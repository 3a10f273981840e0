import { describe, expect, it } from 'vitest';
import { toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import type { AppliedValue } from '../../../src/model/fields/field-value.ts';
import { adopted, openMadeInConsole, writeCycle } from '../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { planOf, type TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listLeft, listReasons, listReported } from '../../worlds/quickstart.ts';

// A schedule reaches the service by an activation alone: what Git says while a cycle rests was never sent.

const address = toCycleAddress('northwind', 'sync');

function writeSync(fixture: TestFixture, activity: string): void {
  writeCycle(
    fixture,
    `  cycles:
    sync:
      from: {template: Contacts to Files}
      displayName: Contacts to Files
      ${activity}
`,
  );
}

function readCycle(fixture: TestFixture) {
  const cycle = findDumped(fixture.emulator, adopted.id)?.cycles[0];
  if (cycle === undefined) throw new Error('The cycle is gone.');
  return cycle;
}

async function startInConsole(fixture: TestFixture, minutes: number): Promise<void> {
  const path = `/v1.0/cycles/${readCycle(fixture).id}/activate`;
  const body = { Interval: minutes };
  await consoleRequest(fixture.emulator, { method: 'PUT', path, account: adopted.id, body });
}

async function readApplied(fixture: TestFixture): Promise<AppliedValue | undefined> {
  const { objects } = await fixture.store.readState('northwind');
  return objects.get(address)?.applied[toFieldPath('schedule')];
}

async function apply(fixture: TestFixture, activity: string, rewrite = false): Promise<void> {
  writeSync(fixture, activity);
  const planned = await fixture.plan({ rewrite });
  expect(listReported(await applyAll(fixture, { planned, rewrite }))).toEqual([]);
}

async function listOperations(fixture: TestFixture, rewrite = false): Promise<readonly string[]> {
  const { operations } = planOf(await fixture.plan({ rewrite }), 'northwind');
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
    const fixture = await open();
    await apply(fixture, active('15m'));
    await apply(fixture, paused('1h'));
    expect(await readApplied(fixture)).toEqual(sent('15m'));
    await apply(fixture, paused('1d'));
    expect(await readApplied(fixture)).toEqual(sent('15m'));
    await startInConsole(fixture, 15);
    writeSync(fixture, active('1h'));
    expect(await listOperations(fixture)).toEqual(again);
    await apply(fixture, active('1h'));
    expect(readCycle(fixture).activation?.intervalMinutes).toBe(60);
    expect(await readApplied(fixture)).toEqual(sent('1h'));
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('of a cycle that was made to rest is sent when Git lets it run and others have started it', async () => {
    const fixture = await open();
    await apply(fixture, paused('15m'));
    expect(await readApplied(fixture)).toBeUndefined();
    await startInConsole(fixture, 1440);
    await apply(fixture, active('15m'));
    expect(readCycle(fixture).activation?.intervalMinutes).toBe(15);
    expect(await readApplied(fixture)).toEqual(sent('15m'));
  });

  it('stays what was sent where a change of Git is taken back at rest', async () => {
    const fixture = await open();
    await apply(fixture, active('15m'));
    await apply(fixture, paused('1h'));
    await apply(fixture, active('15m'));
    expect(await readApplied(fixture)).toEqual(sent('15m'));
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(readCycle(fixture).activation?.intervalMinutes).toBe(15);
  });
});

describe('an unreadable schedule', () => {
  it('is assumed of a cycle that was running when it was found, and sent by --rewrite alone', async () => {
    const fixture = await openMadeInConsole();
    await startInConsole(fixture, 60);
    await apply(fixture, active('15m'));
    expect(await readApplied(fixture)).toMatchObject({ origin: 'assumed' });
    expect(await listOperations(fixture)).toEqual([]);
    expect((await fixture.drift()).flatMap((each) => ('items' in each ? each.items : []))).toEqual(
      [],
    );
    const rewritten = planOf(await fixture.plan({ rewrite: true }), 'northwind');
    expect(rewritten.operations.map(({ action }) => action.kind)).toEqual(
      expect.arrayContaining(again),
    );
    const changed = rewritten.changes.flatMap((each) => ('fields' in each ? each.fields : []));
    expect(changed).toMatchObject([{ path: 'schedule', before: { kind: 'unknown' } }]);
    await apply(fixture, active('15m'), true);
    expect(readCycle(fixture)).toMatchObject({
      status: 'Active',
      activation: { intervalMinutes: 15 },
    });
    expect(await readApplied(fixture)).toEqual(sent('15m'));
    expect(await listOperations(fixture, true)).not.toContain('activate-cycle');
  });

  it('is sent where Git moves after it was assumed', async () => {
    const fixture = await openMadeInConsole();
    await startInConsole(fixture, 60);
    await apply(fixture, active('15m'));
    await apply(fixture, active('1d'));
    expect(readCycle(fixture).activation?.intervalMinutes).toBe(1440);
    expect(await readApplied(fixture)).toEqual(sent('1d'));
  });

  it('is assumed where others have started what we had stopped', async () => {
    const fixture = await openMadeInConsole();
    await apply(fixture, active('15m'));
    await apply(fixture, paused('15m'));
    await startInConsole(fixture, 1440);
    await apply(fixture, active('15m'));
    expect(await readApplied(fixture)).toMatchObject({ origin: 'assumed' });
    expect(await listOperations(fixture, true)).toEqual(expect.arrayContaining(again));
  });

  it('is theirs where others have started what we had stopped, so that no edit starts it again on ours', async () => {
    const fixture = await openMadeInConsole();
    await apply(fixture, active('15m'));
    await apply(fixture, paused('15m'));
    await startInConsole(fixture, 480);
    writeSync(fixture, 'state: active\n      description: edited');
    expect(listReasons(await fixture.plan())).toMatchObject([{ code: 'schedule-unknown' }]);
    await apply(fixture, 'state: active');
    writeSync(fixture, 'state: active\n      description: edited');
    expect(listReasons(await fixture.plan())).toMatchObject([{ code: 'schedule-unknown' }]);
    await apply(fixture, `${active('8h')}\n      description: edited`);
    expect(readCycle(fixture)).toMatchObject({
      status: 'Active',
      activation: { intervalMinutes: 480 },
    });
  });

  it('is assumed once more where the store was lost', async () => {
    const fixture = await openMadeInConsole();
    await apply(fixture, active('15m'));
    fixture.loseStore();
    await apply(fixture, active('15m'));
    expect(await readApplied(fixture)).toMatchObject({ origin: 'assumed' });
    await apply(fixture, active('15m'), true);
    expect(await readApplied(fixture)).toEqual(sent('15m'));
  });

  it('is not said to be kept as another where --rewrite has sent it and the answer was lost', async () => {
    const fixture = await openMadeInConsole();
    await startInConsole(fixture, 60);
    await apply(fixture, active('15m'));
    const planned = await fixture.plan({ rewrite: true });
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'drop-after' },
    ]);
    expect(listReported(await fixture.apply({ planned, rewrite: true }))).toEqual([]);
    expect(await readApplied(fixture)).toMatchObject({ origin: 'assumed' });
  });

  it('is assumed where the answer of its activation was lost', async () => {
    const fixture = await openMadeInConsole();
    writeSync(fixture, active('15m'));
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'drop-after' },
    ]);
    await applyAll(fixture);
    expect(readCycle(fixture).status).toBe('Active');
    expect(await readApplied(fixture)).toMatchObject({ origin: 'assumed' });
  });
});
