import { bindCycles } from '../../../engine/bind/bind-cycles.ts';
import { readListing } from '../../../engine/live/read-listing.ts';
import { findAccount } from '../../../engine/observe/find-account.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { Refused, RunContext } from '../../../engine/observe/run-context.ts';
import { fromDesired, fromManifest, type Sourced } from '../../../engine/observe/source.ts';
import { checkUnobserved } from '../../../engine/plan/refusals/check-unobserved.ts';
import { checkUnresolved } from '../../../engine/plan/refusals/check-unresolved.ts';
import type { Address, ObjectKind, parseObjectAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
  toReadAdvice,
} from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, LiveConnector, LiveCycle } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { formatStateCommand } from '../../../model/report/advice/commands.ts';
import { type Setting, unmanaged } from '../../../model/setting.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { reportUnknown } from '../state/settle/check-finding.ts';
import type { AdoptionObservation } from './adopt-accounts.ts';
import type { AdoptedObject } from './adoption.ts';
import { checkFit } from './check-fit.ts';
import {
  type BindingChoice,
  classifyBinding,
  findLiveObject,
  reportBound,
} from './classify-binding.ts';

/** Binding that a person requests: the entry of an address, and the id or name of the object. */
export type ChosenBinding = {
  readonly at: NonNullable<ReturnType<typeof parseObjectAddress>>;
  readonly live: string;
};

/**
 * Observes one requested binding and checks that the object exists by list and by id, fits the
 * entry and belongs to no other. Writes nothing.
 */
export async function observeChoice(
  context: RunContext,
  entry: AccountEntry,
  binding: ChosenBinding,
): Promise<AdoptionObservation> {
  const source = fromManifest(entry, (desired) => selectEntry(desired, binding));
  const sourced = await source(context);
  if (sourced.kind === 'refused') return refuse(...sourced.diagnostics);
  const { desired } = sourced;
  const search = await findAccount(context, desired);
  if (search.kind === 'refused') return refuse(search.diagnostic);
  if (search.kind === 'unread') return toUnread(desired.address, search.failure);
  if (search.clashes.length > 0) return refuse(...search.clashes);
  const choosing = { ...search, context, desired, binding };
  if (binding.at.kind === 'account') return observeChosenAccount(choosing);
  if (search.account === null) return refuse(reportNoAccount(desired, binding));
  return observeChosenObject({ ...choosing, account: search.account });
}

type ChoiceContext = {
  readonly context: RunContext;
  /** Narrowed to the entry and the parts that decide its fit. */
  readonly desired: DesiredAccount;
  readonly binding: ChosenBinding;
  /** Null when the service does not have the account of the manifest. */
  readonly account: LiveAccount | null;
  readonly state: AccountState;
};

// Binds an account only by the id in its manifest, because writes go to that id.
async function observeChosenAccount(choosing: ChoiceContext): Promise<AdoptionObservation> {
  const { context, desired, binding, account, state } = choosing;
  const { address } = desired;
  if (!context.capabilities.accounts) return refuse(reportNotFound(choosing));
  const named = await context.findAccount({ external: binding.live, bound: null });
  if (!named.ok) return toUnread(address, named.failure);
  if (named.value === null) {
    const summary = `The service has no account with the id "${binding.live}"`;
    return refuse(reportError('adopt-not-found', { summary, address }));
  }
  if (account?.id !== named.value.id) return refuse(reportOtherAccount(choosing, named.value));
  const record = state.objects.get(address);
  if (record !== undefined) {
    return record.remoteId === account.id
      ? { kind: 'bound', object: toAdopted(desired, account) }
      : refuse(reportBound(record, context.environment));
  }
  return observeEntry(choosing);
}

type ChoiceInAccount = ChoiceContext & { readonly account: LiveAccount };

