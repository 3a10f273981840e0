import type { Address } from '../../../model/address.ts';
import type { RunAccount } from '../../../model/memory/run.ts';
import type { RunId } from '../../../model/memory/run-id.ts';

/** What a run did to one account, and who wrote the same since. */
export type Inverse = Pick<RunAccount, 'account' | 'before' | 'made' | 'deleted'> & {
  readonly run: RunId;
  /** By the address of a field: the newest later run that wrote it and was not itself taken back. */
  readonly later: ReadonlyMap<Address, LaterRun>;
};

/** A later run that was about to write a field; `isDone` when all of its account was done. */
export type LaterRun = { readonly run: RunId; readonly isDone: boolean };
