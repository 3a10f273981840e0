import { describe, expect, it } from 'vitest';
import { type AccountOutcome, isSuccess } from '../../../src/model/plan/outcome.ts';
import { drawService } from '../picture.ts';
import { expectConverges, expectHonest, expectNoMix } from '../recovery.ts';
import { applyRoughly } from '../rough-apply.ts';
import {
  openFirstApply,
  openFirstImport,
  openRebuilding,
  openReplacement,
  openRunningEdit,
  type Scenario,
} from '../scenarios.ts';
import { isTried } from '../share.ts';
import type { PortCall } from '../tap-ports.ts';
import { type InjectedFault, makeFailing } from './failing.ts';

// One call of an apply fails for good, however often the client sends it: the service errs, the line
// is cut before or after the service did it, or the service stays away from then on. Each call has its
// turn with one of the faults; CHECK_FULL=1 tries all of them with each.

const timeoutMs = 240_000;
const faults: readonly InjectedFault[] = ['status', 'drop-before', 'drop-after', 'outage'];

/** Of the calls of one kind that follow each other the first and the last, of reads the first alone. */
function chooseCalls(calls: readonly PortCall[]): number[] {
  const read = new Set<string>();
  return calls.flatMap((call, index) => {
    const isEdge = [index - 1, index + 1].some((other) => calls[other]?.name !== call.name);
    const isNew = !read.has(call.name);
    read.add(call.name);
    return isNew || (call.hasEffect && isEdge) ? [index + 1] : [];
  });
}

type Known = {
  readonly scenario: Scenario;
  /** What an apply comes to that nothing fails. */
  readonly whole: ReturnType<typeof drawService>;
  readonly calls: readonly number[];
};

const known = new Map<() => Promise<Scenario>, Promise<Known>>();

/** Opens each scenario once for all faults, as it begins again for each call. */
function openOnce(open: () => Promise<Scenario>): Promise<Known> {
  const opened = known.get(open) ?? openKnown(open);
  known.set(open, opened);
  return opened;
}

async function openKnown(open: () => Promise<Scenario>): Promise<Known> {
  const scenario = await open();
  const { fixture, begin } = scenario;
  await begin();
  const unharmed = makeFailing(fixture.emulator, -1, 'status');
  await applyRoughly(fixture, unharmed);
  const whole = drawService(fixture.emulator);
  return { scenario, whole, calls: chooseCalls(unharmed.calls()) };
}

async function failEverywhere(
  open: () => Promise<Scenario>,
  fault: InjectedFault,
  least: number,
): Promise<void> {
  const { scenario, whole, calls } = await openOnce(open);
  const { fixture, begin, ...runs } = scenario;
  const { emulator } = fixture;
  expect(calls.length, 'calls to fail').toBeGreaterThanOrEqual(least);
  const share = { turn: faults.indexOf(fault), parts: 4 * faults.length };
  for (const nth of calls.filter((_, index) => isTried(index, share))) {
    await begin();
    const failing = makeFailing(emulator, nth, fault);
    const outcomes = await applyRoughly(fixture, failing);
    emulator.control.plantFaults([]);
    const where = `${fault} at call ${nth}, ${failing.calls()[nth - 1]?.name}`;
    const after = { whole, where, ...runs };
    if (outcomes?.every(isSuccess)) expect(drawService(emulator), where).toEqual(whole);
    else expect(listErrors(outcomes ?? []), where).not.toEqual([]);
    expectNoMix(fixture, after);
    await expectConverges(fixture, after, await expectHonest(fixture, where));
  }
}

function listErrors(outcomes: readonly AccountOutcome[]): unknown[] {
  return outcomes
    .flatMap((item) => [...item.diagnostics, ...item.outcomes.flatMap((one) => one.diagnostics)])
    .filter((item) => item.severity === 'error');
}

describe.each(faults)('%s', (fault) => {
  it(
    'is reported in a first apply, and the next one converges',
    async () => {
      await failEverywhere(openFirstApply, fault, 25);
    },
    timeoutMs,
  );

  it(
    'is reported where a cycle file is imported, and the next one converges with one cycle',
    async () => {
      await failEverywhere(openFirstImport, fault, 15);
    },
    timeoutMs,
  );

  it(
    'is reported in an edit of a running cycle, which never runs with a mix',
    async () => {
      await failEverywhere(openRunningEdit, fault, 8);
    },
    timeoutMs,
  );

  it(
    'is reported where a cycle is replaced, of which one is left in the end and never two run',
    async () => {
      await failEverywhere(openReplacement, fault, 8);
    },
    timeoutMs,
  );

  it(
    'is reported where a cycle is replaced by another structure of its file, of which one is left in the end',
    async () => {
      await failEverywhere(openRebuilding, fault, 8);
    },
    timeoutMs,
  );
});
