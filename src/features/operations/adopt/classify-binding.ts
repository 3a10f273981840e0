import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Address, type ObjectKind, parseObjectAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { listIdentityKeys } from '../../../model/diff/identity.ts';
import type { LiveConnector, LiveCycle, RemoteId } from '../../../model/live/live.ts';
import type { AccountState, ObjectRecord } from '../../../model/memory/account-state.ts';
import {
  formatAdoptCommand,
  formatStateCommand,
} from '../../../model/report/advice/format-state-command.ts';

/** An entry that a person binds to an object of the service, named by its id or its name. */
export type BindingChoice = {
  readonly environment: string;
  readonly address: Address;
  readonly kind: Exclude<ObjectKind, 'account'>;
  readonly live: string;
};

type Named = { readonly id: RemoteId; readonly name: string };

/**
 * The one object that is meant: that of this id, else the only one of exactly this name. An id means one thing,
 * whatever others are called.
 */
export function findLiveObject<L extends Named>(
  listed: readonly L[],
  choice: BindingChoice,
): { readonly found: L } | { readonly refused: Diagnostic } {
  const { address, live, kind } = choice;
  const byId = listed.find(({ id }) => id === live);
  if (byId !== undefined) return { found: byId };
  const named = listed.filter(({ name }) => name === live);
  const [only] = named;
  if (only !== undefined && named.length === 1) return { found: only };
  if (only !== undefined) return { refused: reportAmbiguous(named, choice) };
  const near = formatNearest(
    live,
    listed.map(({ name }) => name),
  );
  const summary = `The account has no ${kind} of the id or name "${live}"`;
  const remedy = near ?? `It has no ${kind} at all.`;
  return { refused: { code: 'adopt-not-found', severity: 'error', summary, address, remedy } };
}

/** Whether an entry and an object are free for each other, bound to each other already, or not to be bound. */
export type BindingStatus =
  | { readonly kind: 'free' | 'bound' }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

/**
 * Judges by what is remembered and by the tag that a cycle of ours carries whether a binding would take an object
 * from another entry, or an entry from another object. One that is there no more holds nothing.
 */
export function classifyBinding(
  live: LiveConnector | LiveCycle,
  choice: BindingChoice,
  known: {
    readonly memory: AccountState;
    readonly gone: ReadonlySet<Address>;
    /** The key that the entry had before, where it says so. */
    readonly earlierKey: string | null;
  },
): BindingStatus {
  const { address, environment, kind } = choice;
  const { memory, gone, earlierKey } = known;
  const record = gone.has(address) ? undefined : memory.objects.get(address);
  if (record?.remoteId === live.id) return { kind: 'bound' };
  if (record !== undefined) return refuse(reportBound(record, environment));
  const owner = [...memory.objects.values()].find(
    (each) => each.kind === kind && each.remoteId === live.id,
  );
  if (owner !== undefined) return refuse(reportOwned(live, owner, choice));
  const own = [parseObjectAddress(address)?.key, earlierKey];
  const tags = 'tags' in live ? live.tags : [];
  const other = listIdentityKeys(tags).find((key) => !own.includes(key));
  return other === undefined ? { kind: 'free' } : refuse(reportTagged(live, other, choice));
}

/** Says that an entry is bound to something else, and how to let that go. */
export function reportBound(
  { address, remoteId }: Pick<ObjectRecord, 'address' | 'remoteId'>,
  environment: string,
): Diagnostic {
  return {
    code: 'adopt-bound',
    severity: 'error',
    summary: `${address} is bound to ${remoteId} already`,
    address,
    remedy: `Let that one go first, which changes nothing in the service: ${formatStateCommand('forget', { environment, address })}`,
  };
}

function reportAmbiguous(named: readonly Named[], choice: BindingChoice): Diagnostic {
  const { address, live, kind } = choice;
  const candidates = named.map(({ id }) => id).join(', ');
  return {
    code: 'ambiguous',
    severity: 'error',
    summary: `"${live}" is the name of ${named.length} ${kind}s of the account: ${candidates}`,
    address,
    remedy: `Name the right one by its id: ${formatAdoptCommand(choice, null)}`,
  };
}

function reportOwned(live: Named, owner: ObjectRecord, choice: BindingChoice): Diagnostic {
  const { environment, address } = choice;
  const key = parseObjectAddress(owner.address)?.key ?? owner.address;
  return {
    code: 'adopt-bound',
    severity: 'error',
    summary: `"${live.name}" (${live.id}) belongs to ${owner.address}, which is bound to it`,
    address,
    remedy: `If ${key} has another key now, write renamedFrom: ${key} in its new entry. If it was bound by mistake, let it go first: ${formatStateCommand('forget', { environment, address: owner.address })}`,
  };
}

function reportTagged(live: Named, key: string, { address }: BindingChoice): Diagnostic {
  return {
    code: 'adopt-bound',
    severity: 'error',
    summary: `"${live.name}" (${live.id}) belongs to the cycle ${key}: it has the tag by which cyclectl knows that one`,
    address,
    remedy: `If ${key} has another key now, write renamedFrom: ${key} in its new entry. If the tag is wrong, take it off in the console.`,
  };
}

function refuse(diagnostic: Diagnostic): BindingStatus {
  return { kind: 'refused', diagnostic };
}
