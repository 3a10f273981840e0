import { type ReadPorts, systemClock } from '../../../app/ports/open-ports.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeRequest, ChangeSource, NewPlan } from '../../../app/run/change-source.ts';
import { checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import { type Address, parseObjectAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import { noChoices, type PlanChoices } from '../../../model/plan/plan.ts';
import { applyRuns } from './apply-runs.ts';
import { makeRunPlans } from './make-run-plan.ts';
import { waitForRuns } from './wait-for-runs.ts';

/** The cycles to run, as a person requests them. */
export type RunWish = {
  /** Addresses of cycles; empty for those of the selected accounts. */
  readonly address: readonly string[];
  /** ISO UTC; absent: now. */
  readonly at?: string;
  readonly cancel?: boolean;
  /** Waits until the runs are over. */
  readonly wait?: boolean;
};

/** Opens single runs, or their cancellation, with a plan that is made now. */
export function openRuns(
  { context, options, project }: ChangeRequest & { readonly options: RunWish },
  ports: ReadPorts,
): Omit<ChangeSource, 'plan'> & { readonly plan: NewPlan } {
  const { environment, selected } = project;
  const { address, at = null, cancel = false, wait = false } = options;
  const keys = new Set(selected.entries.map(({ key }) => key));
  const resolved = resolveRunTargets(address, keys);
  const targets = 'refused' in resolved ? new Map<string, ReadonlySet<Address>>() : resolved;
  const whole = toRun(project, ports);
  const entries = whole.entries.filter(({ key }) => address.length === 0 || targets.has(key));
  const run = address.length === 0 ? whole : { ...whole, entries, named: entries.length };
  const requestOf = (account: string) => ({
    addresses: targets.get(account) ?? null,
    at,
    cancels: cancel,
  });
  const before = new Map<Address, LiveCycle>();
  const choices: PlanChoices = { ...noChoices, runs: address as readonly Address[] };
  return {
    command: 'run',
    choices,
    refused: 'refused' in resolved ? resolved.refused : [],
    plan: {
      kind: 'new',
      accounts: () => makeRunPlans(run, { requestOf, now: () => systemClock.now() }),
      total: run.entries.length,
      counter: makePlanCounter(address.length === 0 ? selected.skipped : 0),
    },
    check: (summary) => checkPlanTotals(summary, environment.protect, choices),
    openRun: async () => run,
    apply: (locked) => applyRuns(locked, (cycle, live) => before.set(cycle, live)),
    ...(wait
      ? {
          finish: (outcomes) =>
            waitForRuns(
              {
                ...ports,
                clock: systemClock,
                before,
                isStopping: () => context.stopping.aborted,
                say: (text) => context.terminal.log(text),
              },
              outcomes,
            ),
        }
      : {}),
  };
}

/** Groups the addresses of cycles by account, or refuses those that name no cycle of a manifest's account. */
function resolveRunTargets(
  addresses: readonly string[],
  accounts: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<Address>> | { readonly refused: readonly Diagnostic[] } {
  const refused: Diagnostic[] = [];
  const targets = new Map<string, Set<Address>>();
  for (const text of addresses) {
    const parsed = parseObjectAddress(text);
    if (parsed?.kind !== 'cycle') refused.push(reportNoCycle(text));
    else if (!accounts.has(parsed.account)) refused.push(reportNoAccount(parsed));
    else
      targets.set(parsed.account, (targets.get(parsed.account) ?? new Set()).add(parsed.address));
  }
  return refused.length > 0 ? { refused } : targets;
}

function reportNoCycle(text: string): Diagnostic {
  return reportError('address-unknown', {
    summary: `${JSON.stringify(text)} is not the address of a cycle`,
    remedy: 'Write ACCOUNT/cycles/KEY, or --select WHAT for all cycles of some accounts.',
  });
}

function reportNoAccount({
  account,
  address,
}: {
  readonly account: string;
  readonly address: Address;
}): Diagnostic {
  return reportError('address-unknown', {
    summary: `No manifest of this environment declares the account "${account}"`,
    address,
    remedy: 'cyclectl run is for cycles of manifests only. Start and stop others in the console.',
  });
}
