import { count, formatAligned } from '../../kit/text/text-layout.ts';
import type { Address } from '../../model/address.ts';
import type { AccountOutcome, OperationOutcome } from '../../model/plan/outcome.ts';
import { formatObjectPath } from '../phrases/format-path.ts';
import type { Paint } from './parts/paint.ts';

const placement = { column: 35, hang: 10, most: 2 };

/** Skipped operations with their cause, one line per object. */
export function formatLeftOut({ outcomes }: AccountOutcome, paint: Paint): string[] {
  const groups = new Map<string, { outcome: OperationOutcome; why: string; writes: number }>();
  for (const outcome of outcomes.filter((item) => item.result === 'skipped')) {
    const { address } = outcome.operation;
    const why = formatWhy(address, findCause(outcome, outcomes));
    const key = `${address} ${why}`;
    const group = groups.get(key) ?? { outcome, why, writes: 0 };
    groups.set(key, { ...group, writes: group.writes + 1 });
  }
  return [...groups.values()].map(({ outcome, why, writes }) =>
    formatAligned(
      `  ${paint.dim('·')} ${formatObjectPath(outcome.operation.address)}`,
      `${count(writes, 'write')} skipped: ${why}`,
      placement,
    ),
  );
}

function formatWhy(address: Address, cause: OperationOutcome | null): string {
  if (cause === null) return 'apply was stopped before it';
  const { operation, result } = cause;
  const about =
    operation.address === address ? 'another write of it' : formatObjectPath(operation.address);
  return result === 'waiting' ? `${about} waits for a person` : `${about} failed`;
}

// The cause: the nearest failed dependency, else a failure in its pause window, else one of the
// same object.
function findCause(
  skipped: OperationOutcome,
  outcomes: readonly OperationOutcome[],
): OperationOutcome | null {
  const byId = new Map(outcomes.map((outcome) => [outcome.operation.id, outcome]));
  const seen = new Set<string>();
  const queue = [...skipped.operation.after];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const before = byId.get(id);
    if (before === undefined || seen.has(id)) continue;
    seen.add(id);
    if (isBroken(before) || before.result === 'waiting') return before;
    queue.push(...before.operation.after);
  }
  const { window } = skipped.operation;
  const broke = outcomes.find(
    (outcome) => outcome.operation.window === window && isBroken(outcome),
  );
  if (window !== null && broke !== undefined) return broke;
  const { address } = skipped.operation;
  return (
    outcomes.find((outcome) => outcome.operation.address === address && isBroken(outcome)) ?? null
  );
}

function isBroken(outcome: OperationOutcome): boolean {
  return outcome.result === 'failed' || outcome.result === 'unknown';
}
