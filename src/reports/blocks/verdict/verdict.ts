import type { Tone } from '../../classify/object-states.ts';
import type { Phrase } from '../phrase.ts';

/** The result of a whole report, said once: all formats print this. */
export type Verdict = {
  /** The title of the report, up to its environment. */
  readonly title: string;
  readonly tone: Tone;
  /** The result, and what makes it incomplete. */
  readonly result: readonly Phrase[];
  /** Counts by name, in place of sentences. */
  readonly rows: readonly VerdictRow[];
  /** Further sentences. */
  readonly sentences: readonly Phrase[];
  /** `17 requests, 3.2 s`; null of a run without a service. */
  readonly cost: string | null;
  /** Accounts that were not started, as a group; null if there are none. */
  readonly notStarted: NotStarted | null;
  /** Orphaned accounts, which come first in a comment. */
  readonly orphaned: readonly Phrase[];
  /** Other accounts without a manifest. */
  readonly outside: readonly Phrase[];
  /** Equal changes of several accounts. */
  readonly groups: readonly GroupRow[];
  /** Commands to run next, ready to paste. */
  readonly next: readonly NextCommands[];
};

export type VerdictRow = { readonly name: string; readonly text: Phrase };

/** Equal changes: their id, and the change with the number of accounts; safe to print anywhere. */
export type GroupRow = { readonly id: string; readonly change: string; readonly members: string };

/** Commands in order, and their purpose. */
export type NextCommands = { readonly does: string; readonly commands: readonly string[] };

export type NotStarted = {
  readonly accounts: number;
  readonly text: string;
  /** The first of them. */
  readonly names: Phrase;
};

/** A verdict of which only the result is known. */
export const plainVerdict = {
  rows: [],
  sentences: [],
  cost: null,
  notStarted: null,
  orphaned: [],
  outside: [],
  groups: [],
  next: [],
} as const;