async function observeChosenObject(choosing: ChoiceInAccount): Promise<AdoptionObservation> {
  const { context, desired, binding, account, state } = choosing;
  const { at } = binding;
  if (at.kind === 'connector' && !context.capabilities.connectors) {
    return refuse(reportNotFound(choosing));
  }
  const listing = await readListing(context.reader, { desired, account, state });
  if (!listing.ok) return toUnread(at.address, listing.failure);
  const { connectors, cycles, gone } = listing.value;
  const listed: readonly (LiveConnector | LiveCycle)[] =
    (at.kind === 'connector' ? connectors : cycles) ?? [];
  const choice = toChoice(choosing);
  const meant = findLiveObject(listed, choice);
  if ('refused' in meant) return refuse(meant.refused);
  const { found } = meant;
  const earlierKey = findEntry(desired, binding)?.renamedFrom?.key ?? null;
  const freedom = classifyBinding(found, choice, { state, gone, earlierKey });
  if (freedom.kind === 'refused') return refuse(freedom.diagnostic);
  if (freedom.kind === 'bound') return { kind: 'bound', object: toAdopted(at, found) };
  const unfit = await checkCandidate(choosing, found);
  if (!unfit.ok) return toUnread(at.address, unfit.failure);
  if (unfit.value !== null) return refuse(unfit.value);
  const witness = await verifyById(choosing, found);
  if (!witness.ok) return toUnread(at.address, witness.failure);
  if (witness.value === null) return refuse(reportVanished(choice, found));
  return observeEntry(choosing, found);
}

// Observes the entry with the chosen object, as the first apply would.
async function observeEntry(
  { context, desired, binding, account }: ChoiceContext,
  found: LiveConnector | LiveCycle | null = null,
): Promise<AdoptionObservation> {
  const { at } = binding;
  const chosen = new Map(found === null ? [] : [[at.address, found.id]]);
  const observation = await observeAccount(context, fromDesired({ desired }), { chosen });
  if (observation.kind !== 'observed') {
    return {
      kind: 'refused',
      diagnostics: observation.diagnostics,
      isUnread: observation.kind === 'unread',
    };
  }
  const { diff } = observation;
  const refused = [...checkUnresolved(diff), ...(at.kind === 'cycle' ? checkUnobserved(diff) : [])];
  if (refused.length > 0) return refuse(...refused);
  const wanted = found ?? account;
  const adopts = [diff.account, ...diff.connectors, ...diff.cycles].flatMap(
    (object): AdoptedObject[] => {
      const { address, live, record } = object;
      // Binds objects in an account together with it, where the service shows them.
      const isOwner = object.kind === 'account' && diff.account.live?.isRecalled !== true;
      const isMeant = address === at.address && live?.id === wanted?.id;
      return live !== null && record === null && (isMeant || isOwner)
        ? [toAdopted(object, live)]
        : [];
    },
  );
  if (!adopts.some(({ address }) => address === at.address)) {
    return refuse(reportVanished(at, wanted));
  }
  const one = { account: desired.key, adopts, missing: 0, diagnostics: [] };
  return { kind: 'observed', diff, adoption: { kind: 'found', ...one } };
}

async function checkCandidate(
  { context, desired, binding, account }: ChoiceInAccount,
  found: LiveConnector | LiveCycle,
): Promise<Answer<Diagnostic | null>> {
  const entry = findEntry(desired, binding);
  if (entry !== null && 'connector' in entry && 'release' in found) {
    return { ok: true, value: checkFit({ live: found, desired: entry }) };
  }
  if (entry === null || !('origin' in entry) || !('templateId' in found)) {
    throw new Error(`${binding.at.address} is of another kind than what was found for it`);
  }
  const catalog = await context.openCatalog(account.id);
  if (!catalog.ok) return catalog;
  const [bound] = bindCycles(new Map([[entry.key, entry]]), catalog.value);
  if (bound === undefined) throw new Error(`${entry.address} was not bound`);
  return { ok: true, value: checkFit({ live: found, bound, templates: catalog.value.templates }) };
}

// Reads the object by id too, because a list may be stale.
async function verifyById(
  { context: { reader }, binding, account }: ChoiceInAccount,
  found: LiveConnector | LiveCycle,
): Promise<Answer<LiveConnector | LiveCycle | null>> {
  return binding.at.kind === 'connector'
    ? reader.readConnector(account.id, found.id)
    : reader.readCycle(account.id, found.id);
}

