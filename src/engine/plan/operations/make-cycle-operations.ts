import type { Address, FieldPath } from '../../../model/address.ts';
import { parsePath } from '../../../model/address.ts';
import { parseStepTarget, toLaunchPath } from '../../../model/desired/launch-path.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { isRunning } from '../../../model/diff/run-state.ts';
import { cycleFields } from '../../../model/fields/cycle-fields.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { Action, Operation } from '../../../model/plan/operation.ts';
import { listEdits } from '../list-edits.ts';
import { makeDeposedOperations, makeDeposedStops } from './make-deposed-operations.ts';
import {
  makeActivateDraft,
  makeDeleteDraft,
  makeInstallDraft,
  makeOperationChain,
  makePauseDraft,
  type OperationDraft,
} from './make-operation-chain.ts';

// One request writes all members of the cycle itself.
const ownPaths = new Set(
  cycleFields.flatMap(({ path, property }) => (property === null ? [] : path.split('/', 1))),
);

/**
 * Makes the requests that create or update a cycle, in order, each after the one before. A pause
 * window edits a running cycle completely or restores its old values. A replacement is completed
 * first.
 */
export function makeCycleOperations(
  cycle: CycleDiff,
  account: AccountDiff,
  after: readonly string[],
): Operation[] {
  const { runPlan: plan } = cycle;
  const name = cycle.desired.bound.desired.name;
  // In a cutover, the window of its start stops them.
  const stops = plan.kind === 'window' ? makeDeposedStops(cycle, after) : [];
  const drafts: OperationDraft[] = [
    ...(cycle.live === null ? [makeInstallDraft(cycle)] : []),
    ...(plan.kind === 'window' ? [makePauseDraft(name, plan.on)] : []),
    ...(plan.kind === 'stop' ? [makePauseDraft(name, null)] : []),
    ...makeEditDrafts(cycle, account),
    ...(plan.kind === 'window' || plan.kind === 'start' ? [makeActivateDraft(name, plan.on)] : []),
  ];
  const own = makeOperationChain(cycle.address, drafts, {
    after: stops.length === 0 ? after : stops.map(({ id }) => id),
    window: plan.kind === 'window' ? cycle.address : null,
  });
  const ready = own.length === 0 ? after : own.slice(-1).map(({ id }) => id);
  return [...stops, ...own, ...makeDeposedOperations(cycle, ready)];
}

/** Makes the requests that delete a cycle of ours, after it is stopped and drained. */
export function makeCycleDelete(
  address: Address,
  live: LiveCycle,
  after: readonly string[],
): Operation[] {
  const drafts: OperationDraft[] = [
    ...(live.status === 'Active' ? [makePauseDraft(live.name, null)] : []),
    makeDeleteDraft(live.name),
  ];
  return makeOperationChain(address, drafts, { after, window: null });
}

function makeEditDrafts(cycle: CycleDiff, account: AccountDiff): OperationDraft[] {
  // An interrupted create may lack the name, or the tag that identifies the cycle.
  const isInterrupted = account.state.creates.has(cycle.address) && !isRunning(cycle.runState);
  const isNew = cycle.live === null || isInterrupted;
  const paths = listEdits(cycle).map((field) => field.path);
  const inSection = (section: string): FieldPath[] =>
    paths.filter((path) => parsePath(path)[0] === section);
  const own = paths.filter((path) => ownPaths.has(parsePath(path)[0] ?? ''));
  const slots = inSection('connectors');
  const variables = inSection('variables');
  return [
    ...(own.length > 0 || cycle.getsTag || (isNew && account.capabilities.cycles)
      ? [makeDraft({ kind: 'update-cycle', paths: own }, formatOwn(own, isNew))]
      : []),
    ...(slots.length > 0
      ? [makeDraft({ kind: 'bind-slots', paths: slots }, 'binds its steps to the connectors')]
      : []),
    ...(variables.length > 0
      ? [makeDraft({ kind: 'set-variables', paths: variables }, `writes ${variables.join(', ')}`)]
      : []),
    ...makeMappingDrafts(inSection('steps')),
  ];
}

// One request writes a mapping and if people see it at launch.
function makeMappingDrafts(paths: readonly FieldPath[]): OperationDraft[] {
  const targets = paths.flatMap((path) => {
    const target = parseStepTarget(path);
    return target === null ? [] : [{ path, ...target }];
  });
  const isMapped = (path: FieldPath) =>
    targets.some((each) => !each.isLaunch && toLaunchPath(each) === path);
  return targets
    .filter(({ path, isLaunch }) => !isLaunch || !isMapped(path))
    .map(({ path, slot, isLaunch, ...at }) => {
      const launch = toLaunchPath({ slot, ...at });
      return !isLaunch && paths.includes(launch)
        ? makeDraft({ kind: 'set-mapping', slot, path, launch }, `writes ${path} and ${launch}`)
        : makeDraft({ kind: 'set-mapping', slot, path }, `writes ${path}`);
    });
}

function formatOwn(own: readonly FieldPath[], isNew: boolean): string {
  if (isNew) return 'gives it its name';
  return own.length === 0 ? 'gives it the tag of its new key' : `writes ${own.join(', ')}`;
}

function makeDraft(action: Action, does: string): OperationDraft {
  return { action, does, repeat: 'safe' };
}
