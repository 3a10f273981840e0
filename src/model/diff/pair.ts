import type { RemoteId } from '../live/live.ts';
import type { ObjectRecord } from '../state/account-state.ts';

/**
 * Why a desired object has no live one. `gone`: it was ours, and two reads show that it is gone.
 * `interrupted`: a create was started, without a result.
 */
export type Missing = 'new' | 'gone' | 'interrupted';

/** How the two sides of one kind belong together. Settled before anything is compared. */
export type Pair<D, L> =
  /** `record` is null for an adoption. */
  | {
      readonly kind: 'both';
      readonly desired: D;
      readonly live: L;
      readonly record: ObjectRecord | null;
    }
  | { readonly kind: 'desired-only'; readonly desired: D; readonly missing: Missing }
  /** Ours has a record; the manifest no longer names it. */
  | { readonly kind: 'live-only'; readonly live: L; readonly record: ObjectRecord | null }
  | {
      readonly kind: 'ambiguous';
      readonly desired: D;
      readonly missing: Missing;
      readonly candidates: readonly { readonly id: RemoteId; readonly name: string }[];
      readonly why: string;
      /** True if a person may settle which one it is, instead of renaming one. */
      readonly isToSettle?: true;
    };

/** A desired object without a known live one: it does not exist, or is ambiguous. */
export type Unmatched<D, L> = Extract<Pair<D, L>, { readonly kind: 'desired-only' | 'ambiguous' }>;

/** The live objects that an ambiguous object may be, as its comparison has them. */
export function toCandidates(pair: Pair<unknown, unknown>): { readonly candidates?: RemoteId[] } {
  return pair.kind === 'ambiguous' ? { candidates: pair.candidates.map(({ id }) => id) } : {};
}
