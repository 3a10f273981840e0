import { systemClock } from '../../../app/ports/open-ports.ts';
import type { ChangeSource, NewPlan } from '../../../app/run/change-source.ts';
import type { NotStartedReason } from '../../../app/run/read-approval.ts';
import { git, withDesired } from '../../../engine/observe/source.ts';
import { checkApprovedTotals } from '../../../engine/policy/check-plan-totals.ts';
import { applyPlan, type LockedAccount } from '../../../engine/run/apply-plan.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import { makePlan } from '../../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { isFolded } from '../../../model/plan/folded.ts';
import {
  type AccountOutcome,
  findMachineTrouble,
  isNotStarted,
  isStopped,
  isSuccess,
} from '../../../model/plan/outcome.ts';
import type { PlanChoices } from '../../../model/plan/plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { Admissions } from '../../../model/state/revision.ts';
import type { RolloutAccount, RolloutAccountState } from '../../../model/state/rollout.ts';
import { isHeld } from './approved-changes.ts';
import { withAdmissions } from './with-admissions.ts';

/** Accounts that are to be on other revisions, and how. */
export type Admitting = {
  readonly entries: readonly AccountEntry[];
  /** The revisions that they are planned on. */
  readonly admissions: Admissions;
  readonly choices: PlanChoices;
  /** Recorded with the run. */
  readonly reason: string;
  readonly fleet: string;
  /** Called with the desired side of an account before its plan. */
  readonly see?: (desired: DesiredAccount) => void;
  /** Holds back an account whose plan goes further than what was approved. */
  readonly hold: (planned: PlannedAccount) => PlannedAccount;
  /** Returns whether so many accounts are held or failed by their plans that none is applied. */
  readonly isTooMany?: (states: AdmittedStates) => boolean;
  /** Asks a person; null: it was approved. */
  readonly confirm: (() => Promise<NotStartedReason | null>) | null;
  /** Records that the apply begins. It admits no account yet. */
  readonly start: () => Promise<void>;
  /** Admits one account, before its first write; false if it must not begin now. */
  readonly admit: (account: string, now: string) => Promise<boolean>;
};

type AdmittedState = Extract<
  RolloutAccountState,
  'waiting' | 'admitted' | 'done' | 'failed' | 'held'
>;

/** Results of accounts; `waiting` for one whose apply was not started. Null where nothing was started. */
export type AdmittedStates = ReadonlyMap<string, AdmittedState>;

/** The change of accounts, and what they came to. */
export type OpenedAdmitting = {
  /** Opens it for a run; `readTime` is the time of the service. */
  readonly openSource: (
    run: Run,
    readTime?: () => string,
  ) => ChangeSource & { readonly plan: NewPlan };
  readonly readStates: () => AdmittedStates | null;
  /** Returns whether none was applied, because too many are held or failed by their plans. */
  readonly isLeft: () => boolean;
  /** Errors of this machine, by account: they say nothing of the revision. */
  readonly readTroubles: () => ReadonlyMap<string, Diagnostic>;
  /** Result of an account, recorded with its state. */
  readonly readResult: (account: string) => AdmittedResult;
};

/** The time of the service at which an account was read back (ISO UTC), and its values that are not verified. */
type AdmittedResult = Pick<RolloutAccount, 'appliedAt' | 'unverified'>;

/** Opens a change that plans accounts on revisions, holds some back, and admits and applies the others. */
export function openAdmitting(admitting: Admitting): OpenedAdmitting {
  const progress = new Progress();
  return {
    openSource: (run, readTime) => {
      if (readTime !== undefined) progress.readTime = readTime;
      return openSource(run, { ...admitting, progress });
    },
    readStates: () => progress.readStates(),
    isLeft: () => progress.isLeft,
    readTroubles: () => progress.troubles,
    readResult: (account) => progress.readResult(account),
  };
}

class Progress {
  readonly #states = new Map<string, AdmittedState>();
  readonly #begun = new Set<string>();
  readonly #times = new Map<string, string>();
  readonly #unverified = new Map<string, number>();
  readonly troubles = new Map<string, Diagnostic>();
  readTime: () => string = systemClock.now;
  #isStarted = false;
  isLeft = false;

