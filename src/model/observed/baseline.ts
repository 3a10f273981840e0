import type { FieldPath } from '../address.ts';
import type { LiveValue, PlainValue } from '../fields/field-value.ts';

/** A member as the store keeps it: in clear only if an export would write it into a manifest. */
export type BaselineValue =
  | {
      readonly kind: 'plain';
      readonly value: PlainValue;
      /** Name of the connector whose id the value is; names and keys change. */
      readonly name?: string;
    }
  | Extract<LiveValue, { readonly kind: 'secret' }>;

/** The compared members of an object as they were created, adopted, applied or accepted. */
export type Baseline = Readonly<Record<FieldPath, BaselineValue>>;
