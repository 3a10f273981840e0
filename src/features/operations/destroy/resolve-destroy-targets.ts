import { findDocument } from '../../../engine/observe/find-document.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Address, parseObjectAddress, toAccountAddress } from '../../../model/address.ts';
import { listDeposedAddresses, toReplacement } from '../../../model/desired/scope/deposed.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import {
  type AccountDocument,
  type AccountEntry,
  findIdInEnvironment,
} from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files, StoreReader } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { RunAccount } from '../../../model/state/run.ts';
import type { DestroyTarget } from './destroy-target.ts';

type TargetSearch = {
  readonly files: Files;
  readonly store: StoreReader;
  readonly entries: readonly AccountEntry[];
  readonly environment: string;
  readonly environments: KnownEnvironments;
};

/** Named objects by account, and those that an earlier run destroyed. */
export type NamedTargets = {
  readonly targets: readonly DestroyTarget[];
  readonly destroyed: readonly { readonly address: Address; readonly run: RunId }[];
};

/** Runs to search for an earlier destroy. */
const recentRuns = 50;

/**
 * Resolves addresses by state, in Git or not. Skips one that an earlier run destroyed, so the same
 * command finishes a run that died.
 */
export async function resolveDestroyTargets(
  searching: TargetSearch,
  addresses: readonly string[],
): Promise<NamedTargets | { readonly refused: readonly Diagnostic[] }> {
  const refused: Diagnostic[] = [];
  const wanted = new Map<string, Set<Address>>();
  for (const text of addresses) {
    const parsed = parseObjectAddress(text);
    if (parsed === null) refused.push(reportNoAddress(text));
    else wanted.set(parsed.account, (wanted.get(parsed.account) ?? new Set()).add(parsed.address));
  }
  const targets: DestroyTarget[] = [];
  const destroyed: { address: Address; run: RunId }[] = [];
  for (const account of [...wanted.keys()].sort()) {
    const state = await searching.store.readState(account);
    const left = new Set<Address>();
    for (const address of wanted.get(account) ?? []) {
      const found = listInState(state, address);
      const run = found.length > 0 ? null : await findDestroyRun(searching.store, account, address);
      if (run === null) for (const each of found.length > 0 ? found : [address]) left.add(each);
      else destroyed.push({ address, run });
    }
    const target =
      left.size === 0 ? null : await toDestroyTarget(searching, { account, state, left });
    if (target !== null && 'refused' in target) refused.push(target.refused);
    else if (target !== null) targets.push(target);
  }
  return refused.length > 0 ? { refused } : { targets, destroyed };
}

// Includes deposed cycles of a cycle.
function listInState({ objects }: AccountState, address: Address): readonly Address[] {
  const before = listDeposedAddresses(objects.keys(), new Set([address]));
  return objects.has(address) ? [address, ...before] : before;
}

async function toDestroyTarget(
  searching: TargetSearch,
  named: {
    readonly account: string;
    readonly state: AccountState;
    readonly left: ReadonlySet<Address>;
  },
): Promise<DestroyTarget | { readonly refused: Diagnostic }> {
  const { account, state, left } = named;
  const own = toAccountAddress(account);
  const entry = searching.entries.find(({ key }) => key === account) ?? null;
  const record = state.objects.get(own);
  const id =
    (entry === null ? null : findIdInEnvironment(entry, searching.environment)) ??
    record?.externalId ??
    record?.remoteId;
  if (id === undefined) return { refused: reportUnknown(own) };
  const document = entry === null ? null : (await findDocument(searching, entry)).document;
  const isWhole = left.has(own);
  const all = new Set<Address>([...left, ...(isWhole ? state.objects.keys() : [])]);
  return {
    account,
    id,
    at: entry?.at ?? null,
    addresses: all,
    isWholeAccount: isWhole,
    isLeaving: entry?.isLeaving === true,
    protectedAddresses: new Set([...all].filter((address) => isGuarded(document, address))),
    named: listNamed(document, left),
  };
}

function isGuarded(document: AccountDocument | null, address: Address): boolean {
  const parsed = parseObjectAddress(toReplacement(address) ?? address);
  if (document === null || parsed === null) return false;
  const { spec } = document.written;
  if (parsed.kind === 'account') return spec.protect === true;
  const entries = parsed.kind === 'connector' ? spec.connectors : spec.cycles;
  return entries?.[parsed.key]?.protect === true;
}

function listNamed(
  document: AccountDocument | null,
  addresses: ReadonlySet<Address>,
): ReadonlyMap<Address, SourceSpan> {
  if (document === null) return new Map();
  const found = [...addresses].flatMap((address): [Address, SourceSpan][] => {
    const parsed = parseObjectAddress(address);
    if (parsed === null) return [];
    if (parsed.kind === 'account') return [[address, document.spanOf('/metadata/name')]];
    const pointer = toPointer(['spec', `${parsed.kind}s`, parsed.key]);
    return document.isWritten(pointer) ? [[address, document.keySpanOf(pointer)]] : [];
  });
  return new Map(found);
}

async function findDestroyRun(
  store: StoreReader,
  account: string,
  address: Address,
): Promise<RunId | null> {
  for (const { id, command } of await store.listRuns(recentRuns)) {
    if (command !== 'destroy') continue;
    for await (const each of store.readRunAccounts(id)) {
      if (each.account === account && hasDestroyed(each, address)) return id;
    }
  }
  return null;
}

// Counts an address of a run that died as destroyed when state no longer has it, because the run
// may not have recorded its last deletion.
function hasDestroyed({ state, deleted, plan }: RunAccount, address: Address): boolean {
  if (deleted.includes(address)) return true;
  const isStarted = state === 'begun' || state === 'failed';
  return isStarted && plan?.changes.some((change) => change.address === address) === true;
}

function reportNoAddress(text: string): Diagnostic {
  return reportError('address-unknown', {
    summary: `${JSON.stringify(text)} is not the address of an account, a connector or a cycle`,
    remedy: 'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY.',
  });
}

function reportUnknown(address: Address): Diagnostic {
  return reportError('not-remembered', {
    summary: `${address} is neither in state nor in a manifest of this environment`,
    address,
    remedy: 'cyclectl state list shows managed objects; destroy deletes nothing else.',
  });
}
