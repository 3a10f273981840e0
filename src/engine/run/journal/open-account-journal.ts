import type { Address } from '../../../model/address.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type AccountOutcome,
  hasWritten,
  isDone,
  isStopped,
  type OperationOutcome,
} from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { StoreWriter } from '../../../model/ports.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { FieldBefore, RunAccount, RunAccountState } from '../../../model/state/run.ts';
import { isUnfinished, type PendingAccount } from './journal-run.ts';

/** The run that an account is applied in. */
type JournalRun = {
  readonly ports: { readonly store: Pick<StoreWriter, 'saveRunAccounts'> };
  readonly id: RunId;
};

/** Opens the journal of one account: it keeps earlier records, and the plan until all of it is done. */
export function openAccountJournal({ ports, id }: JournalRun, pending: PendingAccount) {
  let noted: RunAccount = pending;
  const toMake = listAddresses(pending.plan.operations, makers);
  let isFound = false;
  async function keep(note: Partial<RunAccount>): Promise<void> {
    noted = { ...noted, ...note };
    await ports.store.saveRunAccounts(id, [noted]);
  }
  return {
    // An object that an unfinished run has made had no values before it.
    begin: (found: readonly FieldBefore[]) => {
      isFound = pending.state !== 'planned';
      const own = found.filter(({ address }) => !toMake.includes(address));
      return keep({ state: 'begun', before: joinBefore(noted.before, own) });
    },
    end: (outcome: AccountOutcome) => {
      const state = classifyEnd(outcome, pending.state);
      const { made: done, deleted } = listMade(outcome.outcomes);
      const left = listAddresses(
        outcome.outcomes.map(({ operation }) => operation),
        makers,
      );
      const made = [...done, ...(isFound ? toMake.filter((each) => !left.includes(each)) : [])];
      return keep({
        state,
        plan: state === 'done' ? null : pending.plan,
        made: [...new Set([...noted.made, ...made])],
        deleted: [...new Set([...noted.deleted, ...deleted, ...listGone(pending.plan)])],
      });
    },
  };
}

// The first read shows the values before the run.
function joinBefore(
  earlier: readonly FieldBefore[],
  found: readonly FieldBefore[],
): readonly FieldBefore[] {
  const known = new Set(earlier.map(({ address, path }) => `${address} ${path}`));
  return [...earlier, ...found.filter(({ address, path }) => !known.has(`${address} ${path}`))];
}

// An earlier part of a resumed run may have written.
function classifyEnd(outcome: AccountOutcome, before: RunAccountState): RunAccountState {
  const isBegun = hasWritten(outcome) || isUnfinished(before);
  if (isDone(outcome)) return 'done';
  if (isStopped(outcome)) return isBegun ? 'begun' : 'planned';
  return isBegun ? 'failed' : 'refused';
}

function listMade(outcomes: readonly OperationOutcome[]): Pick<RunAccount, 'made' | 'deleted'> {
  const done = outcomes.filter(
    ({ result, isMade }) => result === 'done' || result === 'unknown' || isMade === true,
  );
  const operations = done.map(({ operation }) => operation);
  return {
    made: listAddresses(operations, makers),
    deleted: listAddresses(operations, removers),
  };
}

// A destroy of what was gone already has no operation, and does it all the same.
function listGone({ notices }: AccountPlan): readonly Address[] {
  return notices.flatMap((each) => (each.kind === 'gone-already' ? [each.address] : []));
}

function listAddresses(
  operations: readonly Operation[],
  kinds: ReadonlySet<string>,
): readonly Address[] {
  return operations.flatMap(({ action, address }) => (kinds.has(action.kind) ? [address] : []));
}

const makers = new Set(['create-account', 'install-connector', 'install-template', 'import-cycle']);
const removers = new Set(['delete-account', 'delete-connector', 'delete-cycle']);
