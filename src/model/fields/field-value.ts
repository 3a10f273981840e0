import type { FieldPath } from '../address.ts';
import type { MappingSource } from '../desired/mapping.ts';
import type { LiveSchedule } from '../desired/schedule.ts';
import type { BoundSecret, Fingerprint } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';

/** A value that is not secret. `null` is the cleared or empty value. */
export type PlainValue =
  | null
  | string
  | number
  | boolean
  | readonly string[]
  | MappingSource
  | LiveSchedule;

/** The value that the manifest wants for one field. An unmanaged field has none. */
export type DesiredField = {
  readonly path: FieldPath;
  readonly value: DesiredValue;
  readonly at: SourceSpan;
  /** The service marks this value as a secret (SERVICE A.2 [D]), whatever the manifest has. */
  readonly isSensitive?: true;
  /** It is the baseline of a field that no manifest manages; never recorded as applied. */
  readonly isBaseline?: true;
};

export type DesiredValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | { readonly kind: 'secret'; readonly secret: BoundSecret };

/** Returns whether a value leaves its mapping without one. */
export function isIgnore(wanted: DesiredValue | undefined): boolean {
  const value = wanted?.kind === 'plain' ? wanted.value : null;
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ignore';
}

/** The managed fields of an object, in the order of the manifest. */
export type DesiredFields = ReadonlyMap<FieldPath, DesiredField>;

/**
 * The live value. A secret is a fingerprint of the shown text, possibly a mask: it detects a
 * change, but never reveals the secret.
 */
export type LiveValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | { readonly kind: 'secret'; readonly read: Fingerprint }
  | { readonly kind: 'not-readable' };

/** The fields of an object as they were read, in names. */
export type LiveFields = ReadonlyMap<FieldPath, LiveValue>;

/** A value as the store keeps it. */
export type StoredValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | {
      readonly kind: 'secret';
      /** Fingerprint that we wrote or read; null if unknown. */
      readonly written: Fingerprint | null;
      /** Fingerprint that the service showed afterwards; null if it shows nothing. */
      readonly read: Fingerprint | null;
      /** Time of our write, ISO UTC; absent if unrecorded. */
      readonly writtenAt?: string;
    };

/**
 * Origin of an applied value: `sent` by a successful request (a schedule by an activation), `read`
 * from the service or settled by a person, else `assumed`: never drift, sent again only with
 * `--rewrite`.
 */
export type ValueOrigin = 'sent' | 'read' | 'assumed';

/** The baseline of a field, as stored. */
export type AppliedValue = StoredValue & { readonly origin: ValueOrigin };

/** The same without its origin, for comparison and for the journal of a run. */
export function toStoredValue({ origin: _, ...kept }: AppliedValue): StoredValue {
  return kept;
}

/**
 * The text that the service shows of a field, in a mapping too. Text that it would evaluate is read as
 * an expression, be it meant so or not. Null where there is no text.
 */
export function toShownText(value: PlainValue): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (value === null || typeof value !== 'object' || !('kind' in value)) return null;
  if (value.kind === 'value') return value.value;
  return value.kind === 'expression' ? value.expression : null;
}
