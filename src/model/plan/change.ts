import type { Address, FieldPath, ObjectKind } from '../address.ts';
import type { PlainValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';
import type { SourceSpan } from '../source-span.ts';

/** A value as plans and reports show it. A secret is where it comes from, and never itself. */
export type ShownValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  /** `from` is the reference, or null for what somebody else put there. */
  | { readonly kind: 'secret'; readonly from: string | null }
  /** It was not read, or there is no memory of it. */
  | { readonly kind: 'unknown' };

/**
 * Who moved: Git, the service, both, nobody knows; `unfinished` where neither did and an apply of ours was
 * not done, `earlier` where a run is taken back, `new` for what was not there.
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
 * One field that differs. `before` is what is there, or what we last sent where the service does not show
 * it; `after` is what the manifest wants.
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
  /** Sentences for people: what comes with it. */
  readonly reasons: readonly string[];
  readonly at: SourceSpan | null;
};

/** What differs, by object. Which requests bridge it is said by operations. */
export type Change =
  | (ChangeBase & {
      readonly verb: 'create';
      readonly origin: string;
      readonly fields: readonly FieldChange[];
    })
  | (ChangeBase & { readonly verb: 'update'; readonly fields: readonly FieldChange[] })
  /** Another one takes its place, and it goes: a cycle cannot be made from something else. */
  | (ChangeBase & {
      readonly verb: 'replace';
      readonly origin: string;
      /** What the one that takes its place still lacks. */
      readonly fields: readonly FieldChange[];
      /** Of the one that goes. */
      readonly remoteId: RemoteId;
      /** Its steps that are called from outside, whose addresses end. */
      readonly webhooks: readonly string[];
    })
  /** It exists and is bound by the next apply; no request. */
  | (ChangeBase & { readonly verb: 'adopt'; readonly remoteId: RemoteId })
  | (ChangeBase & {
      readonly verb: 'delete';
      readonly remoteId: RemoteId;
    })
  /** No longer in Git: the live value stays. Without a path the whole object is let go. */
  | (ChangeBase & { readonly verb: 'forget'; readonly path: FieldPath | null });

/** The larger of two impacts. */
export function selectWorseImpact(left: Impact, right: Impact): Impact {
  return impacts.indexOf(left) >= impacts.indexOf(right) ? left : right;
}
