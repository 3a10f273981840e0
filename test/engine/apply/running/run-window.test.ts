import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/emulator/control/faults.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import type { Tap } from '../../../faults/tap-ports.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

// The start that closes a pause window, and whose answer is lost.

const start = { method: 'PUT', path: '/v1.0/cycles/*/activate' } as const;
const old = { status: 'Active', every: 15, list: 'Customers' };
const edited = { status: 'Active', every: 30, list: 'Leads' };

/** A workplace whose running cycle has another schedule and another value in Git. */
async function openEdited({ knows = true } = {}): Promise<TestFixture> {
  const fixture = await openQuickstart({
    choices: {
      scheduleReadable: 'no',
      activateActive: 'refused',
      mappingEditWhileRunning: 'allowed',
    },
  });
  fixture.manifests.delete('accounts/contoso.yaml');
  await applyAll(fixture);
  if (!knows) fixture.loseStore();
  editManifest(fixture, 'northwind', { from: 'option: Customers', to: 'option: Leads' });
  editManifest(fixture, 'northwind', { from: 'every: 15m', to: 'every: 30m' });
  return fixture;
}

function findCycle(fixture: TestFixture) {
  const found = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to files',
  );
  if (found === undefined) throw new Error('The cycle is gone');
  return found;
}

function readCycle(fixture: TestFixture) {
  const { status, activation, steps } = findCycle(fixture);
  const texts = JSON.stringify(steps.map(({ mappings }) => mappings));
  const list = /"(Customers|Leads)"/.exec(texts)?.[1];
  return { status, every: activation?.intervalMinutes, list };
}

async function applyAmid(fixture: TestFixture, faults: readonly Fault[]) {
  const planned = await fixture.plan();
  fixture.emulator.control.plantFaults(faults);
  const outcomes = await applyAll(fixture, { planned });
  fixture.emulator.control.plantFaults([]);
  return outcomes;
}

describe('a start that closes a pause window', () => {
  it.each([
    ['was lost on its way', 'drop-before'],
    ['was answered with success and does not show', 'ignore'],
  ] as const)('and %s is sent once more', async (_, action) => {
    const fixture = await openEdited();
    const outcomes = await applyAmid(fixture, [{ ...start, nth: 1, do: action }]);
    expect(outcomes.every(isSuccess)).toBe(true);
    expect(readCycle(fixture)).toEqual(edited);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('and was lost gives a cycle of unknown schedule no old values on the schedule in Git', async () => {
    const fixture = await openEdited({ knows: false });
    const outcomes = await applyAmid(fixture, [{ ...start, nth: 1, do: 'drop-before' }]);
    expect(outcomes.every(isSuccess)).toBe(true);
    expect(readCycle(fixture)).toEqual(edited);
  });

  it('and is refused after it was lost takes the edits back', async () => {
    const fixture = await openEdited();
    const outcomes = await applyAmid(fixture, [
      { ...start, nth: 1, do: 'drop-before' },
      { ...start, nth: 2, do: 'status', status: 400 },
    ]);
    expect(listReported(outcomes).map(({ code }) => code)).toEqual(['request-failed']);
    expect(readCycle(fixture)).toEqual(old);
    await applyAll(fixture);
    expect(readCycle(fixture)).toEqual(edited);
  });

  it('and that is refused is not sent again before the edits are taken back', async () => {
    const fixture = await openEdited();
    const since = fixture.emulator.requests().length;
    await applyAmid(fixture, [{ ...start, nth: 1, do: 'status', status: 400 }]);
    const starts = listWrites(fixture, since).filter((each) => each.endsWith('/activate'));
    expect(starts).toHaveLength(2);
    expect(readCycle(fixture)).toEqual(old);
  });

  it('and arrives late takes no edit back from the running cycle', async () => {
    const fixture = await openEdited();
    let starts = 0;
    const tap: Tap = async (call, go) => {
      if (call.port !== 'writer' || call.name !== 'activateCycle') return go();
      starts += 1;
      if (starts === 2) {
        const path = `/v1.0/cycles/${findCycle(fixture).id}/activate`;
        const body = { StartTime: '2026-12-01T06:00:00Z', Interval: 30 };
        const account = quickstartIds.northwind;
        await consoleRequest(fixture.emulator, { method: 'PUT', path, account, body });
      }
      return go();
    };
    fixture.emulator.control.plantFaults([{ ...start, nth: 1, do: 'drop-before' }]);
    const outcomes = await applyRoughly(fixture, { tap });
    fixture.emulator.control.plantFaults([]);
    expect(starts).toBe(2);
    expect(outcomes?.every(isSuccess)).toBe(false);
    expect(readCycle(fixture)).toEqual(edited);
    await applyAll(fixture);
    expect(readCycle(fixture)).toEqual(edited);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});
