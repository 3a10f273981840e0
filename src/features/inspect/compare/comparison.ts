import type { Address, FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { UnknownName } from '../../../model/diff/unresolved-name.ts';
import type { ShownValue } from '../../../model/plan/change.ts';

/** What one environment has where two differ. */
export type ComparedSide = {
  readonly live: ShownValue;
  /** Whether that is what Git says of this environment; null where it says nothing. */
  readonly isAsGit: boolean | null;
  /** The environment does not have the name that Git uses, so that nothing can be there under it. */
  readonly lost?: UnknownName;
};

/** One difference between two environments that nothing in Git explains. */
export type Difference =
  | {
      readonly kind: 'field';
      readonly address: Address;
      readonly path: FieldPath;
      readonly from: ComparedSide;
      readonly to: ComparedSide;
    }
  /** Of what no manifest says of a cycle, in words: how the second environment's is other than the first one's. */
  | { readonly kind: 'cycle'; readonly address: Address; readonly says: string }
  /** Only one of them has it. `isForeign`: it is in no manifest. */
  | {
      readonly kind: 'lone';
      readonly object: 'account' | 'connector' | 'cycle';
      readonly name: string;
      readonly isForeign: boolean;
      /** The environment that has it. */
      readonly in: string;
    };

/** A field that says nothing of whether two environments differ: one of them does not show it, or has no value to tell it by. */
export type NotCompared = { readonly address: Address; readonly path: FieldPath };

/** What was found of one account. */
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
