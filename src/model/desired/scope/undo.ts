import type { Address, FieldPath } from '../../address.ts';
import type { StoredValue } from '../../fields/field-value.ts';
import type { RunId } from '../../state/lock.ts';

/** The part of an account that an undo restores. The rest stays unchanged. */
export type UndoPart = {
  readonly run: RunId;
  /** Fields to restore by object, each with the value that the run wrote. */
  readonly fields: ReadonlyMap<Address, ReadonlyMap<FieldPath, StoredValue>>;
  readonly notUndone: readonly NotUndone[];
};

/** A change that an undo cannot restore; without a path, of the object. */
export type NotUndone = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly why: NotUndoneReason;
};

/**
 * `secret`: not stored. `not-known`: unreadable before. `no-clear`, `fixed`: the service offers no
 * write. `owned`: others own it. `no-entry`: not in Git. `gone`: deleted. `made`, `deleted`,
 * `replaced`: by the undone run.
 */
export type NotUndoneReason = (typeof notUndoneReasons)[number];

/** Every reason; the last five are of objects. */
export const notUndoneReasons = [
  'secret',
  'not-known',
  'no-clear',
  'fixed',
  'owned',
  'no-entry',
  'gone',
  'made',
  'deleted',
  'replaced',
] as const;
