import type { GlobalOptions } from '../../../app/context.ts';
import type { ReadPorts } from '../../../app/ports/open-ports.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type {
  ApprovedChange,
  ChangeRequest,
  ChangeSource,
  NewPlan,
} from '../../../app/run/change-source.ts';
import { checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Address } from '../../../model/address.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanChoices, PlanSummary } from '../../../model/plan/plan.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { applyDestroy } from './apply-destroy.ts';
import { openBackup } from './backup/open-backup.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { makeDestroyPlans } from './make-destroy-plan.ts';
import { resolveDestroyTargets } from './resolve-destroy-targets.ts';
import { checkStillDue } from './select-leaving.ts';

/** A destroy of accounts, with a plan that is made now. */
export type Destroy = Omit<ChangeSource, 'plan'> & {
  readonly plan: NewPlan;
  readonly targets: readonly DestroyTarget[];
};

const nothingLeft = 'The objects no longer exist in the service; destroy removes them from state.';

/** Refuses a selection, because addresses name the objects. Throws `OperationalError`. */
export function checkNoSelection({ select }: Pick<GlobalOptions, 'select'>): void {
  if (select.length === 0) return;
  throw new OperationalError('destroy takes addresses, not --select', {
    remedy: 'Pass the address of each account, connector or cycle to destroy.',
  });
}

/** Destroys the approved objects; another apply of its plan starts again. */
export const approvedDestroy: ApprovedChange = {
  command: 'destroy',
  reopen: async (request, ports, { destroys = [], ...choices }) => {
    const { plan: _, ...destroy } = await openDestroy(request, ports, { ...choices, destroys });
    if (choices.leaving !== true) return destroy;
    return { ...destroy, refused: await checkStillDue(destroys, request.project, ports) };
  },
};

/** Opens a destroy, typed now or saved as a plan: resolves its addresses by state. */
export async function openDestroy(
  { context, options, project }: ChangeRequest,
  ports: ReadPorts,
  choices: PlanChoices & { readonly destroys: readonly Address[] },
): Promise<Destroy> {
  checkNoSelection(options);
  const run = toRun(project, ports);
  const searching = { ...run.context, entries: run.entries };
  const named = await resolveDestroyTargets(searching, choices.destroys);
  const { targets, destroyed } = 'refused' in named ? { targets: [], destroyed: [] } : named;
  return {
    command: 'destroy',
    choices,
    targets,
    plan: {
      kind: 'new',
      accounts: () => makeDestroyPlans(run.context, targets),
      total: targets.length,
      counter: makePlanCounter(0),
      empty: targets.length === 0 ? [] : [nothingLeft],
    },
    notes: destroyed.map(
      ({ address, run: id }) => `${toVisible(address)} was destroyed already by the run ${id}.`,
    ),
    check: (summary) =>
      'refused' in named ? named : checkDestroyApproval(summary, project, choices),
    openRun: async () => run,
    apply: (locked, id) =>
      applyDestroy(
        {
          targets: new Map(targets.map((target) => [target.account, target])),
          backup: openBackup(project.root, project.environment.name, id),
          report: (account, path) =>
            context.terminal.log(`${toVisible(account)}: wrote a backup to ${path}`),
        },
        locked,
        id,
      ),
    followUps: listStillNamed(targets),
  };
}

// Skips the share of changed accounts, because each account was named.
function checkDestroyApproval(
  summary: PlanSummary,
  { environment }: Pick<ProjectContext, 'environment'>,
  choices: PlanChoices,
): ReturnType<typeof checkPlanTotals> {
  // The plan shows why an account cannot be destroyed; the others stay too.
  if (summary.notPlanned > 0) return { refused: [] };
  const limits = { ...environment.protect, maxChangedPercent: 100 };
  // Ignores the allowance when nothing is left to delete, because the run may finish an earlier
  // one.
  const allowDeletes = summary.deletes === 0 ? null : choices.allowDeletes;
  return checkPlanTotals(summary, limits, { ...choices, allowDeletes });
}

function listStillNamed(targets: readonly DestroyTarget[]): Diagnostic[] {
  return targets.flatMap(({ named, isLeaving, isWholeAccount }) =>
    [...named].map(([address, at]) =>
      isLeaving && isWholeAccount
        ? reportRowLeft(address, at)
        : reportWarning('still-named', {
            summary: `${address} is destroyed and still declared here: the next apply creates it again`,
            at,
            address,
            remedy: address.includes('/')
              ? 'Remove its entry from Git.'
              : 'Remove this file from Git.',
          }),
    ),
  );
}

// An apply does not create an account that is leaving.
function reportRowLeft(address: Address, at: SourceSpan): Diagnostic {
  return reportWarning('still-named', {
    summary: `${address} is destroyed, and its row is still in the table`,
    at,
    address,
    remedy: `Run cyclectl fleet remove ${address} to remove it.`,
  });
}
