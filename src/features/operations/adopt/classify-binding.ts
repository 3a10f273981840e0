import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Address, type ObjectKind, parseObjectAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { listIdentityKeys } from '../../../model/diff/identity.ts';
import type { LiveConnector, LiveCycle, RemoteId } from '../../../model/live/live.ts';
import { formatAdoptCommand, formatStateCommand } from '../../../model/report/advice/commands.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';

/** Entry that a person binds to an object of the service, by id or name. */
export type BindingChoice = {
  readonly environment: string;
  readonly address: Address;
  readonly kind: Exclude<ObjectKind, 'account'>;
  readonly live: string;
};

type Named = { readonly id: RemoteId; readonly name: string };

/**
 * Finds the object with this id, else the only one with exactly this name. An id wins, because it
 * is unique.
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
  const summary = `The account has no ${kind} with the id or name "${live}"`;
  const remedy = near ?? `The account has no ${kind}.`;
  return { refused: reportError('adopt-not-found', { summary, address, remedy }) };
}

/** Binding of an entry and an object: free, bound to each other already, or refused. */
export type BindingStatus =
  | { readonly kind: 'free' | 'bound' }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

/**
 * Classifies a binding by state and by the tag of our cycles, because it must not take an object or
 * entry from another. An object that is gone blocks nothing.
 */
export function classifyBinding(
  live: LiveConnector | LiveCycle,
  choice: BindingChoice,
  known: {
    readonly state: AccountState;
    readonly gone: ReadonlySet<Address>;
    /** Earlier key of the entry, if declared. */
    readonly earlierKey: string | null;
  },
): BindingStatus {
  const { address, environment, kind } = choice;
  const { state, gone, earlierKey } = known;
  const record = gone.has(address) ? undefined : state.objects.get(address);
  if (record?.remoteId === live.id) return { kind: 'bound' };
  if (record !== undefined) return refuse(reportBound(record, environment));
  const owner = [...state.objects.values()].find(
    (each) => each.kind === kind && each.remoteId === live.id,
  );
  if (owner !== undefined) return refuse(reportOwned(live, owner, choice));
  const own = [parseObjectAddress(address)?.key, earlierKey];
  const tags = 'tags' in live ? live.tags : [];
  const other = listIdentityKeys(tags).find((key) => !own.includes(key));
  return other === undefined ? { kind: 'free' } : refuse(reportTagged(live, other, choice));
}

/** Reports an entry bound to another object, with the command to remove it from state. */
export function reportBound(
  { address, remoteId }: Pick<ObjectRecord, 'address' | 'remoteId'>,
  environment: string,
): Diagnostic {
  return reportError('adopt-bound', {
    summary: `${address} is bound to ${remoteId} already`,
    address,
    remedy: `Remove that one from state first, which changes nothing in the service: ${formatStateCommand('forget', { environment, address })}`,
  });
}

function reportAmbiguous(named: readonly Named[], choice: BindingChoice): Diagnostic {
  const { address, live, kind } = choice;
  const candidates = named.map(({ id }) => id).join(', ');
  return reportError('ambiguous', {
    summary: `${named.length} ${kind}s of the account have the name "${live}": ${candidates}`,
    address,
    remedy: `Pass the id of the right one: ${formatAdoptCommand(choice, null)}`,
  });
}

function reportOwned(live: Named, owner: ObjectRecord, choice: BindingChoice): Diagnostic {
  const { environment, address } = choice;
  const key = parseObjectAddress(owner.address)?.key ?? owner.address;
  return reportError('adopt-bound', {
    summary: `"${live.name}" (${live.id}) belongs to ${owner.address}, which is bound to it`,
    address,
    remedy: `If ${key} has another key now, write renamedFrom: ${key} in its new entry. If it was bound by mistake, remove it from state first: ${formatStateCommand('forget', { environment, address: owner.address })}`,
  });
}

function reportTagged(live: Named, key: string, { address }: BindingChoice): Diagnostic {
  return reportError('adopt-bound', {
    summary: `"${live.name}" (${live.id}) belongs to the cycle ${key}: it has the tag that identifies that cycle`,
    address,
    remedy: `If ${key} has another key now, write renamedFrom: ${key} in its new entry. If the tag is wrong, remove it in the console.`,
  });
}

function refuse(diagnostic: Diagnostic): BindingStatus {
  return { kind: 'refused', diagnostic };
}
