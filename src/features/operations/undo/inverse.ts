import type { Address } from '../../../model/address.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { RunAccount } from '../../../model/state/run.ts';

/** Changes of a run to one account, and later writes of the same fields. */
export type Inverse = Pick<RunAccount, 'account' | 'before' | 'made' | 'deleted'> & {
  readonly run: RunId;
  /** By the address of a field: the newest later run that wrote it and was not undone. */
  readonly later: ReadonlyMap<Address, LaterRun>;
};

/** Later run that may have written a field; `isDone` when it finished the account. */
export type LaterRun = { readonly run: RunId; readonly isDone: boolean };