// Keeps the connectors of a cycle, because they decide its fit.
function selectEntry(desired: DesiredAccount, { at }: ChosenBinding): Sourced | Refused {
  const { connectors, cycles } = desired;
  const toSourced = (parts: Partial<DesiredAccount>): Sourced => {
    return { kind: 'sourced', desired: { ...desired, ...parts } };
  };
  if (at.kind === 'account') return toSourced({ connectors: unmanaged, cycles: unmanaged });
  const entries = at.kind === 'connector' ? connectors : cycles;
  const keys = entries.kind === 'set' ? [...entries.value.keys()] : [];
  if (!keys.includes(at.key))
    return { kind: 'refused', diagnostics: [reportUnknown(at, at.key, keys)] };
  return at.kind === 'connector'
    ? toSourced({ connectors: pick(connectors, at.key), cycles: unmanaged })
    : toSourced({ cycles: pick(cycles, at.key) });
}

function pick<T>(entries: Setting<ReadonlyMap<string, T>>, key: string): typeof entries {
  if (entries.kind !== 'set') return entries;
  return { kind: 'set', value: new Map([...entries.value].filter(([name]) => name === key)) };
}

function findEntry({ connectors, cycles }: DesiredAccount, { at }: ChosenBinding) {
  const entries = at.kind === 'connector' ? connectors : cycles;
  return (entries.kind === 'set' ? entries.value.get(at.key) : null) ?? null;
}

function toChoice({ desired, binding: { at, live } }: ChoiceContext): BindingChoice {
  const kind = at.kind === 'connector' ? 'connector' : 'cycle';
  return { environment: desired.environment, address: at.address, kind, live };
}

function toAdopted(
  { address, kind = 'account' }: { readonly address: Address; readonly kind?: ObjectKind },
  { id, name }: LiveAccount | LiveConnector | LiveCycle,
): AdoptedObject {
  return { address, kind, remoteId: id, name };
}

function reportNotFound({ desired, binding }: ChoiceContext): Diagnostic {
  const { address, kind } = binding.at;
  const settle = formatStateCommand('settle', { environment: desired.environment, address });
  return reportError('adopt-unseen', {
    summary: `The service lists no ${kind}s, so "${binding.live}" cannot be checked before it is bound`,
    address,
    remedy: `Find its id in the console, and bind it: ${settle} exists ID`,
  });
}

function reportNoAccount({ id }: DesiredAccount, { at }: ChosenBinding): Diagnostic {
  const summary = `Nothing can be bound: the service has no account with the id "${id}"`;
  return reportError('adopt-not-found', { summary, address: at.address });
}

function reportOtherAccount({ desired, account }: ChoiceContext, named: LiveAccount): Diagnostic {
  const means = account === null ? 'which the service does not have' : `which is ${account.id}`;
  return reportError('adopt-not-fitting', {
    summary: `"${named.name}" (${named.id}) is another account: the manifest declares the id ${desired.id}, ${means}`,
    at: desired.at,
    address: desired.address,
    remedy: `To bind "${named.name}", write its id in the manifest.`,
  });
}

function reportVanished(
  { address }: Pick<BindingChoice, 'address'>,
  live: { readonly id: string; readonly name: string } | null,
): Diagnostic {
  return reportError('adopt-not-found', {
    summary: `"${live?.name ?? ''}" (${live?.id ?? ''}) was listed, but does not exist`,
    address,
    remedy: 'Run the command again.',
  });
}

function toUnread(address: Address, failure: ApiFailure): AdoptionObservation {
  const summary = `The service could not be read: ${formatFailure(failure)}`;
  const remedy = `Nothing was bound; ${toReadAdvice(failure)}.`;
  const diagnostic: Diagnostic = reportError('unread', { summary, address, remedy });
  return { kind: 'refused', diagnostics: [diagnostic], isUnread: true };
}

function refuse(...diagnostics: readonly Diagnostic[]): AdoptionObservation {
  return { kind: 'refused', diagnostics, isUnread: false };
}
