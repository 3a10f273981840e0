import type { Address } from '../../../model/address.ts';
import { parseObjectAddress, parsePath, toFieldPath } from '../../../model/address.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { type AccountDiff, type CycleDiff, findDeposed } from '../../../model/diff/field-diff.ts';
import { isBaselineDue } from '../../../model/observed/is-baseline-due.ts';
import { isWriteInside, listWrittenFields, type Operation } from '../../../model/plan/operation.ts';
import type { RequestEstimate } from '../../../model/plan/plan.ts';
import {
  listAccountReads,
  listLiveAddresses,
  listNameReads,
  listObjectReads,
} from './list-account-reads.ts';
import { allReads, countReads, RequestTally } from './request-tally.ts';

/**
 * Estimates the requests of one account, as an upper bound for an undisturbed apply. Reads shared by
 * all accounts are not counted, and a list counts as one page.
 */
export function countEstimatedRequests(
  diff: AccountDiff,
  operations: readonly Operation[],
  hasNews: boolean,
): RequestEstimate {
  const read = listAddresses(diff.cycles.filter(({ contents }) => contents !== undefined));
  const plan = countReads(listAccountReads(diff, 'before', read));
  const due = listAddresses(
    diff.cycles.filter(({ desired, record }) => isBaselineDue(desired.bound.desired, record)),
  );
  if (operations.length === 0)
    return { plan, apply: hasNews ? countReads(listAccountReads(diff, 'before', due)) : 0 };
  for (const { address, action } of operations) if (isWriteInside(action)) due.add(address);
  const tally = new RequestTally();
  tally.read(listAccountReads(diff, 'before', new Set()));
  const play: Play = {
    diff,
    tally,
    own: Map.groupBy(operations, ({ address }) => address),
    cycles: new Map(diff.cycles.map((cycle) => [cycle.address, cycle])),
    live: listLiveAddresses(diff),
  };
  for (const operation of operations) countOperation(play, operation);
  tally.send(countChecks(diff, listAddresses(operations)));
  tally.read(listAccountReads(diff, 'after', due));
  return { plan, apply: tally.sent };
}

function listAddresses(objects: readonly { readonly address: Address }[]): Set<Address> {
  return new Set(objects.map(({ address }) => address));
}

type Play = {
  readonly diff: AccountDiff;
  readonly tally: RequestTally;
  /** Operations of each object, in the order of objects and of their own. */
  readonly own: ReadonlyMap<Address, readonly Operation[]>;
  readonly cycles: ReadonlyMap<Address, CycleDiff>;
  readonly live: ReadonlySet<Address>;
};

// An object that exists is read again before its first write, except the first one.
function countOperation(play: Play, operation: Operation): void {
  const { diff, tally, own, cycles, live } = play;
  const { address } = operation;
  const [first] = own.keys();
  const isFirst = own.get(address)?.[0] === operation;
  if (isFirst && address !== first && live.has(address)) {
    const reads = listObjectReads(diff, address);
    tally.send(countReads(reads.own));
    tally.read(reads.lists);
  }
  const cycle = cycles.get(address);
  if (cycle === undefined) countOther(play, operation);
  else countCycle(play, operation, cycle);
}

function readBack({ diff, tally }: Play, address: Address): void {
  const { own, lists } = listObjectReads(diff, address);
  tally.read([...own, ...lists]);
}

// The account, a connector, or a cycle that no manifest has.
function countOther(play: Play, { action, address }: Operation): void {
  const { diff, tally } = play;
  switch (action.kind) {
    // Both lists, the delete, and a read to verify it.
    case 'delete-account':
      tally.send(4);
      break;
    // Its properties are read first.
    case 'set-property':
    case 'delete-connector':
      tally.send(2);
      break;
    case 'pause-cycle':
      countPause(tally);
      return;
    case 'delete-cycle': {
      // Its replacement is read back.
      const replacement = toReplacement(address);
      if (replacement !== null && findDeposed(diff, replacement).length > 0)
        readBack(play, replacement);
      tally.send(2);
      break;
    }
    default:
      tally.send(1);
  }
  tally.forget(allReads);
}

