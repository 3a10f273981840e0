import type { Json } from '../../../kit/json/json.ts';
import type { FieldPath } from '../../../model/address.ts';

/** A value that may be a secret. */
export type PossibleSecret = {
  /** Name of the parameter, field or variable. */
  readonly name: string;
  /** Empty if there is no value. */
  readonly text: string;
  /** True if the service marks it as a secret. */
  readonly isSensitive: boolean;
};

/** Decides if a mapping or variable, by its path in a manifest, is a secret. */
export type IsSecret = (path: FieldPath, locked: PossibleSecret) => boolean;

/** Value of an export as text. */
export function toValueText(value: Json | undefined): string {
  return value === null || typeof value === 'object' ? '' : String(value ?? '');
}
