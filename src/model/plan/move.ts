import type { Address, FieldPath } from '../address.ts';
import type { RemoteId } from '../live/live.ts';
import type { ShownValue } from './change.ts';

/** The state of a whole object: its existence, and the activity of a cycle. */
export type ObjectState =
  | { readonly kind: 'absent' }
  /** The id is null if unknown. */
  | { readonly kind: 'there'; readonly id: RemoteId | null }
  | { readonly kind: 'active' }
  | { readonly kind: 'resting' };

/**
 * One change since the plan, of an object or a field: on the side of the manifest its desired
 * values, by default the live values.
 */
export type Move =
  | {
      readonly side?: 'manifest';
      readonly address: Address;
      readonly path: null;
      readonly was: ObjectState;
      readonly is: ObjectState;
    }
  | {
      readonly side?: 'manifest';
      readonly address: Address;
      readonly path: FieldPath;
      readonly was: ShownValue;
      readonly is: ShownValue;
    };
