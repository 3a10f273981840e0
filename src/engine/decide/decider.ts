import type { Ignored } from '../../model/desired/scope/ignored.ts';
import type { Owner } from '../../model/desired/scope/ownership.ts';
import type { Disposition } from '../../model/diff/disposition.ts';
import type {
  AccountObjectDiff,
  Compared,
  ComparedField,
  ConnectorDiff,
  CycleDiff,
} from '../../model/diff/field-diff.ts';
import type { Part } from '../../model/diff/part.ts';
import type { Capabilities } from '../../model/live/capabilities.ts';

/** An object whose fields are decided. */
export type ComparedObject = Compared<AccountObjectDiff | ConnectorDiff | CycleDiff>;

/** The owner of a field by the rules of its account. */
export type FieldOwner = {
  readonly owner: Owner;
  /** The entry under ignore that makes it observed until a date. */
  readonly ignored: Ignored | null;
  /** True if the creation of its object has still to write it. */
  readonly pendingSeed: boolean;
};

/** Facts about a field beside its comparison. */
export type FieldFacts = {
  readonly object: ComparedObject;
  readonly ownership: FieldOwner;
  /** Undefined if the run is about the whole account. */
  readonly part: Part | undefined;
  readonly capabilities: Capabilities;
};

/** One reason to write a field or to keep it. Null: the next one decides. */
export type Decider = (field: ComparedField, facts: FieldFacts) => Disposition | null;
