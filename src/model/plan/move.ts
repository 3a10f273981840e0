import type { Address, FieldPath } from '../address.ts';
import type { RemoteId } from '../live/live.ts';
import type { ShownValue } from './change.ts';

/** What an object is as a whole: whether it is there, and of a cycle whether it runs. */
export type ObjectState =
  | { readonly kind: 'absent' }
  /** The id is null where it is not known. */
  | { readonly kind: 'there'; readonly id: RemoteId | null }
  | { readonly kind: 'active' }
  | { readonly kind: 'resting' };

/**
 * One thing that is not as it was when it was planned: of an object as a whole, or of a field of it. On the side of the
 * manifest it is what that wanted and wants; by default it is what the service had and has.
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
