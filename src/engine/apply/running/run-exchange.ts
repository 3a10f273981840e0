import type { Address } from '../../../model/address.ts';
import type { Schedule } from '../../../model/desired/schedule.ts';
import { isAtWork } from '../../../model/desired/scope/predecessor.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { OperationOutcome, OperationResult } from '../../../model/plan/outcome.ts';
import { attempt } from '../journal/attempt.ts';
import { performOperation } from '../perform-operation.ts';
import { accountId, done, idOf, type Performed, type Scene, toFailed } from '../scene.ts';
import { checkBeforeStart } from './check-before-start.ts';
import { judgeLacking, listLacking } from './judge-lacking.ts';
import { checkDue } from './once/check-due.ts';
import { isLost } from './once/is-lost.ts';
import { sideAt } from './once/may-have-run.ts';
import { readBack } from './read-back.ts';
import { reportLeftPaused } from './report-left-paused.ts';
import { restartPredecessor } from './restart-predecessor.ts';
import { checkUnknown } from './start-cycle.ts';

type Exchange = {
  /** Of those that make way. */
  readonly pauses: readonly Operation[];
  /** Of the one that takes their place. */
  readonly activate: Operation;
  readonly schedule: Schedule;
};

/**
 * One exchange, the sibling of a pause window: those that make way are stopped and drained, and the one that takes their
 * place is started. What it needs to start is looked at before. Never two of them run: where it is not started after
 * all, the earlier one is, but only when the new one rests and no request of ours can start it any more.
 */
export async function runExchange(
  scene: Scene,
  operations: readonly Operation[],
): Promise<OperationOutcome[]> {
  const exchange = openExchange(operations);
  const { pauses, activate } = exchange;
  const ready = await attempt(activate.address, () => judgeReady(scene, exchange));
  if (ready.kind !== 'done') return goBack(scene, exchange, { at: activate, why: ready });
  const known = await attempt(activate.address, () =>
    checkUnknown(scene, activate.address, exchange.schedule),
  );
  if (known.kind !== 'done') return leaveAsTheyAre(scene, exchange, known);
  for (const pause of pauses) {
    const paused = await performOperation(scene, pause);
    if (paused.kind !== 'done') return goBack(scene, exchange, { at: pause, why: paused });
  }
  const started = await startSurely(scene, activate);
  if (started.kind === 'done') return tell(exchange, { at: null, why: done, paused: 'done' });
  if (started.kind !== 'unknown') return goBack(scene, exchange, { at: activate, why: started });
  return tell(exchange, { at: activate, why: leavePaused(started, pauses), paused: 'done' });
}

function openExchange(operations: readonly Operation[]): Exchange {
  const activate = operations.at(-1);
  const pauses = operations.slice(0, -1);
  const isWhole = pauses.every(({ action }) => action.kind === 'pause-cycle');
  if (activate?.action.kind !== 'activate-cycle' || pauses.length === 0 || !isWhole) {
    throw new Error('An exchange begins with pauses and ends with an activation');
  }
  return { pauses, activate, schedule: activate.action.schedule };
}

// Whatever would keep it from starting is found while the earlier one still runs.
async function judgeReady(scene: Scene, { pauses, activate }: Exchange): Promise<Performed> {
  const { address } = activate;
  const kept = await readBack(scene, address);
  if (kept.kind !== 'done') return kept;
  const at = { account: accountId(scene), cycle: idOf(scene, address) };
  const lacking = await listLacking(scene.ports.reader, at);
  if (!lacking.ok) return toFailed(activate, lacking.failure, writeFailure(lacking.failure));
  if (lacking.value.length > 0) return judgeLacking(scene, activate, lacking.value);
  const held = await checkBeforeStart(scene, { ...activate, window: null });
  if (held !== null) return held;
  return checkDue(scene, pauses);
}

// An activation whose answer was lost may still come to pass, and so may one that was answered with success and does
// not show: nothing else may be started after it. It is sent once more: a cycle that runs already stays as it is.
async function startSurely(scene: Scene, activate: Operation): Promise<Performed> {
  const first = await performOperation(scene, activate);
  if (!isLost(first)) return first;
  const second = await performOperation(scene, activate);
  if (second.kind === 'done') return second;
  const diagnostics = 'diagnostics' in second ? second.diagnostics : [];
  return { kind: 'unknown', diagnostics };
}

// A person looks at both, so that none of them is stopped or started.
function leaveAsTheyAre(scene: Scene, exchange: Exchange, why: Performed): OperationOutcome[] {
  const { pauses, activate } = exchange;
  const resting = pauses.filter(({ address }) => sideAt(scene, address).live?.status !== 'Active');
  return tell(exchange, { at: activate, why: leavePaused(why, resting), paused: 'skipped' });
}

async function goBack(
  scene: Scene,
  exchange: Exchange,
  broken: { readonly at: Operation; readonly why: Performed },
): Promise<OperationOutcome[]> {
  const { pauses, activate } = exchange;
  const back = await restartEarlier(scene, pauses, activate.address);
  if (back.kind === 'done') return tell(exchange, { ...broken, paused: 'undone' });
  const why = leavePaused(broken.why, pauses, back);
  return tell(exchange, { at: broken.at, why, paused: 'done' });
}

// Only one of them can have run. What rested before we came rests on.
async function restartEarlier(
  scene: Scene,
  pauses: readonly Operation[],
  successor: Address,
): Promise<Performed> {
  const before = scene.diff.predecessors.get(successor) ?? [];
  const atWork = before.filter((each) => isAtWork(each, scene.diff.memory));
  const [pause, ...others] = pauses.filter(({ address }) =>
    atWork.some((each) => each.address === address),
  );
  if (pause === undefined) return done;
  if (others.length > 0) return { kind: 'failed', diagnostics: [] };
  return attempt(pause.address, () => restartPredecessor(scene, pause, successor));
}

// That its restart was tried and refused is told too.
function leavePaused(why: Performed, pauses: readonly Operation[], back?: Performed): Performed {
  const diagnostics = [why, back].flatMap((each) =>
    each !== undefined && 'diagnostics' in each ? each.diagnostics : [],
  );
  const left = pauses.map(({ address }) => reportLeftPaused(address));
  return {
    kind: why.kind === 'unknown' ? 'unknown' : 'failed',
    diagnostics: [...diagnostics, ...left],
  };
}

// What failed is told where it failed; what waits for a person is no failure.
function tell(
  { pauses, activate }: Exchange,
  broken: {
    readonly at: Operation | null;
    readonly why: Performed;
    readonly paused: OperationResult;
  },
): OperationOutcome[] {
  const { at, why, paused } = broken;
  const diagnostics = 'diagnostics' in why ? why.diagnostics : [];
  return [...pauses, activate].map((operation): OperationOutcome => {
    if (operation === at) return { operation, result: why.kind, diagnostics };
    if (operation === activate) {
      return { operation, result: at === null ? 'done' : 'skipped', diagnostics: [] };
    }
    return { operation, result: paused, diagnostics: [] };
  });
}
