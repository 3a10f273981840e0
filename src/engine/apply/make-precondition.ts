import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath } from '../../model/address.ts';
import { formatFailure } from '../../model/diagnostic/api-failure.ts';
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

/** Says once per object whether it still is as the plan expects. */
export type Precondition = { check(operation: Operation): Promise<OperationResult> };

/**
 * Looks at each object again right before the first write of it, since the look at the account may be old by
 * then: many objects come before it, or a cycle took minutes to drain. The first object of an account needs no
 * second look, and one that this apply has made has none to be compared with. What moved is not written at all.
 */
export function makePrecondition(
  state: ApplyState,
  operations: readonly Operation[],
): Precondition {
  const known = new Map<Address, OperationResult>();
  return {
    async check({ address }) {
      const before = known.get(address);
      if (before !== undefined) return before;
      const mine = operations.filter((operation) => operation.address === address);
      const checked =
        known.size === 0
          ? done
          : await runSafely(address, () => observeBefore(state, address, mine));
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
  const planned = findObject(state.diff, address);
  if (planned === null || planned.live === null) return done;
  const again = await state.reread(address);
  if (!again.ok) {
    const summary = `${address}: it could not be looked at before it was to be written: ${formatFailure(again.failure)}`;
    const diagnostics = [{ code: 'request-failed', severity: 'error', summary, address } as const];
    return { kind: 'failed', diagnostics };
  }
  const print: Fingerprinter = (text) => state.ports.secrets.fingerprint(text);
  const written = new Set(operations.flatMap(({ action }) => listWrittenFields(action)));
  const moves = listMeanwhile({ planned, found: findObject(again.value, address), written, print });
  return moves.length === 0 ? done : toMoved(address, moves);
}

// A field that is not written counts where it would have to be written by now: then these are no longer the
// operations that were approved, and a cycle would not come back from its pause as it was. What stands there as it
// stood has not moved, though it may count as a secret only since this apply has bound something.
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
  const changed = now.filter(({ isChange }) => isChange).map(({ path }) => path);
  const paths = new Set([...written, ...changed].filter((path) => !still.has(path)));
  return listMoves(toExpectation(planned, paths, print), found, print);
}

function liveOf({ fields }: ObservedObject, path: FieldPath) {
  return fields.find((field) => field.path === path)?.live ?? null;
}

function toMoved(address: Address, moves: readonly Move[]): OperationResult {
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'moved-meanwhile',
        severity: 'error',
        summary: `${address} was changed by somebody else while its account was being applied`,
        address,
        moves,
        remedy: 'Nothing of it was written. Make a new plan and look at it.',
      },
    ],
  };
}
