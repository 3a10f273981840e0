import type { Address } from '../../model/address.ts';
import { parseObjectAddress, parsePath } from '../../model/address.ts';
import { type Deposed, toReplacement } from '../../model/desired/scope/deposed.ts';
import {
  type AccountDiff,
  type CycleDiff,
  findDeposed,
  listDeposed,
} from '../../model/diff/field-diff.ts';
import { contentLists } from '../../model/observed/contents.ts';
import { isBaselineDue } from '../../model/observed/is-baseline-due.ts';
import {
  type Action,
  isWriteInside,
  listWrittenFields,
  type Operation,
} from '../../model/plan/operation.ts';
import type { RequestEstimate } from '../../model/plan/plan.ts';

/**
 * Requests of an operation by kind: its write, the reads right before it, and the read that
 * verifies it. `countObject` adds the requests that operations of one object share.
 */
const requestsOf: Readonly<Record<Action['kind'], number>> = {
  'create-account': 1,
  'update-account': 1,
  // Both lists, the delete, and a read to verify it.
  'delete-account': 4,
  'install-connector': 1,
  'update-connector': 1,
  'set-property': 2,
  'create-category': 1,
  'delete-connector': 2,
  // The list before it, so that a lost answer can be looked up.
  'install-template': 2,
  // The same, and the export that verifies the structure.
  'import-cycle': 3,
  // Its tags are read first.
  'update-cycle': 2,
  'bind-slots': 0,
  'set-variables': 1,
  'set-mapping': 1,
  // One read to see if it is drained, because the duration is unknown.
  'pause-cycle': 2,
  // Prerequisites, the start, and a read to verify it.
  'activate-cycle': 3,
  'delete-cycle': 2,
  'run-cycle': 3,
  'cancel-run': 3,
};

/**
 * Estimates the requests of one account, as an upper bound for an undisturbed apply; new cycles can
 * exceed it. Reads shared by all accounts are not counted, and a list counts as one page.
 */
export function countEstimatedRequests(
  diff: AccountDiff,
  operations: readonly Operation[],
  hasNews: boolean,
): RequestEstimate {
  const whole = diff.cycles.filter(({ contents }) => contents !== undefined);
  const plan = countObservation(diff, 'before', new Set(whole.map(({ address }) => address)));
  const due = new Set(diff.cycles.filter(isDue).map(({ address }) => address));
  if (operations.length === 0)
    return { plan, apply: hasNews ? countObservation(diff, 'before', due) : 0 };
  for (const { address, action } of operations) if (isWriteInside(action)) due.add(address);
  const apply = plan + countWork(diff, operations) + countObservation(diff, 'after', due);
  return { plan, apply };
}

function countWork(diff: AccountDiff, operations: readonly Operation[]): number {
  const addresses = [...new Set(operations.map(({ address }) => address))];
  const writes = operations.map(({ action }) => requestsOf[action.kind]);
  const objects = addresses.map((address, index) =>
    countObject(diff, {
      address,
      mine: operations.filter((operation) => operation.address === address),
      isFirst: index === 0,
    }),
  );
  return sum([...writes, ...objects, countChecks(diff, addresses)]);
}

type Share = {
  readonly address: Address;
  readonly mine: readonly Operation[];
  readonly isFirst: boolean;
};

// Requests shared by operations of one object: the second read before its first write, its steps
// and variables, and the read before its start.
function countObject(diff: AccountDiff, { address, mine, isFirst }: Share): number {
  const look = countReread(diff, address);
  const isThere = isLive(diff, address);
  const cycle = diff.cycles.find((each) => each.address === address) ?? null;
  const replacement = toReplacement(address);
  const isReplaced = replacement !== null && findDeposed(diff, replacement).length > 0;
  const kinds = new Set(mine.map(({ action }) => action.kind));
  const isEdited = mine.length > 1 && kinds.has('activate-cycle');
  const isCutOver = findDeposed(diff, address).length > 0;
  return sum([
    !isFirst && isThere ? look : 0,
    cycle === null ? 0 : countNames(cycle, mine),
    kinds.has('activate-cycle') && (isEdited || isCutOver) ? look : 0,
    // A read to see if it could start again, before it is paused or replaces another.
    kinds.has('activate-cycle') && (kinds.has('pause-cycle') || isCutOver) ? 1 : 0,
    isReplaced && kinds.has('delete-cycle') ? countReread(diff, replacement) + 1 : 0,
  ]);
}

const named: ReadonlySet<Action['kind']> = new Set(['set-mapping', 'set-variables', 'bind-slots']);

// Steps, variables and edges are read once, and again after steps are bound.
function countNames(cycle: CycleDiff, mine: readonly Operation[]): number {
  const once = 2 + countEdges(cycle) + (cycle.desired.shape?.sourceReads ?? 0);
  const binds = mine.filter(({ action }) => action.kind === 'bind-slots');
  const isNamed = mine.some(({ action }) => named.has(action.kind));
  const isStarted = mine.some(({ action }) => action.kind === 'activate-cycle');
  const slots = new Set(binds.flatMap(({ action }) => listWrittenFields(action)));
  const bound = cycle.desired.slots.filter(({ name }) =>
    [...slots].some((path) => parsePath(path)[1] === name),
  );
  const steps = sum(bound.map((slot) => slot.steps.length));
  return sum([
    isNamed || isStarted ? once : 0,
    binds.length === 0 ? 0 : Math.max(steps, slots.size) + once,
  ]);
}

