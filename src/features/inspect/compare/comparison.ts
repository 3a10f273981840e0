import type { Address, FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { UnknownName } from '../../../model/diff/unresolved-name.ts';
import type { ShownValue } from '../../../model/plan/change.ts';

/** One side of a difference. */
export type ComparedSide = {
  readonly live: ShownValue;
  /** True when it equals Git's value for this environment; null when Git has none. */
  readonly isAsGit: boolean | null;
  /** Set when the environment lacks the name that Git uses, so nothing can be bound under it. */
  readonly lost?: UnknownName;
};

/** Difference between two environments that Git does not explain. */
export type Difference =
  | {
      readonly kind: 'field';
      readonly address: Address;
      readonly path: FieldPath;
      readonly from: ComparedSide;
      readonly to: ComparedSide;
    }
  /**
   * Difference of an unmanaged part of a cycle, in words: the second environment against the first.
   */
  | { readonly kind: 'cycle'; readonly address: Address; readonly says: string }
  /** Exists in one environment only. `isForeign`: no manifest declares it. */
  | {
      readonly kind: 'lone';
      readonly object: 'account' | 'connector' | 'cycle';
      readonly name: string;
      readonly isForeign: boolean;
      /** Environment that has it. */
      readonly in: string;
    };

/** Field that cannot be compared: one environment does not show it, or has no value to compare. */
export type NotCompared = { readonly address: Address; readonly path: FieldPath };

/** Result of one account. */
export type ComparedAccount =
  | {
      readonly kind: 'compared';
      readonly account: string;
      readonly differences: readonly Difference[];
      readonly notCompared: readonly NotCompared[];
    }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };
