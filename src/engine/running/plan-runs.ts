import { isChanged, isKept } from '../../model/diff/disposition.ts';
import type { AccountDiff, DecidedAccount, DecidedCycle } from '../../model/diff/field-diff.ts';
import { hasEarlierTag } from '../../model/diff/identity.ts';
import type { RunDecision, RunPlan } from '../../model/diff/run-plan.ts';
import { isRunning } from '../../model/diff/run-state.ts';
import { listAwaitingConsent } from '../../model/diff/used-connectors.ts';
import { isToRun, planRun, type RunQuestion } from './plan-run.ts';

/** Plans the running of each cycle of a decided account. */
export function planRuns(account: DecidedAccount): AccountDiff {
  return {
    ...account,
    cycles: account.cycles.map((cycle) => ({ ...cycle, ...decideRun(cycle, account) })),
  };
}

function decideRun(cycle: DecidedCycle, account: DecidedAccount): RunDecision {
  const question = toQuestion(cycle, account);
  const runPlan = planRun(question);
  const runs = isRunning(question.state);
  const isDue = runs
    ? isUnhindered(runPlan)
    : isStart(runPlan) || !(isToRun(question) || runPlan.kind === 'wait');
  return {
    runPlan,
    deletesDeposed: question.context.deposed.length > 0 && isDue,
    getsTag: question.edits.tag && (!runs || isPause(runPlan)),
  };
}

function isUnhindered({ kind }: RunPlan): boolean {
  return kind !== 'wait' && kind !== 'refuse';
}

function isStart({ kind }: RunPlan): boolean {
  return kind === 'start' || kind === 'cutover';
}

function isPause({ kind }: RunPlan): boolean {
  return kind === 'window' || kind === 'stop';
}

function toQuestion(cycle: DecidedCycle, account: DecidedAccount): RunQuestion {
  const { activity } = cycle.desired.bound.desired;
  const { runState: state } = cycle;
  const written = activity.kind === 'set' ? activity.value : { kind: null, schedule: null };
  const changed = cycle.fields.filter(isChanged).map(({ path }) => path as string);
  const canPause = account.capabilities.cycles;
  return {
    state,
    wanted: {
      state: written.kind,
      schedule: written.schedule,
    },
    edits: {
      needPause: changed.some((path) => !ofStart.has(path) || path === 'schedule'),
      any: changed.some((path) => path !== 'from/template'),
      ofStart: changed.some((path) => path === 'state' || path === 'schedule'),
      tag: canPause && hasEarlierTag(cycle),
    },
    context: {
      canPause,
      awaited: listAwaitingConsent(cycle, account.connectors),
      needsPerson: cycle.fields.some((field) => isKept(field, 'not-offered')),
      deposed: cycle.deposed,
      startsByWebhook: cycle.desired.startsByWebhook,
    },
  };
}

// The others are edits.
const ofStart = new Set<string>(['state', 'schedule', 'from/template', 'from/file']);
