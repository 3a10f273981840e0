import { beforeAll, describe, expect, it } from 'vitest';
import {
  listCycles,
  nameTemplate,
  openReplacing,
  replaced,
} from '../../../worlds/cases/replace.ts';
import type { DumpedAccount, DumpedCycle } from '../../../worlds/console/dumped.ts';
import { applyAll, editManifest, readLive } from '../../../worlds/quickstart.ts';
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

describe('a cycle that ran before a revert', () => {
  const managed = [['logRequests']];
  const label = (each: DumpedCycle) => ({ ...each, description: 'by hand' });

  it('may have what the revert took back and Git has no line for', () => {
    expect(checkBefore(label, managed)).toEqual([]);
  });

  it('runs with a mix if Git has a line for that', () => {
    expect(checkBefore(label, [['description']])).toHaveLength(1);
  });

  it('runs with a mix if it lacks another line of Git beside', () => {
    const mix = (each: DumpedCycle) => ({ ...label(each), logStepDataRequests: true });
    expect(checkBefore(mix, managed)).toHaveLength(1);
  });

  it('may show what the revert took back in its steps and variables', () => {
    const change = (each: DumpedCycle) => ({
      ...each,
      variables: each.variables.map((variable) => ({ ...variable, value: 'by hand' })),
      steps: each.steps.map((step) => ({
        ...step,
        mappings: Object.fromEntries(
          Object.entries(step.mappings).map(([id, mapping]) => [
            id,
            { ...mapping, isLaunchVisible: !mapping.isLaunchVisible },
          ]),
        ),
      })),
    });
    expect(checkBefore(change, managed)).toEqual([]);
  });
});

/** A moment of a cycle, between an apply of Git's lines and a revert of what `edit` says. */
function checkBefore(
  edit: (cycle: DumpedCycle) => DumpedCycle,
  lines: readonly (readonly string[])[],
): readonly string[] {
  const { before: account } = demandDumps();
  const old = { ...findOld(), logStepDataRequests: false };
  const show = (cycle: DumpedCycle) => [{ ...account, cycles: [cycle] }];
  const [moment, final] = [show(edit(old)), show(old)];
  const reverts = [{ before: show({ ...edit(old), logStepDataRequests: false }), after: final }];
  const allowed = [show({ ...old, description: 'old' })];
  return checkWindows({
    allowed,
    moments: [{ dump: moment, states: new Map(), outcomes: null, allowed, undone: [], reverts }],
    unclocked: new Set(),
    since: 0,
    final,
    unmanaged: new Set(),
    pausing: new Set(),
    keyId: 'test',
    left: new Map(),
    lines: new Map([[old.id, lines]]),
  });
}

function check(unclocked: string, edit: (old: DumpedCycle) => DumpedCycle): readonly string[] {
  const { before, between, final } = demandDumps();
  const { id } = findOld();
  const cycles = between.cycles.map((cycle) => (cycle.id === id ? edit(cycle) : cycle));
  const allowed = [[before]];
  const dump = [{ ...between, cycles }];
  return checkWindows({
    allowed,
    moments: [{ dump, states: new Map(), outcomes: null, allowed, undone: [], reverts: [] }],
    unclocked: new Set([unclocked]),
    since: 0,
    final: [final],
    unmanaged: new Set(),
    pausing: new Set(),
    keyId: 'test',
    left: new Map(),
    lines: new Map(),
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
