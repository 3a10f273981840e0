import { observeAccount } from '../../src/engine/observe/observe-account.ts';
import { fromManifest } from '../../src/engine/observe/source.ts';
import { openRunContext, type Run } from '../../src/engine/run/open-run.ts';
import type { ApplyRun } from '../../src/engine/run/run-apply.ts';
import { applyDestroy } from '../../src/features/operations/destroy/apply-destroy.ts';
import { makeDestroyPlans } from '../../src/features/operations/destroy/make-destroy-plan.ts';
import { resolveDestroyTargets } from '../../src/features/operations/destroy/resolve-destroy-targets.ts';
import {
  checkStillDue,
  type DuePorts,
  type DueProject,
  selectLeaving,
} from '../../src/features/operations/destroy/select-leaving.ts';
import { openApprovedChange } from '../../src/features/operations/open-approved-change.ts';
import { makeRunPlans, type RunRequest } from '../../src/features/operations/run/make-run-plan.ts';
import { resolveDone } from '../../src/features/operations/state/settle/resolve-done.ts';
import { type Address, parseObjectAddress } from '../../src/model/address.ts';
import type { PlanChoices } from '../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import type { StateChange } from '../../src/model/state/account-state.ts';
import type { RunCommand } from '../../src/model/state/run.ts';

// The commands beside apply.

/** Plans single runs, or their cancellation. `now` is ISO UTC. */
export function planRuns(
  run: Run,
  request: RunRequest,
  now: () => string,
): AsyncIterable<PlannedAccount> {
  return makeRunPlans(run, { requestOf: () => request, now });
}

/** Plans a destroy. */
export async function* planDestroy(
  run: Run,
  addresses: readonly Address[],
): AsyncGenerator<PlannedAccount> {
  yield* makeDestroyPlans(run.context, await resolveTargets(run, addresses));
}

/** Lists the leaving accounts of a fleet that are due. */
export async function listDue(run: Run, fleet: string): Promise<readonly Address[]> {
  return (await selectLeaving(fleet, ...toDue(run))).destroys;
}

function toDue({ context, entries }: Run): [DueProject, DuePorts] {
  const { environment: name, store, today } = context;
  return [
    { accounts: entries, environment: { name } },
    { store, today },
  ];
}

/**
 * How one account of an approved plan is done, and the name of its run; null if a leaving account
 * of the plan is no longer due.
 */
export async function openChange(
  run: Run,
  choices: PlanChoices,
): Promise<(Pick<ApplyRun, 'apply'> & { readonly command: RunCommand }) | null> {
  const { command, apply } = await openApprovedChange(choices);
  const { leaving, destroys = [] } = choices;
  if (leaving === true && (await checkStillDue(destroys, ...toDue(run))).length > 0) return null;
  if (choices.destroys === undefined) return { command, ...(apply === undefined ? {} : { apply }) };
  const targets = await resolveTargets(run, choices.destroys);
  const destroy = {
    targets: new Map(targets.map((target) => [target.account, target])),
    backup: { save: async (account: string) => `${account}.json` },
    report: () => undefined,
  };
  return { command, apply: (locked, id) => applyDestroy(destroy, locked, id) };
}

/** What `cyclectl state settle ADDRESS done` records. */
export async function settleDone(
  { context, entries }: Run,
  address: Address,
): Promise<StateChange> {
  const entry = entries.find(({ key }) => key === parseObjectAddress(address)?.account);
  if (entry === undefined) throw new Error(`There is no account of ${address}`);
  const full = await openRunContext(context, 1);
  const observation = await observeAccount(full, fromManifest(entry));
  if (observation.kind !== 'observed') throw new Error(`The account of ${address} is unread`);
  const settled = resolveDone(observation.diff, address);
  if ('refused' in settled) throw new Error(settled.refused.summary);
  return settled.change;
}

async function resolveTargets({ context, entries }: Run, addresses: readonly Address[]) {
  const named = await resolveDestroyTargets({ ...context, entries }, addresses);
  if ('refused' in named) throw new Error(`No target: ${JSON.stringify(named.refused)}`);
  return named.targets;
}
