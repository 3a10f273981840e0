import type { RehearsalPorts } from '../../../app/ports/rehearsal/open-rehearsal-ports.ts';
import type { ChangeSource } from '../../../app/run/change-source.ts';
import { withSession } from '../../../app/run/open-session.ts';
import { runAccounts } from '../../../app/run/run-approved-plan.ts';
import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import type { Approval } from '../../../engine/policy/check-plan-totals.ts';
import { listPendingAccounts } from '../../../engine/run/run-apply.ts';
import type { Address } from '../../../model/address.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { type AccountOutcome, hasWritten } from '../../../model/plan/outcome.ts';
import { hasWork, type PlanSummary } from '../../../model/plan/plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { makeLeftOutAccount, makeRehearsedAccount } from './make-rehearsal.ts';
import { listNotUndone } from './measure/list-not-undone.ts';
import { listStandstills, type Pace, type SwitchesByCycle } from './measure/list-standstills.ts';
import { listUnknowns, PlanFacts } from './measure/list-unknowns.ts';
import type {
  NotUndoneChange,
  Rehearsal,
  RehearsalFrame,
  RehearsedAccount,
  Requests,
} from './rehearsal.ts';
import type { RehearsalRequest } from './rehearsal-request.ts';
import type { MadeSeed } from './seed/make-seed.ts';

type Given = {
  readonly seed: MadeSeed;
  readonly source: ChangeSource;
  readonly approval: Approval;
  readonly catalog: RehearsalFrame['catalog'];
};

/** Applies the accounts of a plan that the seed has, as `cyclectl apply` does, and measures it. */
export async function applyRehearsal(
  request: RehearsalRequest,
  ports: RehearsalPorts,
  given: Given,
): Promise<Rehearsal> {
  const { context, options, project, plan } = request;
  const { source, approval, seed } = given;
  const { command, choices } = source;
  const { facts, work } = await readWork(request, seed);
  const lasting = { context, command };
  const { record, outcomes } = await withSession(ports.store, lasting, async (session) =>
    runAccounts(
      {
        ...{ context, options, ports, command, approval },
        run: await source.openRun(),
        ...(source.apply === undefined ? {} : { apply: source.apply }),
        approved: { plan: plan.digest, options: choices, summary: plan.summary },
        work,
        does: 'rehearsing',
        caller: null,
        follow: () => undefined,
      },
      session,
    ),
  );
  // Before the undo is planned, which reads too.
  const counts = new Map(ports.ledger.counts);
  const switches = Map.groupBy(ports.ledger.switches, ({ cycle }) => cycle);
  const { requests: total, durationMs } = ports.readCost();
  const hits = ports.endFaults();
  const written = new Set(outcomes.filter(hasWritten).map(({ account }) => account));
  const notUndone =
    record === null
      ? new Map<string, readonly NotUndoneChange[]>()
      : await listNotUndone(request, ports, { id: record.id, written });
  const pace = { perSecond: ports.readPace(), isKept: options.pace !== undefined };
  const hasFaults = hits.some((hit) => hit > 0);
  const accounts: RehearsedAccount[] = seed.leftOut.map(makeLeftOutAccount);
  const before = new Map(seed.service.states.map((each) => [each.account, each]));
  for (const outcome of outcomes) {
    const after = await ports.store.readState(outcome.account);
    const ids = toIds(before.get(outcome.account), after);
    const own = { ids, counts, switches, pace, hasFaults, notUndone };
    accounts.push(measureAccount(outcome, own));
  }
  const requests = sumRequests([...counts.values()]);
  const shared = counts.get(null) ?? none;
  return {
    accounts: accounts.toSorted((one, other) => (one.account < other.account ? -1 : 1)),
    run: {
      target: ports.target,
      directory: options.directory,
      plan: options.plan,
      catalog: given.catalog,
      pace,
      faults: hits.map((hit, index) => ({ fault: options.fault?.[index] ?? '', hit })),
      summary: summarise(accounts, plan.summary),
      requests: { ...requests, shared: shared.reads + shared.writes },
      durationMs: pace.isKept ? durationMs : (total / pace.perSecond) * 1000,
      unknown: listUnknowns(facts, {
        envelope: plan.envelope,
        gaps: seed.gaps,
        catalog: given.catalog,
        outcomes,
        drainTimeoutMs: project.environment.limits.drainTimeoutMs,
      }),
    },
  };
}

function measureAccount(
  outcome: AccountOutcome,
  {
    ids,
    counts,
    switches,
    pace,
    hasFaults,
    notUndone,
  }: {
    readonly ids: ReturnType<typeof toIds>;
    readonly counts: ReadonlyMap<RemoteId | null, Requests>;
    readonly switches: SwitchesByCycle;
    readonly pace: Pace;
    readonly hasFaults: boolean;
    readonly notUndone: ReadonlyMap<string, readonly NotUndoneChange[]>;
  },
): RehearsedAccount {
  const operations = outcome.outcomes.map(({ operation }) => operation);
  return makeRehearsedAccount(outcome, {
    // Without an id it was not created, and null counts what belongs to no account.
    requests: ids.account === null ? none : (counts.get(ids.account) ?? none),
    standstills: listStandstills(operations, switches, { ids: ids.cycles, pace }),
    notUndone: notUndone.get(outcome.account) ?? [],
    hasFaults,
  });
}

const none: Requests = { reads: 0, writes: 0 };

function sumRequests(all: readonly Requests[]): Requests {
  return {
    reads: all.reduce((sum, { reads }) => sum + reads, 0),
    writes: all.reduce((sum, { writes }) => sum + writes, 0),
  };
}

async function readWork({ file }: RehearsalRequest, { leftOut }: MadeSeed) {
  const unknown = new Set(leftOut.map(({ account }) => account));
  async function* listSeeded(): AsyncGenerator<PlannedAccount, void, undefined> {
    for await (const each of readPlannedAccounts(file.lines())) {
      if (each.kind !== 'planned' || unknown.has(each.plan.account)) continue;
      if (hasWork(each.plan) || each.plan.refused !== undefined) yield each;
    }
  }
  const facts = new PlanFacts();
  for await (const each of listSeeded()) if (each.kind === 'planned') facts.add(each.plan);
  return { facts, work: () => listPendingAccounts(listSeeded(), { isSaved: true }) };
}

// Cycles have the ids that they had before, or got in the rehearsal.
function toIds(before: AccountState | undefined, after: AccountState) {
  const records = [...(before?.objects.values() ?? []), ...after.objects.values()];
  const own = records.find(({ kind }) => kind === 'account');
  const cycles = new Map<RemoteId, Address>(
    records.flatMap(({ kind, remoteId, address }) =>
      kind === 'cycle' ? [[remoteId, address]] : [],
    ),
  );
  return { account: own?.remoteId ?? null, cycles };
}

function summarise(
  accounts: readonly RehearsedAccount[],
  { notPlanned, refused = 0 }: PlanSummary,
): RehearsalFrame['summary'] {
  const countOf = (result: RehearsedAccount['result']) =>
    accounts.filter((each) => each.result === result).length;
  return {
    accounts: accounts.length,
    failed: countOf('failed'),
    notRehearsed: countOf('not-rehearsed'),
    notPlanned,
    refused,
    standstills: accounts.reduce((sum, { standstills }) => sum + standstills.length, 0),
    notUndone: accounts.reduce((sum, { notUndone }) => sum + notUndone.length, 0),
  };
}
