import { systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeOptions, ChangeSource, NewPlan } from '../../../app/run/change-source.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import { makePlan } from '../../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { type AccountOutcome, isStopped, isSuccess } from '../../../model/plan/outcome.ts';
import type { StoreWriter } from '../../../model/ports.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import type { Rollout, RolloutAccount, RolloutAccountState } from '../../../model/state/rollout.ts';
import { Approvals, isHeld } from './approved-changes.ts';
import { findWaveName } from './format-rollout.ts';
import type { RolloutStep } from './plan-step.ts';
import { withRevision } from './with-revision.ts';

/** A wave that is applied, and all accounts of its rollout. */
export type WaveRun = {
  readonly store: StoreWriter;
  readonly rollout: Rollout;
  readonly accounts: readonly RolloutAccount[];
  readonly step: Extract<RolloutStep, { readonly kind: 'apply' }>;
  /** The accounts of the step in the project. */
  readonly entries: readonly AccountEntry[];
};

/**
 * Plans the accounts of a wave afresh, holds back what was not approved, admits the others to the
 * revision, applies them, and records what each came to.
 */
export async function applyWave(
  request: ProjectRequest<ChangeOptions>,
  wave: WaveRun,
): Promise<void> {
  const { openSource, record } = openWave(wave);
  await runChange(request, async (ports) => openSource(toRun(request.project, ports)));
  await record();
}

/** Opens a wave: the change of its accounts, and the record of what each came to. */
export function openWave(wave: WaveRun): {
  readonly openSource: (run: Run) => ChangeSource & { readonly plan: NewPlan };
  readonly record: () => Promise<void>;
} {
  const progress = new WaveProgress(wave);
  const { store, rollout, step, accounts } = wave;
  return {
    openSource: (run) => openSource(run, { ...wave, progress }),
    record: () =>
      store.updateRevisions({
        rollout: { ...rollout, admitted: step.admitted },
        accounts: progress.update(accounts),
      }),
  };
}

/** Results of the accounts of a wave in this process. */
class WaveProgress {
  readonly #states = new Map<string, RolloutAccountState>();
  readonly #planned = new Set<string>();
  #isAdmitted = false;

  constructor({ step, entries }: Pick<WaveRun, 'step' | 'entries'>) {
    const keys = new Set(entries.map(({ key }) => key));
    for (const { account } of step.accounts) {
      if (!keys.has(account)) this.#states.set(account, 'gone');
    }
  }

  /** An account without an outcome of its apply needs nothing. */
  plan(planned: PlannedAccount): void {
    if (planned.kind === 'unplanned') {
      this.#states.set(planned.account, isHeld(planned) ? 'held' : 'failed');
      return;
    }
    const { account, refused } = planned.plan;
    this.#planned.add(account);
    this.#states.set(account, refused === undefined ? 'done' : 'failed');
  }

  /** The accounts that have a plan, once they are to be admitted. */
  admit(): ReadonlySet<string> {
    this.#isAdmitted = true;
    return this.#planned;
  }

  end(outcome: AccountOutcome): void {
    const { account } = outcome;
    if (isStopped(outcome)) this.#states.set(account, 'admitted');
    else if (!isSuccess(outcome)) this.#states.set(account, 'failed');
  }

  /** The accounts with their new states; none where it was not started. */
  update(accounts: readonly RolloutAccount[]): readonly RolloutAccount[] {
    if (!this.#isAdmitted) return [];
    return accounts.flatMap((each) => {
      const state = this.#states.get(each.account);
      return state === undefined ? [] : [{ ...each, state }];
    });
  }
}

function openSource(
  whole: Run,
  wave: WaveRun & { readonly progress: WaveProgress },
): ReturnType<ReturnType<typeof openWave>['openSource']> {
  const { rollout, accounts, entries, progress, step } = wave;
  const approvals = new Approvals(accounts);
  const run = withRevision(whole, rollout, entries);
  const name = findWaveName(rollout, step.admitted - 1);
  const choices = rollout.approved.options;
  return {
    command: 'apply',
    choices,
    reason: `rollout ${formatRevision(rollout.revision)} of ${rollout.fleet}, wave ${name}`,
    plan: {
      kind: 'new',
      accounts: async function* (exports) {
        for await (const planned of makePlan(run, exports)) {
          const judged = approvals.hold(planned);
          progress.plan(judged);
          yield judged;
        }
      },
      readsExports: true,
      total: entries.length,
      counter: makePlanCounter(0),
      instead: null,
      confirm: null,
    },
    // Each change was approved with the rollout, and its totals were checked there.
    check: (summary) =>
      checkPlanTotals(
        summary,
        { maxDeletes: Number.POSITIVE_INFINITY, maxChangedPercent: 100 },
        { allowDeletes: null, allowReplace: true, allowNewWebhookUrls: true },
      ),
    openRun: async () => {
      await admit(wave, progress.admit());
      return run;
    },
    finish: async (outcomes) => {
      for (const outcome of outcomes) progress.end(outcome);
      return outcomes;
    },
  };
}

// Durable before the first write: a plan that follows a death has the same revision.
async function admit(
  { store, rollout, step, accounts }: WaveRun,
  keys: ReadonlySet<string>,
): Promise<void> {
  const { fleet, revision } = rollout;
  const at = systemClock.now();
  await store.updateRevisions({
    admissions: [...keys].map((account) => ({ account, fleet, revision, at })),
    rollout: { ...rollout, admitted: step.admitted },
    accounts: accounts
      .filter(({ account }) => keys.has(account))
      .map((each) => ({ ...each, state: 'admitted' as const })),
  });
}
