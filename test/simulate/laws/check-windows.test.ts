import { beforeAll, describe, expect, it } from 'vitest';
import { listCycles, nameTemplate, openReplacing, replaced } from '../../worlds/cases/replace.ts';
import type { DumpedAccount, DumpedCycle } from '../../worlds/console/dumped.ts';
import { applyAll, editManifest, readLive } from '../../worlds/quickstart.ts';
import { checkWindows } from './check-windows.ts';

// A cutover that fails starts the old cycle again. Its schedule of before is unknown: the service shows none, and the
// store was lost.

const dumps: { before?: DumpedAccount; between?: DumpedAccount; final?: DumpedAccount } = {};

beforeAll(async () => {
  const fixture = await openReplacing({ choices: { scheduleReadable: 'no' } });
  fixture.loseStore();
  await applyAll(fixture);
  dumps.before = readLive(fixture, replaced.account);
  nameTemplate(fixture, replaced.after);
  editManifest(fixture, replaced.account, { from: 'every: 15m', to: 'every: 1d' });
  const path = '/v1.0/cycles/*/activate';
  fixture.emulator.control.plantFaults([
    { method: 'PUT', path, nth: 1, do: 'status', status: 400 },
  ]);
  await applyAll(fixture);
  dumps.between = readLive(fixture, replaced.account);
  await applyAll(fixture);
  dumps.final = readLive(fixture, replaced.account);
  expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
});

describe('a replaced cycle that runs again', () => {
  it('may have the schedule of its replacement if its own was unknown', () => {
    expect(check(findOld().id, (cycle) => cycle)).toEqual([]);
  });

  it('runs with a mix if its own schedule was known', () => {
    expect(check('none', (cycle) => cycle)).toEqual([expect.stringContaining('runs with a mix')]);
  });

  it('runs with a mix if its schedule is neither', () => {
    const found = check(findOld().id, (cycle) => ({
      ...cycle,
      activation: cycle.activation && { ...cycle.activation, intervalMinutes: 60 },
    }));
    expect(found).toHaveLength(1);
  });

  it('runs with a mix if it has another value of its replacement', () => {
    const found = check(findOld().id, (cycle) => ({ ...cycle, description: 'another' }));
    expect(found).toHaveLength(1);
  });
});

function check(unclocked: string, edit: (old: DumpedCycle) => DumpedCycle): readonly string[] {
  const { before, between, final } = demandDumps();
  const { id } = findOld();
  const cycles = between.cycles.map((cycle) => (cycle.id === id ? edit(cycle) : cycle));
  const allowed = [[before]];
  const dump = [{ ...between, cycles }];
  return checkWindows({
    allowed,
    moments: [{ dump, states: new Map(), outcomes: null, allowed, undone: [] }],
    unclocked: new Set([unclocked]),
    since: 0,
    final: [final],
    unmanaged: new Set(),
    pausing: new Set(),
    keyId: 'test',
    left: new Map(),
  });
}

function findOld(): DumpedCycle {
  const old = demandDumps().before.cycles[0];
  if (old === undefined) throw new Error('The account had no cycle');
  return old;
}

function demandDumps() {
  const { before, between, final } = dumps;
  if (before === undefined || between === undefined || final === undefined)
    throw new Error('The cutover did not take place');
  return { before, between, final };
}
