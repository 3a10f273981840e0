import { expect } from 'vitest';
import { indexManifests } from '../../src/engine/index/index-manifests.ts';
import { selectAccounts } from '../../src/engine/index/select-accounts.ts';
import { checkPlanTotals } from '../../src/engine/policy/check-plan-totals.ts';
import type { PendingAccount } from '../../src/engine/run/journal/journal-run.ts';
import type { Session } from '../../src/engine/run/journal/lock-account.ts';
import type { Run } from '../../src/engine/run/open-run.ts';
import { makePlanCounter } from '../../src/engine/run/planning/make-plan-counter.ts';
import { type ApplyRun, listPendingAccounts, runApply } from '../../src/engine/run/run-apply.ts';
import { selectAll } from '../../src/model/manifest/selection.ts';
import type { AccountOutcome } from '../../src/model/plan/outcome.ts';
import type { Clock, Files } from '../../src/model/ports.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { makeSecrets, openOnEmulator, type Rig } from '../service/open-for-test.ts';
import { allAllowed } from '../worlds/all-allowed.ts';
import { noPolicies } from '../worlds/drift-parts.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { makeSession } from '../worlds/make-session.ts';
import { toAsync } from '../worlds/to-async.ts';
import { type Tap, tapPort } from './tap-ports.ts';

/** How an apply goes whose ports a test taps. */
export type RoughApply = {
  readonly tap: Tap;
  /** Resolves when the process is to be dropped. */
  readonly death?: Promise<void>;
  readonly isStopping?: () => boolean;
  readonly session?: Partial<Session>;
  /** Called before each wait of the engine: of a drain, or for a lost create to show. */
  readonly beforeWait?: () => void;
  /** A plan of another command, and how it does an account; the plan of the manifests by default. */
  readonly planned?: readonly PlannedAccount[];
  readonly apply?: NonNullable<ApplyRun['apply']>;
  /** True for a plan that a dead run has begun. */
  readonly isBegun?: boolean;
};

const rigs = new WeakMap<TestFixture, Promise<Rig>>();

/**
 * Applies the manifests of a workplace through tapped ports, one account at a time. Null when it died:
 * then it does nothing more, and the store and the service are as it left them.
 */
export async function applyRoughly(
  fixture: TestFixture,
  rough: RoughApply,
): Promise<readonly AccountOutcome[] | null> {
  const rig = await openRig(fixture);
  const run = await openRun(fixture, rig, rough.tap);
  const planned = rough.planned ?? (await fixture.plan());
  const tally = makePlanCounter(0);
  for (const account of planned) tally.add(account);
  const checked = checkPlanTotals(
    tally.total(),
    { maxDeletes: 1000, maxChangedPercent: 100 },
    allAllowed,
  );
  if ('refused' in checked) throw new Error('The plan of the test is refused.');
  const { approval } = checked;
  const store = tapPort('store', fixture.store, rough.tap);
  const ports = {
    ...run.context,
    store,
    writer: tapPort('writer', rig.writer, rough.tap),
    clock: makeClock(fixture, rough),
  };
  const outcomes: AccountOutcome[] = [];
  const isStopping = rough.isStopping ?? (() => false);
  const work = runApply(
    {
      ...run,
      ...noPolicies,
      approval,
      ports,
      session: makeSession(rough.session),
      id: 'run',
      caller: rig.caller,
      drainTimeoutMs: 600_000,
      isStopping,
      ...(rough.apply === undefined ? {} : { apply: rough.apply }),
    },
    listPending(rough, planned),
  );
  const life = (async () => {
    for await (const outcome of work) outcomes.push(outcome);
    return outcomes;
  })();
  const death = rough.death?.then(() => null);
  return death === undefined ? life : Promise.race([life, death]);
}

async function* listPending(
  { isBegun = false }: RoughApply,
  planned: readonly PlannedAccount[],
): AsyncGenerator<PendingAccount> {
  for await (const pending of listPendingAccounts(toAsync(planned)))
    yield isBegun ? { ...pending, state: 'begun' } : pending;
}

function openRig(fixture: TestFixture): Promise<Rig> {
  const known = rigs.get(fixture) ?? openOnEmulator(fixture.emulator);
  rigs.set(fixture, known);
  return known;
}

async function openRun(fixture: TestFixture, rig: Rig, tap: Tap): Promise<Run> {
  const files = toFiles(fixture.manifests);
  const { index, project } = await indexManifests(files);
  expect(index.diagnostics, 'the manifests of the test').toEqual([]);
  return {
    context: {
      files,
      environment: 'local',
      environments: project?.environments ?? new Map(),
      keys: new Set(index.accounts.map(({ key }) => key)),
      today: '2026-12-01',
      secrets: makeSecrets(Object.fromEntries(fixture.secrets)),
      reader: tapPort('reader', rig.reader, tap),
      store: tapPort('store', fixture.store, tap),
      templates: new Map(),
      rewrite: false,
    },
    entries: selectAccounts(index.accounts, 'local', selectAll).entries,
    named: null,
    width: 1,
  };
}

// Advances the service's clock instead of sleeping.
function makeClock(fixture: TestFixture, rough: RoughApply): Clock {
  const { control } = fixture.emulator;
  return {
    now: () => control.advance('0s'),
    wait: async (ms) => {
      rough.beforeWait?.();
      control.advance(`${Math.max(1, Math.ceil(ms))}ms`);
    },
  };
}

function toFiles(manifests: ReadonlyMap<string, string>): Files {
  return {
    read: async (path) => {
      const text = manifests.get(path);
      return text === undefined ? { ok: false, problem: 'missing' } : { ok: true, text };
    },
    listPassedOver: async () => [],
    listYaml: async (folder) =>
      [...manifests.keys()].filter((path) => path.startsWith(`${folder}/`)).sort(),
  };
}
