import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath } from '../../model/address.ts';
import { formatFailure } from '../../model/diagnostic/api-failure.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import { isChanged } from '../../model/diff/disposition.ts';
import { findDeletable } from '../../model/observed/find-deletable.ts';
import {
  type Fingerprinter,
  findObject,
  listMoves,
  type ObservedObject,
  toExpectation,
} from '../../model/plan/expectation.ts';
import type { Move } from '../../model/plan/move.ts';
import { listWrittenFields, type Operation } from '../../model/plan/operation.ts';
import { type ApplyState, done, type OperationResult } from './apply-state.ts';
import { runSafely } from './journal/run-safely.ts';

/** Checks once per object that it still matches the plan. */
export type Precondition = { check(operation: Operation): Promise<OperationResult> };

/**
 * Reads each object again before its first write, because the first read may be old by then. Skips
 * the first object and those that this apply created. A changed object is not written.
 */
export function makePrecondition(
  state: ApplyState,
  operations: readonly Operation[],
): Precondition {
  const known = new Map<Address, OperationResult>();
  const own = Map.groupBy(operations, (operation) => operation.address);
  return {
    async check({ address }) {
      const before = known.get(address);
      if (before !== undefined) return before;
      const checked =
        known.size === 0
          ? done
          : await runSafely(address, () => observeBefore(state, address, own.get(address) ?? []));
      known.set(address, checked);
      return checked;
    },
  };
}

async function observeBefore(
  state: ApplyState,
  address: Address,
  operations: readonly Operation[],
): Promise<OperationResult> {
  const isDeleted = operations.some(({ action }) => action.kind.startsWith('delete-'));
  const find = isDeleted ? findDeletable : findObject;
  const planned = find(state.diff, address);
  if (planned === null || planned.live === null) return done;
  const again = await state.reread(address);
  if (!again.ok) {
    const summary = `${address}: it could not be read right before its write: ${formatFailure(again.failure)}`;
    const diagnostics = [reportError('request-failed', { summary, address })];
    return { kind: 'failed', diagnostics };
  }
  const print: Fingerprinter = (text) => state.ports.secrets.fingerprint(text);
  const written = new Set(operations.flatMap(({ action }) => listWrittenFields(action)));
  const moves = listMeanwhile({ planned, found: find(again.value, address), written, print });
  return moves.length === 0 ? done : toMoved(address, moves);
}

// An unwritten field counts if it would need a write now, because the operations would differ from
// the approved ones. An unchanged value never counts, also if it is a secret since this apply.
function listMeanwhile(sides: {
  readonly planned: ObservedObject;
  readonly found: ObservedObject | null;
  readonly written: ReadonlySet<FieldPath>;
  readonly print: Fingerprinter;
}): readonly Move[] {
  const { planned, found, written, print } = sides;
  const now = found?.fields ?? [];
  const still = new Set(
    now.filter(({ path, live }) => isSameJson(live, liveOf(planned, path))).map(({ path }) => path),
  );
  const changed = now.filter(isChanged).map(({ path }) => path);
  const paths = new Set([...written, ...changed].filter((path) => !still.has(path)));
  return listMoves(toExpectation(planned, paths, print), found, print).filter(
    ({ path }) => path === null || !isSameMember(path, planned, found),
  );
}

function isSameMember(path: FieldPath, planned: ObservedObject, found: ObservedObject | null) {
  const was = planned.members?.get(path);
  return was !== undefined && isSameJson(was, found?.members?.get(path));
}

function liveOf({ fields }: ObservedObject, path: FieldPath) {
  return fields.find((field) => field.path === path)?.live ?? null;
}

function toMoved(address: Address, moves: readonly Move[]): OperationResult {
  return {
    kind: 'failed',
    diagnostics: [
      reportError('moved-meanwhile', {
        summary: `${address} was changed by others while its account was being applied`,
        address,
        moves,
        remedy: 'Nothing was written to it. Make a new plan and review it.',
      }),
    ],
  };
}