  /** An account without an outcome of its apply needs nothing. */
  plan(planned: PlannedAccount): void {
    if (planned.kind === 'unplanned') {
      this.#states.set(planned.account, isHeld(planned) ? 'held' : 'failed');
      return;
    }
    const { account, refused, notices } = planned.plan;
    this.#unverified.set(
      account,
      notices.filter((each) => each.kind !== 'warning' && isFolded(each)).length,
    );
    this.readBack(account);
    this.#states.set(account, refused === undefined ? 'done' : 'failed');
  }

  start(): void {
    this.#isStarted = true;
  }

  /** Called in place of an apply of too many held or failed accounts: the others are as they were. */
  leave(): void {
    this.start();
    this.isLeft = true;
    for (const [account, state] of this.#states)
      if (state === 'done') this.#states.set(account, 'waiting');
  }

  /** The accounts by their plans alone. */
  readPlanned(): AdmittedStates {
    return this.#states;
  }

  /** Called once an account was read with the revision. */
  readBack(account: string): void {
    this.#times.set(account, this.readTime());
  }

  /** Called for an account that is admitted, or left as it is. */
  begin(account: string, isAdmitted: boolean): void {
    if (isAdmitted) this.#begun.add(account);
    else this.#states.set(account, 'waiting');
  }

  end(outcome: AccountOutcome): void {
    const { account } = outcome;
    const trouble = findMachineTrouble(outcome);
    if (trouble !== null) this.troubles.set(account, trouble);
    if (!this.#begun.has(account) && (trouble !== null || isNotStarted(outcome))) {
      this.#states.set(account, 'waiting');
      this.#times.delete(account);
    } else if (trouble !== null || isStopped(outcome)) this.#states.set(account, 'admitted');
    else if (!isSuccess(outcome)) this.#states.set(account, 'failed');
  }

  readResult(account: string): AdmittedResult {
    const appliedAt = this.#times.get(account);
    const unverified = this.#unverified.get(account) ?? 0;
    return {
      ...(appliedAt === undefined ? {} : { appliedAt }),
      ...(unverified === 0 ? {} : { unverified }),
    };
  }

  readStates(): AdmittedStates | null {
    return this.#isStarted ? this.#states : null;
  }
}

function openSource(
  whole: Run,
  admitting: Admitting & { readonly progress: Progress },
): ReturnType<OpenedAdmitting['openSource']> {
  const { entries, admissions, choices, reason, fleet, hold, confirm, progress } = admitting;
  const { rewrite } = choices;
  const rewriting = { ...whole, context: { ...whole.context, rewrite } };
  const admitted = withAdmissions(rewriting, admissions, entries);
  const source = withDesired(admitted.source ?? git, (desired) => {
    admitting.see?.(desired);
    return desired;
  });
  const run = { ...admitted, source };
  return {
    command: 'apply',
    choices,
    narrowed: null,
    reason,
    rollout: fleet,
    plan: {
      kind: 'new',
      accounts: async function* (exports) {
        for await (const planned of makePlan(run, exports)) {
          const held = hold(planned);
          progress.plan(held);
          yield held;
        }
      },
      readsExports: true,
      total: entries.length,
      counter: makePlanCounter(0),
      instead: null,
      confirm,
    },
    // Each change was approved with the rollout, and its totals were checked there.
    check: (summary) => {
      if (admitting.isTooMany?.(progress.readPlanned()) !== true)
        return checkApprovedTotals(summary);
      progress.leave();
      return { refused: [] };
    },
    openRun: async () => {
      progress.start();
      await admitting.start();
      return run;
    },
    apply: async (locked) => {
      const outcome = await applyPlan(withAdmission(locked, admitting));
      progress.readBack(outcome.account);
      return outcome;
    },
    finish: async (outcomes) => {
      for (const outcome of outcomes) progress.end(outcome);
      return outcomes;
    },
  };
}

// One that was asked to stop in its reads has nothing of the revision, and gets none.
function withAdmission(
  locked: LockedAccount,
  { admit, progress }: Pick<Admitting, 'admit'> & { readonly progress: Progress },
): LockedAccount {
  const { account } = locked.plan;
  return {
    ...locked,
    admit: async () => {
      const isAdmitted = !locked.isStopping() && (await admit(account, progress.readTime()));
      progress.begin(account, isAdmitted);
      return isAdmitted;
    },
  };
}
