import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath } from '../../model/address.ts';
import { writeFailure } from '../../model/diagnostic/api-failure.ts';
import {
  expectObject,
  type FoundObject,
  findObject,
  listMoves,
  type Print,
} from '../../model/plan/expectation.ts';
import type { Move } from '../../model/plan/move.ts';
import { listWritten, type Operation } from '../../model/plan/operation.ts';
import { attempt } from './journal/attempt.ts';
import { done, type Performed, type Scene } from './scene.ts';

/** Says once per object whether it still is as the plan expects. */
export type Watch = { check(operation: Operation): Promise<Performed> };

/**
 * Looks at each object again right before the first write of it, since the look at the account may be old by
 * then: many objects come before it, or a cycle took minutes to drain. The first object of an account needs no
 * second look, and one that this apply has made has none to be compared with. What moved is not written at all.
 */
export function watchObjects(scene: Scene, operations: readonly Operation[]): Watch {
  const known = new Map<Address, Performed>();
  return {
    async check({ address }) {
      const before = known.get(address);
      if (before !== undefined) return before;
      const mine = operations.filter((operation) => operation.address === address);
      const judged =
        known.size === 0 ? done : await attempt(address, () => lookBefore(scene, address, mine));
      known.set(address, judged);
      return judged;
    },
  };
}

async function lookBefore(
  scene: Scene,
  address: Address,
  operations: readonly Operation[],
): Promise<Performed> {
  const planned = findObject(scene.diff, address);
  if (planned === null || planned.live === null) return done;
  const again = await scene.reread(address);
  if (!again.ok) {
    const summary = `${address}: it could not be looked at before it was to be written: ${writeFailure(again.failure)}`;
    const diagnostics = [{ code: 'request-failed', severity: 'error', summary, address } as const];
    return { kind: 'failed', diagnostics };
  }
  const print: Print = (text) => scene.ports.secrets.print(text);
  const written = new Set(operations.flatMap(({ action }) => listWritten(action)));
  const moves = listMeanwhile({ planned, found: findObject(again.value, address), written, print });
  return moves.length === 0 ? done : toMoved(address, moves);
}

// A field that is not written counts where it would have to be written by now: then these are no longer the
// operations that were approved, and a cycle would not come back from its pause as it was. What stands there as it
// stood has not moved, though it may count as a secret only since this apply has bound something.
function listMeanwhile(sides: {
  readonly planned: FoundObject;
  readonly found: FoundObject | null;
  readonly written: ReadonlySet<FieldPath>;
  readonly print: Print;
}): readonly Move[] {
  const { planned, found, written, print } = sides;
  const now = found?.verdicts ?? [];
  const still = new Set(
    now.filter(({ path, live }) => isSameJson(live, liveOf(planned, path))).map(({ path }) => path),
  );
  const changed = now.filter(({ isChange }) => isChange).map(({ path }) => path);
  const paths = new Set([...written, ...changed].filter((path) => !still.has(path)));
  return listMoves(expectObject(planned, paths, print), found, print);
}

function liveOf({ verdicts }: FoundObject, path: FieldPath) {
  return verdicts.find((verdict) => verdict.path === path)?.live ?? null;
}

function toMoved(address: Address, moves: readonly Move[]): Performed {
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
