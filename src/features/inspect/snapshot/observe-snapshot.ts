import type { RunContext } from '../../../engine/observe/run-context.ts';
import { openRunContext, type Run } from '../../../engine/run/make-plan.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { toAccountAddress, toCycleAddress } from '../../../model/address.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
} from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, LiveCycle } from '../../../model/live/live.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { readWholeAccount } from '../../authoring/describe/account/read-whole-account.ts';
import { makeHiddenTexts } from '../../authoring/describe/secrets/make-hidden-texts.ts';
import type { CycleSnapshot } from './snapshot.ts';
import { toCycleSnapshot } from './to-cycle-snapshot.ts';

/** Cycles of an account behind their templates, or the reason why they are unknown. */
export type AccountSnapshot = {
  readonly account: string;
  readonly cycles: readonly CycleSnapshot[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Observes cycles behind their templates, account by account. Writes nothing. */
export async function* observeSnapshot(run: Run): AsyncGenerator<AccountSnapshot, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  yield* runInOrder(run.entries, run.width, (entry) => observeAccountSnapshot(context, entry));
}

async function observeAccountSnapshot(
  context: RunContext,
  entry: AccountEntry,
): Promise<AccountSnapshot> {
  const { key: account } = entry;
  const place = await findAccountOf(context, entry);
  if (!place.ok)
    return { account, cycles: [], diagnostics: [reportUnreadAccount(account, place.failure)] };
  if (place.value === null) return { account, cycles: [], diagnostics: [] };
  const behind = await context.reader.listUpgradeable(place.value.live.id);
  const taken = behind.ok ? await readCycleSnapshots(context, place.value, behind.value) : behind;
  return taken.ok
    ? { account, cycles: taken.value, diagnostics: [] }
    : { account, cycles: [], diagnostics: [reportUnreadAccount(account, taken.failure)] };
}

/** Account of a manifest in the service, with its state. */
export type SnapshotSource = {
  readonly key: string;
  readonly live: LiveAccount;
  readonly state: AccountState;
};

/** Finds the account of a manifest; null when the service has none. */
export async function findAccountOf(
  context: RunContext,
  entry: AccountEntry,
): Promise<Answer<SnapshotSource | null>> {
  const { key } = entry;
  const state = await context.store.readState(key);
  const external = findIdInEnvironment(entry, context.environment);
  if (external === null) return { ok: true, value: null };
  const bound = state.objects.get(toAccountAddress(key))?.remoteId ?? null;
  const found = await context.findAccount({ external, bound });
  if (!found.ok) return found;
  return { ok: true, value: found.value === null ? null : { key, live: found.value, state } };
}

/** Reads some cycles of an account whole, by names, with fingerprints for possible secrets. */
export async function readCycleSnapshots(
  context: RunContext,
  { key, live: account, state }: SnapshotSource,
  cycles: readonly LiveCycle[],
): Promise<Answer<readonly CycleSnapshot[]>> {
  if (cycles.length === 0) return { ok: true, value: [] };
  const catalog = await context.openCatalog(account.id);
  if (!catalog.ok) return catalog;
  const listCycles = async () => ({ ok: true as const, value: cycles });
  const whole = await readWholeAccount({ ...context.reader, listCycles }, account, catalog.value);
  if (!whole.ok) return whole;
  const print = (text: string) => context.secrets.fingerprint(text);
  const { releases } = catalog.value;
  const hidden = makeHiddenTexts(whole.value, { releases, state, print });
  const value = whole.value.cycles.map((cycle) => {
    const live = { kind: 'cycle' as const, id: cycle.live.id };
    const bound = [...state.objects.values()].find(
      ({ kind, remoteId }) => kind === 'cycle' && remoteId === live.id,
    );
    const object = bound?.address ?? toCycleAddress(key, live.id);
    return toCycleSnapshot(cycle, {
      account: key,
      isHidden: ({ path, name, text }) => hidden.hasAt({ object, live, path }, { name, text }),
      fingerprint: print,
    });
  });
  return { ok: true, value };
}

/** Reports an account that could not be read. */
export function reportUnreadAccount(account: string, failure: ApiFailure): Diagnostic {
  return reportError(failure.kind === 'not-offered' ? 'not-offered' : 'unread', {
    summary: `The account could not be read: ${formatFailure(failure)}`,
    address: toAccountAddress(account),
  });
}
