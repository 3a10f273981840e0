import { count } from '../../../kit/text/text-layout.ts';
import type { Address } from '../../../model/address.ts';
import type { AccountOutcome, OperationOutcome } from '../../../model/plan/outcome.ts';
import type { NoteBlock } from '../block.ts';
import { formatObjectPath } from '../words/format-path.ts';

/** Skipped operations with their cause, one note per object. */
export function listSkippedBlocks({ outcomes }: AccountOutcome): NoteBlock[] {
  const skipped = outcomes.filter(({ result }) => result === 'skipped');
  const groups = Map.groupBy(skipped, (outcome) => {
    const { address } = outcome.operation;
    return `${formatObjectPath(address)}\n${formatWhy(address, findCause(outcome, outcomes))}`;
  });
  return [...groups].map(([key, { length }]) => {
    const [about = '', why] = key.split('\n');
    return { is: 'note', mark: '·', about, text: `${count(length, 'write')} skipped: ${why}` };
  });
}

function formatWhy(address: Address, cause: OperationOutcome | null): string {
  if (cause === null) return 'apply was stopped before it';
  const { operation } = cause;
  return operation.address === address
    ? 'another write of it failed'
    : `${formatObjectPath(operation.address)} failed`;
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
    if (isBroken(before)) return before;
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
