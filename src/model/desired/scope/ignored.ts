import type { Address } from '../../address.ts';
import type { SourceSpan } from '../../source-span.ts';

/** A difference that a person has said to leave as it is for a time. */
export type Ignored = {
  /** Names beneath the account that lead to a field, or to an object that is gone. */
  readonly path: readonly string[];
  /** The last day of it, `2026-12-31` in UTC. */
  readonly until: string;
  readonly reason: string;
  readonly at: SourceSpan;
  /** That day is over: it counts no more. */
  readonly isOver?: true;
};

/** What was said of a difference before another day and reason took the place of that. */
export type RenewedIgnore = Pick<Ignored, 'until' | 'reason'> & {
  readonly address: Address;
  /** The environments that it was about, where it was not about the one that it was renewed in. */
  readonly onlyIn?: readonly string[];
};

/** Whether what is ignored is that an object is gone, and no field. */
export function isOfObject({ path }: Pick<Ignored, 'path'>): boolean {
  const [room] = path;
  return path.length === 2 && (room === 'connectors' || room === 'cycles');
}
