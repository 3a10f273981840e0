import type { Json } from '../../../kit/json/json.ts';
import type { FieldPath } from '../../../model/address.ts';

/** What stands at a place that may have a secret. */
export type PossibleSecret = {
  /** Of the parameter, field or variable. */
  readonly name: string;
  /** Empty where there is none. */
  readonly text: string;
  /** Whether the service says that it is a secret. */
  readonly isSensitive: boolean;
};

/** Says of a mapping or variable, by its path in a manifest, whether a secret is kept there. */
export type IsSecret = (path: FieldPath, locked: PossibleSecret) => boolean;

/** What an export has at such a place, as text. */
export function toValueText(value: Json | undefined): string {
  return value === null || typeof value === 'object' ? '' : String(value ?? '');
}
