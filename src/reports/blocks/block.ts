import type { SourceSpan } from '../../model/source-span.ts';
import type { ObjectState } from '../classify/object-states.ts';
import type { NextCommands } from './verdict/verdict.ts';

/** The mark of a block: what happens to it, or how much attention it needs. */
export type Mark = '+' | '-' | '±' | '~' | '=' | '>' | '!' | 'x' | '✓' | '·';

/**
 * One thing that a report says, in its words. Texts of others in it are visible and bounded; text,
 * Markdown and HTML choose layout and escaping.
 */
export type Block = ChangeBlock | FieldBlock | NoteBlock | ListBlock | DiagnosticBlock | StepBlock;

/** A change of one object, and its fields. */
export type ChangeBlock = {
  readonly is: 'change';
  readonly mark: Mark;
  /** The path of the object within its account; empty for the account. */
  readonly object: string;
  /** A field of it that is all that changes; otherwise null. */
  readonly path: string | null;
  /** The effect; empty where the fields say it all. */
  readonly text: string;
  /** The effect is a loss or an interruption. */
  readonly alarm?: 'loss' | 'interruption';
  /** A new object in a sentence, in place of fields that are `inBrief`; empty where there is none. */
  readonly brief: string;
  readonly fields: readonly FieldBlock[];
  /** Further sentences. */
  readonly reasons: readonly string[];
};

/** A field with its values, or an object that drifted as a whole. */
export type FieldBlock = {
  readonly is: 'field';
  readonly mark: Mark;
  readonly object: string;
  /** Null for the object as a whole. */
  readonly path: string | null;
  /** The difference on one line. */
  readonly text: string;
  /** False where the text says more than `before → after`. */
  readonly isPair: boolean;
  readonly before: Side | null;
  readonly after: Side | null;
  /** The value of Git, where it is neither of these. */
  readonly wanted: Side | null;
  /** Both values whole, if they are long. */
  readonly long: LongTexts | null;
  /** Who changed it, since when. */
  readonly origin: readonly string[];
  /** The effect of restoring it, or a remedy. */
  readonly effects: readonly string[];
  readonly at: SourceSpan | null;
  /** The object is lost or stopped as a whole, or the field has changed in Git too. */
  readonly alarm?: 'loss' | 'conflict';
  /** Commands that answer it, each with its purpose; absent where there are none. */
  readonly answers?: readonly NextCommands[];
  /** The group of equal unmanaged changes that accepts it in all accounts. */
  readonly acceptedBy?: string;
  /** The sentence of its change says it too. */
  readonly inBrief?: true;
};

/** One value of a field. */
export type Side = {
  readonly label: string;
  readonly text: string;
  readonly kind: 'plain' | 'secret' | 'unknown';
};

export type LongTexts = { readonly before: string; readonly after: string };

/** A sentence about an object or a field. */
export type NoteBlock = {
  readonly is: 'note';
  readonly mark: Mark;
  readonly about: string;
  readonly text: string;
  /** To be pasted: a command or an address. */
  readonly command?: string;
};

/** Many things of which one thing is said. */
export type ListBlock = {
  readonly is: 'list';
  readonly text: string;
  readonly items: readonly string[];
};

/** A diagnostic with its facts. */
export type DiagnosticBlock = {
  readonly is: 'diagnostic';
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly summary: string;
  /** The address, where it has one. */
  readonly about: string | null;
  readonly at: SourceSpan | null;
  /** A line each. */
  readonly facts: readonly string[];
  readonly remedy: string;
};

/** An operation, and its result after an apply. */
export type StepBlock = {
  readonly is: 'step';
  readonly text: string;
  readonly result?: ObjectState;
};
