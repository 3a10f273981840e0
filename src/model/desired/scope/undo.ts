import type { Address, FieldPath } from '../../address.ts';
import type { StoredValue } from '../../fields/field-value.ts';
import type { RunId } from '../../memory/run-id.ts';

/** What of an account an undo takes back. All else of it is left alone. */
export type UndoPart = {
  readonly run: RunId;
  /** Fields that get their earlier value, by object, each with what the run wrote to it. */
  readonly fields: ReadonlyMap<Address, ReadonlyMap<FieldPath, StoredValue>>;
  readonly notUndone: readonly NotUndone[];
};

/** What an undo cannot take back; without a path it is the object. */
export type NotUndone = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly why: NotUndoneReason;
};

/**
 * `secret`: nobody keeps the earlier one. `not-known`: what was there could not be read. `no-clear`: it had no
 * value, and there is no way to take one away. `fixed`: what exists cannot be changed in that. `owned`: others have the
 * say over it by now. `no-entry`: no
 * manifest names it now. `gone`: it is not there any more. `made`, `deleted`, `replaced`: by the run that is taken back.
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
