import type { Address, FieldPath } from '../address.ts';
import type { Notice } from '../plan/notice.ts';

/** The part of an account that a run restores. The rest stays unchanged. */
export type Part = {
  /**
   * `git`: fields get their value in Git. `earlier`: they get an earlier one, whoever owns them,
   * and nothing is replaced.
   */
  readonly values: 'git' | 'earlier';
  /** Objects that are restored whole. */
  readonly objects: ReadonlySet<Address>;
  readonly fields: ReadonlyMap<Address, ReadonlySet<FieldPath>>;
  /** Notices about what is not restored. */
  readonly notices: readonly Notice[];
};

/** Returns whether a run may change a field; all of them without a part. */
export function isInPart(part: Part | undefined, address: Address, path: FieldPath): boolean {
  if (part === undefined || part.objects.has(address)) return true;
  return part.fields.get(address)?.has(path) === true;
}