function countCycle(play: Play, operation: Operation, cycle: CycleDiff): void {
  const { diff, tally } = play;
  const { action, address } = operation;
  switch (action.kind) {
    case 'install-template':
    case 'import-cycle':
      // The list before it, so that a lost answer can be looked up, and of an import its structure.
      tally.send(diff.account.live === null ? 1 : 2);
      if (action.kind === 'import-cycle') tally.send(1);
      tally.forget(['cycles']);
      break;
    case 'update-cycle':
      tally.send(readsTags(cycle, action.paths) ? 2 : 1);
      tally.forget(['cycles']);
      break;
    case 'bind-slots':
      countBinds(play, operation, cycle);
      break;
    case 'set-variables':
      tally.read(listNameReads(cycle));
      tally.send(1);
      tally.forget(['variables'], address);
      break;
    case 'set-mapping': {
      tally.read(listNameReads(cycle));
      tally.send(1);
      const steps = new Set(listWrittenFields(action).map((path) => parseStepTarget(path)?.step));
      for (const step of steps) tally.forget(['mappings'], address, `${step} `);
      break;
    }
    case 'pause-cycle':
      countPause(tally);
      tally.forget(['steps', 'variables'], address);
      break;
    case 'activate-cycle':
      countStart(play, operation);
      break;
    case 'delete-cycle':
      tally.send(2);
      tally.forget(allReads);
      break;
    default:
      // A single run, requested or canceled: its prerequisites, the write, and a read to verify it.
      tally.send(3);
      tally.forget(['cycles']);
  }
}

// One read to see if it is drained, because the duration is unknown.
function countPause(tally: RequestTally): void {
  tally.send(2);
  tally.forget(['cycles']);
}

// Tags of a new cycle are those that its create answered.
function readsTags({ live, record }: CycleDiff, paths: readonly string[]): boolean {
  if (live === null) return false;
  const isNamed = record?.applied[toFieldPath('displayName')] !== undefined;
  return paths.includes('tags') || !isNamed;
}

// Assumption: a new cycle has the first connector of each type; steps that need another are bound.
function countBinds({ diff, tally }: Play, { action }: Operation, cycle: CycleDiff): void {
  tally.read(listNameReads(cycle));
  const { live, desired } = cycle;
  const names = new Set(listWrittenFields(action).map((path) => parsePath(path)[1] ?? ''));
  const known = desired.slots.filter(({ name }) => names.has(name));
  const bound = known.filter(
    ({ name, connectorName }) =>
      live !== null || findFirst(diff, connectorName) !== desired.slotKeys.get(name),
  );
  const steps = bound.flatMap((slot) => slot.steps).length + names.size - known.length;
  if (steps === 0) return;
  tally.send(steps);
  tally.forget(allReads, cycle.address);
  tally.read(listNameReads(cycle));
}

function findFirst({ connectors }: AccountDiff, type: string): string | undefined {
  const fitting = connectors.filter(({ desired }) => desired.desired.connector.name === type);
  const first = fitting.find(({ live }) => live !== null) ?? fitting[0];
  return first?.desired.desired.key;
}

// Its values are read back before a start, and by a cutover before the cycle that it replaces stops.
function countStart(play: Play, { address, window }: Operation): void {
  const { diff, tally, own } = play;
  const isCutOver = findDeposed(diff, address).length > 0;
  const isEdited = (own.get(address)?.length ?? 0) > 1;
  if (isEdited || isCutOver) readBack(play, address);
  // A read to see if it could start again, before it is paused or replaces another.
  if (window !== null) tally.send(1);
  // Prerequisites, the start, and a read to verify it.
  tally.send(3);
  tally.forget(['cycles']);
}

// Each check is one call after a read of its connector's methods. A started cycle runs the checks
// of all its connectors.
function countChecks(diff: AccountDiff, addresses: ReadonlySet<Address>): number {
  const isStarting = [...addresses].some((each) => parseObjectAddress(each)?.kind === 'cycle');
  const checked = diff.connectors.filter(
    ({ address, desired }) =>
      desired.desired.checks.length > 0 && (isStarting || addresses.has(address)),
  );
  return checked.reduce((sum, { desired }) => sum + desired.desired.checks.length + 1, 0);
}
