import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { findEntryHere } from '../../../engine/index/find-entry.ts';
import {
  findAccountState,
  type KnownAccount,
  type LookupContext,
} from '../../../engine/run/reads/find-account-state.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Address, parseObjectAddress, toCycleAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';

/** A cycle of a manifest that state binds to one of the service. */
export type KnownCycle = {
  readonly account: KnownAccount;
  readonly accountId: RemoteId;
  readonly address: Address;
  readonly cycleId: RemoteId;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/**
 * Finds the cycle of `ACCOUNT/cycles/KEY` by manifest and state. Throws `OperationalError` for any other
 * text.
 */
export async function findCycle(
  context: LookupContext,
  project: Pick<ProjectContext, 'accounts' | 'environment'>,
  text: string,
): Promise<KnownCycle | Refused> {
  const { account, key } = parseCycleAddress(text);
  const found = findEntryHere(project, account);
  if ('refused' in found) return found;
  const known = await findAccountState(context, found.entry, 'Its runs are unknown');
  if ('refused' in known) return known;
  const address = toCycleAddress(account, key);
  const record = known.state.objects.get(address);
  if (known.id === null || record === undefined) return reportMissing(known, { address, key });
  return { account: known, accountId: known.id, address, cycleId: record.remoteId };
}

function reportMissing(
  { desired, state }: KnownAccount,
  { address, key }: { readonly address: Address; readonly key: string },
): Refused {
  const wanted = desired.cycles.kind === 'set' ? [...desired.cycles.value.keys()] : [];
  const bound = [...state.objects.keys()].flatMap((each) => {
    const parsed = parseObjectAddress(each);
    return parsed?.kind === 'cycle' ? [parsed.key] : [];
  });
  const isWanted = wanted.includes(key);
  const summary = isWanted
    ? 'The service does not have this cycle yet, or no state of cyclectl binds it'
    : `The account ${desired.key} has no cycle "${key}"`;
  const remedy = isWanted
    ? 'Apply its manifest, or adopt what exists.'
    : (formatNearest(key, [...wanted, ...bound], 'cycles') ?? 'It has no cycles.');
  return { refused: [reportError('address-unknown', { summary, address, remedy })] };
}
