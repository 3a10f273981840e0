import type { FieldPath } from '../address.ts';
import type { MappingSource } from '../desired/mapping.ts';
import type { Schedule } from '../desired/schedule.ts';
import type { BoundSecret, Fingerprint } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';

/** A value that may be shown, compared and kept as it is. `null` is the cleared or empty value. */
export type PlainValue =
  | null
  | string
  | number
  | boolean
  | readonly string[]
  | MappingSource
  | Schedule;

/** What the manifest wants of one field. An unmanaged field has none. */
export type DesiredField = {
  readonly path: FieldPath;
  readonly value: DesiredValue;
  readonly at: SourceSpan;
  /** The service marks what stands here as a secret (SERVICE A.2 [D]), whatever the manifest has. */
  readonly isSensitive?: true;
};

export type DesiredValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | { readonly kind: 'secret'; readonly secret: BoundSecret };

/** The managed fields of an object, in the order of the manifest. */
export type DesiredFields = ReadonlyMap<FieldPath, DesiredField>;

/**
 * What is there. A secret is a fingerprint of what the service showed (possibly of its mask): it tells
 * that somebody changed it, never what it is.
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
      /** What we wrote, or saw to be there; null where neither is known. */
      readonly written: Fingerprint | null;
      /** What the service showed after that; null when it shows nothing. */
      readonly read: Fingerprint | null;
      /** When we wrote it, ISO UTC; absent where nobody noted it. */
      readonly writtenAt?: string;
    };

/**
 * How an applied value is known: `sent`, a request of ours that succeeded had it, and of a schedule an activation alone;
 * `read`, a look found it, or a person who said so; `assumed`, neither. Assumed is never drift, and never sent without
 * `--rewrite` while Git stays as it is.
 */
export type ValueOrigin = 'sent' | 'read' | 'assumed';

/** The value of a field that the next look at Git and at the service is compared with, as the store keeps it. */
export type AppliedValue = StoredValue & { readonly origin: ValueOrigin };

/** The same without its origin: what is compared with another value, or noted in the journal of a run. */
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
