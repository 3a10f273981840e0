import type { Address, FieldPath, ObjectKind } from '../address.ts';
import type { PlainValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';
import type { SourceSpan } from '../source-span.ts';

/** A value in plans and reports; a secret is shown as its source. */
export type ShownValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  /** `from` is the reference, or null for a value that others wrote. */
  | { readonly kind: 'secret'; readonly from: string | null }
  /** It was not read, or the state does not have it. */
  | { readonly kind: 'unknown' };

/**
 * Where a field changed: Git, outside Git, both, or unknown. `unfinished`: by an unfinished apply.
 * `earlier`: restored to its value before a run. `new`: did not exist.
 */
export type Moved = 'manifest' | 'live' | 'both' | 'unknown' | 'unfinished' | 'earlier' | 'new';

/** How much a change disturbs, from least to most. */
export const impacts = [
  'none',
  'in-place',
  'interrupts',
  'needs-human',
  'replaces',
  'destroys',
] as const;
export type Impact = (typeof impacts)[number];

/**
 * One different field. `before` is the live value, or the last sent one if the service hides it;
 * `after` is the desired value.
 */
export type FieldChange = {
  readonly path: FieldPath;
  readonly before: ShownValue;
  readonly after: ShownValue;
  readonly secret: boolean;
  readonly moved: Moved;
  readonly at: SourceSpan | null;
};

type ChangeBase = {
  readonly address: Address;
  readonly kind: ObjectKind;
  /** The object's name in the service. */
  readonly name: string;
  readonly impact: Impact;
  /** Sentences about the consequences. */
  readonly reasons: readonly string[];
  readonly at: SourceSpan | null;
};

/** Differences by object. Operations are the requests that resolve them. */
export type Change =
  | (ChangeBase & {
      readonly verb: 'create';
      readonly origin: string;
      readonly fields: readonly FieldChange[];
      /** It was ours, and is gone from the service. */
      readonly isGone?: true;
      /** Each required value of a cycle is known to be in its origin or in Git. */
      readonly hasRequired?: true;
    })
  | (ChangeBase & { readonly verb: 'update'; readonly fields: readonly FieldChange[] })
  /** A replacement: a cycle cannot change its origin. */
  | (ChangeBase & {
      readonly verb: 'replace';
      readonly origin: string;
      /** Fields that the replacement still lacks. */
      readonly fields: readonly FieldChange[];
      /** For the deposed one. */
      readonly remoteId: RemoteId;
      /** Webhook steps whose addresses end. */
      readonly webhooks: readonly string[];
      /** Each required value of a new one is known to be in its origin or in Git. */
      readonly hasRequired?: true;
    })
  /** It exists and is bound by the next apply; no request. */
  | (ChangeBase & { readonly verb: 'adopt'; readonly remoteId: RemoteId })
  | (ChangeBase & {
      readonly verb: 'delete';
      readonly remoteId: RemoteId;
    })
  /**
   * No longer in Git: the live value stays. Without a path the whole object is removed from state.
   */
  | (ChangeBase & { readonly verb: 'forget'; readonly path: FieldPath | null })
  /** A single run at a time (ISO UTC), or now; or the cancellation of one. */
  | (ChangeBase & {
      readonly verb: 'run';
      readonly runsAt: string | null;
      readonly cancels: boolean;
    });

/** The larger of two impacts. */
export function selectWorseImpact(left: Impact, right: Impact): Impact {
  return impacts.indexOf(left) >= impacts.indexOf(right) ? left : right;
}
