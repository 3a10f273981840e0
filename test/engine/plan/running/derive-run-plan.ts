import type { LiveSchedule } from '../../../../src/model/desired/schedule.ts';
import type { Notice } from '../../../../src/model/plan/notice.ts';
import type { Action, Operation } from '../../../../src/model/plan/operation.ts';
import type { AccountPlan } from '../../../../src/model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../../../src/model/plan/refused.ts';
import { address, oldAddress } from './make-cell-state.ts';

/** The part of a plan that is about the running of a cycle. */
export type RunPlan =
  | { readonly kind: 'leave' | 'stop' }
  | { readonly kind: 'start' | 'window' | 'cutover'; readonly on: LiveSchedule }
  | { readonly kind: 'wait'; readonly for: 'sign-in' | 'schedule' | 'run-over' }
  | { readonly kind: 'refuse'; readonly codes: readonly string[] };

/** The same with what else the plan does, and the notices about the run state. */
export type RunOutcome = RunPlan & {
  readonly creates: boolean;
  readonly edits: boolean;
  readonly tags: boolean;
  /** The deposed cycle: stopped outside of a cutover, stopped before a window, deleted. */
  readonly stopsOld: boolean;
  readonly stopsOldFirst: boolean;
  readonly deletesOld: boolean;
  readonly notices: readonly Notice['kind'][];
};

const ofRunning: ReadonlySet<Notice['kind']> = new Set([
  'by-hand',
  'create-interrupted',
  'edit-waits',
  'makes-way',
  'not-started',
  'paused-by-us',
  'single-run',
  'stays-paused',
  'write-interrupted',
]);

const editing: ReadonlySet<Action['kind']> = new Set([
  'update-cycle',
  'bind-slots',
  'set-variables',
  'set-mapping',
]);

/** Reads the run plan off a plan, and off nothing else. */
export function deriveRunPlan({ operations, notices, refused = [] }: AccountPlan): RunOutcome {
  if (refused.length > 0) {
    const codes = [...new Set(listRefusedDiagnostics(refused).map(({ code }) => code))];
    const none = { creates: false, edits: false, tags: false, deletesOld: false };
    const stops = { stopsOld: false, stopsOldFirst: false };
    return { kind: 'refuse', codes, ...none, ...stops, notices: [] };
  }
  const own = operations.filter((operation) => operation.address === address);
  const old = operations.filter((operation) => operation.address === oldAddress);
  const creates = own.some(({ action }) => action.kind === 'install-template');
  const edited = own.filter(({ action }) => editing.has(action.kind));
  const isTag = ({ action }: Operation) =>
    action.kind === 'update-cycle' && action.paths.length === 0;
  const stopOld = old.find(
    ({ action, window }) => action.kind === 'pause-cycle' && window === null,
  );
  const kinds = notices.flatMap((notice) => (ofRunning.has(notice.kind) ? [notice.kind] : []));
  return {
    ...deriveRunning(own, old, kinds),
    creates,
    edits: !creates && edited.some((operation) => !isTag(operation)),
    tags: !creates && edited.some(isTag),
    stopsOld: stopOld !== undefined,
    stopsOldFirst: stopOld === operations[0] && own.some(({ window }) => window !== null),
    deletesOld: old.some(({ action }) => action.kind === 'delete-cycle'),
    notices: [...new Set(kinds)],
  };
}

function deriveRunning(
  own: readonly Operation[],
  old: readonly Operation[],
  notices: readonly Notice['kind'][],
): RunPlan {
  const stop = own.find(({ action }) => action.kind === 'pause-cycle');
  const start = own.find(({ action }) => action.kind === 'activate-cycle');
  if (start?.action.kind === 'activate-cycle') {
    const { schedule: on } = start.action;
    if (stop !== undefined) return { kind: 'window', on };
    const isCutover = old.some(({ window }) => window !== null && window === start.window);
    return { kind: isCutover ? 'cutover' : 'start', on };
  }
  if (stop !== undefined) return { kind: 'stop' };
  if (notices.includes('stays-paused') || notices.includes('edit-waits')) {
    return { kind: 'wait', for: 'sign-in' };
  }
  if (notices.includes('single-run')) return { kind: 'wait', for: 'run-over' };
  if (notices.includes('not-started')) return { kind: 'wait', for: 'schedule' };
  return { kind: 'leave' };
}

/** An outcome in the words of the page; with `mayEdit` for cells with and without an edit. */
export function formatOutcome(outcome: RunOutcome, mayEdit: boolean): string {
  if (outcome.kind === 'refuse') {
    return `refused: ${outcome.codes.map((code) => `\`${code}\``).join(', ')}`;
  }
  const steps = listSteps(outcome, mayEdit);
  const waits = outcome.kind === 'wait' ? [waiting[outcome.for]] : [];
  const all = [...steps, ...waits].join(', ');
  const text = all === '' ? 'no change' : all === mayBeEdit ? `${mayBeEdit} only` : all;
  const notices = outcome.notices.map((kind) => `\`${kind}\``).join(', ');
  return `${text}${notices === '' ? '' : ` (${notices})`}`;
}

// In the order of the operations.
function listSteps(outcome: RunOutcome, mayEdit: boolean): readonly string[] {
  const { kind } = outcome;
  const stopsOld = outcome.stopsOld ? ['stop the deposed cycle'] : [];
  return [
    ...(outcome.stopsOldFirst ? stopsOld : []),
    ...(outcome.creates ? ['create'] : []),
    ...(kind === 'stop' ? ['stop'] : []),
    ...(kind === 'window' ? ['pause'] : []),
    ...(mayEdit ? [mayBeEdit] : outcome.edits ? ['edit'] : []),
    ...(outcome.tags ? ['write the tag of its key'] : []),
    ...(kind === 'cutover' ? ['stop the deposed cycle'] : []),
    ...('on' in outcome
      ? [`${kind === 'window' ? 'restart' : 'start'} on ${formatOn(outcome.on)}`]
      : []),
    ...(outcome.stopsOldFirst ? [] : stopsOld),
    ...(outcome.deletesOld ? ['delete the deposed cycle'] : []),
  ];
}

const mayBeEdit = '(edit)';

const waiting = {
  'sign-in': 'wait for a sign-in',
  schedule: 'wait for a schedule',
  'run-over': 'wait for the end of its single run',
} as const;

function formatOn(schedule: LiveSchedule): string {
  if (schedule.kind === 'webhook') return 'its webhook';
  return schedule.kind === 'every' ? `\`${schedule.every}\`` : 'its single run';
}