// Each check is one call after a read of its connector's methods. A started cycle runs the checks
// of all its connectors.
function countChecks(diff: AccountDiff, addresses: readonly Address[]): number {
  const isStarting = addresses.some((address) => parseObjectAddress(address)?.kind === 'cycle');
  const checked = diff.connectors.filter(
    ({ address, desired }) =>
      desired.desired.checks.length > 0 && (isStarting || addresses.includes(address)),
  );
  return sum(checked.map(({ desired }) => desired.desired.checks.length + 1));
}

type Phase = 'before' | 'after';

// The account, its lists, a second read for objects that the lists lack, and the managed parts of
// each cycle.
function countObservation(diff: AccountDiff, phase: Phase, whole: ReadonlySet<Address>): number {
  if (phase === 'before' && diff.account.live === null) return countAccount(diff);
  const cycles = diff.cycles.filter(({ live }) => phase === 'after' || live !== null);
  return sum([
    countAccount(diff),
    ...countLists(diff, diff.desired.cycles.kind === 'set'),
    phase === 'before' ? countGone(diff) : 0,
    ...cycles.map((cycle) => countCycle(cycle, phase, whole.has(cycle.address))),
    ...listDeposed(diff).map((each) => countDeposed(each) + (phase === 'before' ? 1 : 0)),
  ]);
}

// A connector is read with its lists; a cycle with its managed parts.
function countReread(diff: AccountDiff, address: Address): number {
  const kind = parseObjectAddress(address)?.kind;
  const cycle = diff.cycles.find((each) => each.address === address);
  return sum([
    countAccount(diff),
    ...countLists(diff, kind === 'cycle' || toReplacement(address) !== null),
    countGone(diff),
    cycle === undefined ? 0 : countCycle(cycle, 'after', false),
    ...listDeposed(diff).map((each) => countDeposed(each) + 1),
  ]);
}

// Its steps; or its steps, edges, variables and the mappings of each step.
function countDeposed({ contents }: Deposed): number {
  const steps = contents?.members.get(contentLists.steps);
  return Array.isArray(steps) ? 3 + 2 * steps.length : 1;
}

// A missing account with another id in state is read by both ids.
function countAccount({ account: { live, record } }: AccountDiff): number {
  return live === null && record !== null ? 2 : 1;
}

function countLists({ desired }: AccountDiff, hasCycles: boolean): readonly number[] {
  const hasConnectors = desired.connectors.kind === 'set' || hasCycles;
  return [hasConnectors ? 1 : 0, hasCycles ? 1 : 0];
}

function countGone(diff: AccountDiff): number {
  const records = [...diff.state.objects.values()].filter(({ kind }) => kind !== 'account');
  return records.filter(({ address }) => !isLive(diff, address)).length;
}

function isLive(diff: AccountDiff, address: Address): boolean {
  const left = [...diff.liveOnlyConnectors, ...diff.liveOnlyCycles];
  const replaced = listDeposed(diff);
  return (
    [diff.account, ...diff.connectors, ...diff.cycles].some(
      (each) => each.address === address && each.live !== null,
    ) ||
    left.some(({ record }) => record?.address === address) ||
    replaced.some((each) => each.address === address)
  );
}

function isDue({ desired: { bound }, record }: CycleDiff): boolean {
  return isBaselineDue(bound.desired, record);
}

function countCycle(cycle: CycleDiff, phase: Phase, isWhole: boolean): number {
  const { desired, source } = cycle.desired.bound;
  const { shape } = cycle.desired;
  const { activity, mappings, visibilities, slots } = desired;
  const targets = [...mappings, ...visibilities];
  const runsOnWebhook = activity.kind !== 'set' || activity.value.schedule === null;
  const needsSteps = targets.length > 0 || slots.size > 0 || runsOnWebhook;
  const needsVariables =
    mappings.some((mapping) => mapping.source.kind === 'variable') ||
    [...desired.fields.keys()].some((path) => path.startsWith('variables/')) ||
    targets.length > 0;
  const isRead = source.kind === 'file' && phase === 'before';
  if (isWhole && shape !== null) {
    const lists = shape.steps.flatMap(({ parameters, fields }) => [parameters, fields]);
    const mapped = lists.filter(({ length }) => length > 0).length;
    return 3 + mapped + (shape.sourceReads ?? 0) + (isRead ? 1 : 0);
  }
  return sum([
    needsSteps ? 1 + countEdges(cycle) + (cycle.desired.shape?.sourceReads ?? 0) : 0,
    needsVariables ? 1 : 0,
    new Set(targets.map(({ step, slot }) => `${slot} ${step}`)).size,
    isRead ? 1 : 0,
  ]);
}

// Edges are read if step names repeat, which is possible while no step is known.
function countEdges({ desired: { shape, bound } }: CycleDiff): number {
  if (shape === null) return 1;
  const names = new Set(shape.steps.map(({ name }) => name));
  const isNumbered = [...bound.desired.slots.keys()].some((slot) => slot.includes('#'));
  return names.size < shape.steps.length || isNumbered ? 1 : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
