import { parseDuration } from '../../../kit/tasks/duration.ts';
import type { WrittenGate } from '../../../model/manifest/layers.ts';
import type { Gate } from '../../../model/state/rollout.ts';

/** Reads the gate of a fleet; undefined without one. */
export function parseGate(written: WrittenGate | undefined): Gate | undefined {
  if (written === undefined) return undefined;
  const { evidence, within, errors, checks, approval } = written;
  return {
    evidence:
      evidence === undefined || within === undefined
        ? null
        : { percent: Number(evidence.slice(0, -1)), withinMs: parseDuration(within) ?? 0 },
    errors: errors !== undefined,
    checks: checks === true,
    approval: approval !== undefined,
  };
}

/** Formats a gate: `runs of 80% of its accounts, no more errors than before`. */
export function formatGate({ evidence, errors, checks, approval }: Gate): string {
  return [
    ...(evidence === null ? [] : [`runs of ${evidence.percent}% of its accounts`]),
    ...(errors ? ['no more errors than before'] : []),
    ...(checks ? ['health checks'] : []),
    ...(approval ? ['an approval'] : []),
  ].join(', ');
}
