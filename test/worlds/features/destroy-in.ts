import { expect } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { selectAccounts } from '../../../src/engine/index/select-accounts.ts';
import { checkPlanTotals } from '../../../src/engine/policy/check-plan-totals.ts';
import { startRun } from '../../../src/engine/run/journal/journal-run.ts';
import { makePlanCounter } from '../../../src/engine/run/planning/make-plan-counter.ts';
import { listPendingAccounts, runApply } from '../../../src/engine/run/run-apply.ts';
import { applyDestroy } from '../../../src/features/operations/destroy/apply-destroy.ts';
import { makeDestroyPlans } from '../../../src/features/operations/destroy/make-destroy-plan.ts';
import { resolveDestroyTargets } from '../../../src/features/operations/destroy/resolve-destroy-targets.ts';
import { parseObjectAddress } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import { selectAll } from '../../../src/model/manifest/selection.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { Backup } from '../../../src/model/ports.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { type PortCall, type Tap, tapPort } from '../../faults/tap-ports.ts';
import { makeSecrets, openForTest, openOnEmulator, type Rig } from '../../service/open-for-test.ts';
import { allAllowed } from '../all-allowed.ts';
import { noPolicies } from '../drift-parts.ts';
import type { TestFixture } from '../fixture.ts';
import { makeSession } from '../make-session.ts';
import { listReasons } from '../quickstart.ts';
import { toAsync } from '../to-async.ts';
import { makeRunRecord } from './make-run-record.ts';

/** How a destroy of a test goes. */
export type DestroyOptions = {
  readonly tap?: Tap;
  /** Resolves when the process is to be dropped. */
  readonly death?: Promise<void>;
  readonly backup?: Backup;
  /** Called between the plan and what it does. */
  readonly meanwhile?: () => Promise<void>;
  readonly contract?: 'documented';
  /** Ids of templates by name, as an environment names them. */
  readonly templates?: ReadonlyMap<string, string>;
};

/** Result of it. `outcomes` is null after a death; a refusal starts nothing. */
export type Destroyed = {
  readonly refused: readonly Diagnostic[];
  readonly planned: readonly PlannedAccount[];
  readonly outcomes: readonly AccountOutcome[] | null;
  /** Backups, by account. */
  readonly kept: ReadonlyMap<string, string>;
};

const rigs = new WeakMap<TestFixture, Promise<Rig>>();

/**
 * Destroys the addressed objects in a test project, with the command line's work between prompt and
 * report.
 */
export async function destroyIn(
  fixture: TestFixture,
  addresses: readonly string[],
  options: DestroyOptions = {},
): Promise<Destroyed> {
  const kept = new Map<string, string>();
  const keep: Backup = {
    save: async (account, text) => {
      kept.set(account, text);
      return `${account}.json`;
    },
  };
  const run = await openRunIn(fixture, options);
  const { context, entries } = run;
  const named = await resolveDestroyTargets({ ...context, entries }, addresses);
  const nothing = { planned: [], outcomes: [], kept };
  if ('refused' in named) return { refused: named.refused, ...nothing };
  const planned: PlannedAccount[] = [];
  for await (const account of makeDestroyPlans(context, named.targets)) planned.push(account);
  const refused = listReasons(planned);
  if (refused.length > 0) return { ...nothing, refused, planned };
  await options.meanwhile?.();
  const dooms = new Map(named.targets.map((target) => [target.account, target]));
  const destroying = { targets: dooms, backup: options.backup ?? keep, report: () => undefined };
  const outcomes = await perform(fixture, { run, planned, destroying }, options);
  return { refused: [], planned, outcomes, kept };
}

async function perform(
  fixture: TestFixture,
  todo: {
    readonly run: Awaited<ReturnType<typeof openRunIn>>;
    readonly planned: readonly PlannedAccount[];
    readonly destroying: Parameters<typeof applyDestroy>[0];
  },
  { death }: DestroyOptions,
): Promise<readonly AccountOutcome[] | null> {
  const { run, planned, destroying } = todo;
  const tally = makePlanCounter(0);
  for (const account of planned) tally.add(account);
  const checked = checkPlanTotals(
    tally.total(),
    { maxDeletes: 100, maxChangedPercent: 100 },
    allAllowed,
  );
  if ('refused' in checked) throw new Error('The plan of the test is refused.');
  const session = makeSession();
  const record = makeRunRecord('destroy', session);
  await startRun(fixture.store, record, {
    accounts: listPendingAccounts(toAsync(planned)),
    isGone: session.isGone,
  });
  const { control } = fixture.emulator;
  const clock = {
    now: () => control.advance('0s'),
    wait: async (ms: number) => void control.advance(`${Math.max(1, Math.ceil(ms))}ms`),
  };
  const work = runApply(
    {
      ...run,
      ...noPolicies,
      approval: checked.approval,
      ports: { ...run.context, store: run.store, writer: run.writer, clock },
      session,
      id: record.id,
      caller: run.caller,
      drainTimeoutMs: 600_000,
      isStopping: () => false,
      apply: (held, runId) => applyDestroy(destroying, held, runId),
    },
    listPendingAccounts(toAsync(planned)),
  );
  const life = (async () => {
    const outcomes: AccountOutcome[] = [];
    for await (const outcome of work) outcomes.push(outcome);
    return outcomes;
  })();
  return death === undefined ? life : Promise.race([life, death.then(() => null)]);
}

/** A run in a test project whose ports a test can wrap, one account at a time. */
export async function openRunIn(
  fixture: TestFixture,
  { tap, contract, templates = new Map() }: Pick<DestroyOptions, 'tap' | 'contract' | 'templates'>,
) {
  const files = {
    read: async (path: string) => {
      const text = fixture.manifests.get(path);
      return text === undefined
        ? ({ ok: false, problem: 'missing' } as const)
        : ({ ok: true, text } as const);
    },
    listPassedOver: async () => [],
    listYaml: async (folder: string) =>
      [...fixture.manifests.keys()].filter((path) => path.startsWith(`${folder}/`)).sort(),
  };
  const { index, project } = await indexManifests(files);
  expect(index.diagnostics, 'the manifests of the test').toEqual([]);
  const rig = await openRig(fixture, contract);
  const through = <T extends object>(port: PortCall['port'], real: T): T =>
    tap === undefined ? real : tapPort(port, real, tap);
  const store = through('store', fixture.store);
  return {
    context: {
      files,
      environment: 'local',
      environments: project?.environments ?? new Map(),
      keys: new Set(index.accounts.map(({ key }) => key)),
      today: '2026-12-01',
      secrets: makeSecrets(Object.fromEntries(fixture.secrets)),
      reader: through('reader', rig.reader),
      store,
      templates,
      rewrite: false,
    },
    entries: selectAccounts(index.accounts, 'local', selectAll).entries,
    named: null,
    width: 1,
    store,
    writer: through('writer', rig.writer),
    caller: rig.caller,
  };
}

async function openRig(fixture: TestFixture, contract?: 'documented'): Promise<Rig> {
  if (contract === 'documented') {
    const { url } = await fixture.emulator.listen();
    return openForTest({ baseUrl: url, accessToken: fixture.emulator.makeAccessToken(), contract });
  }
  const known = rigs.get(fixture) ?? openOnEmulator(fixture.emulator);
  rigs.set(fixture, known);
  return known;
}

/** The addresses that the store has bound of an account, sorted. */
export async function listBound(fixture: TestFixture, account: string): Promise<string[]> {
  const { objects } = await fixture.store.readState(account);
  return [...objects.keys()].filter((address) => parseObjectAddress(address) !== null).sort();
}
