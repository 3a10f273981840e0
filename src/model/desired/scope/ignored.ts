import type { Address } from '../../address.ts';
import type { SourceSpan } from '../../source-span.ts';

/** A difference that a person ignores until a date. */
export type Ignored = {
  /** Names below the account that lead to a field, or to a deleted object. */
  readonly path: readonly string[];
  /** The last day of it, `2026-12-31` in UTC. */
  readonly until: string;
  readonly reason: string;
  /** Digests of the unmanaged changes that it ignores; absent: any. */
  readonly changes?: readonly string[];
  readonly at: SourceSpan;
  /** The date has passed: the entry has no effect. */
  readonly isOver?: true;
};

/** The earlier date and reason of a renewed entry. */
export type RenewedIgnore = Pick<Ignored, 'until' | 'reason'> & {
  readonly address: Address;
  /** The environments of the earlier entry, if it did not cover this one. */
  readonly onlyIn?: readonly string[];
};

/** Returns whether the entry ignores the absence of an object, not a field. */
export function isOfObject({ path }: Pick<Ignored, 'path'>): boolean {
  const [room] = path;
  return path.length === 2 && (room === 'connectors' || room === 'cycles');
}
