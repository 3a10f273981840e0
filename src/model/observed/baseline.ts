import type { FieldPath } from '../address.ts';
import type { LiveValue } from '../fields/field-value.ts';

/** A member as the store keeps it: in clear only if an export would write it into a manifest. */
export type BaselineValue = Exclude<LiveValue, { readonly kind: 'not-readable' }>;

/** The compared members of an object as they were created, adopted, applied or accepted. */
export type Baseline = Readonly<Record<FieldPath, BaselineValue>>;
