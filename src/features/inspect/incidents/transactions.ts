import type { RemoteId } from '../../../model/live/live.ts';
import type {
  LiveIncident,
  LiveTransaction,
  TransactionStep,
} from '../../../model/live/transaction.ts';
import type { ConsolePlace } from './make-console-url.ts';

/** A problem of a run: its level, step, message and status. */
export type RunProblem = Pick<LiveIncident, 'level' | 'stepName' | 'message' | 'status'>;

/** A run with its problems, and its address in the console if that is known. */
export type TransactionRun = Omit<LiveTransaction, 'cycle'> & {
  readonly problems: readonly RunProblem[];
  readonly url: string | null;
};

/** A step that a run called, with its problems. */
export type StepRun = {
  readonly step: RemoteId;
  readonly stepName: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly hasErred: boolean;
  readonly problems: readonly RunProblem[];
};

/** Joins runs of a cycle with their problems, the newest first; problems of no listed run are left out. */
export function withProblems(
  runs: readonly LiveTransaction[],
  incidents: readonly LiveIncident[],
  {
    accountId,
    cycleId,
    url,
  }: {
    readonly accountId: RemoteId;
    readonly cycleId: RemoteId;
    readonly url: (place: ConsolePlace) => string | null;
  },
): readonly TransactionRun[] {
  const problems = Map.groupBy(incidents, ({ transaction }) => transaction);
  return runs
    .map(({ cycle: _, ...run }) => ({
      ...run,
      problems: (problems.get(run.id) ?? []).map(toProblem),
      url: url({ accountId, cycle: cycleId, transaction: run.id }),
    }))
    .toReversed();
}

/** The steps of a run in order; then those that have a problem and were not called. */
export function toStepRuns(
  steps: readonly TransactionStep[],
  incidents: readonly LiveIncident[],
): readonly StepRun[] {
  const problems = Map.groupBy(incidents, ({ step }) => step);
  const called = new Set(steps.map(({ step }) => step));
  const others = [...problems].flatMap(([step, own]): StepRun[] => {
    const isCalled = step === null || called.has(step);
    const stepName = own[0]?.stepName ?? null;
    const rest = { startedAt: null, endedAt: null, problems: own.map(toProblem) };
    const hasErred = own.some(({ level }) => level === 'error');
    return isCalled ? [] : [{ step, stepName, hasErred, ...rest }];
  });
  return [
    ...steps.map(({ step, stepName, startedAt, endedAt, hasErred }): StepRun => {
      const own = problems.get(step) ?? [];
      const isErred = hasErred ?? own.some(({ level }) => level === 'error');
      return {
        step,
        stepName,
        startedAt,
        endedAt,
        hasErred: isErred,
        problems: own.map(toProblem),
      };
    }),
    ...others,
  ];
}

function toProblem({ level, stepName, message, status }: LiveIncident): RunProblem {
  return { level, stepName, message, status };
}
