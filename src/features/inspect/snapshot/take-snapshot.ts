import type { Looking } from '../../../engine/observe/look-at-account.ts';
import { openLooking, type Run } from '../../../engine/run/make-plan.ts';
import { mapInOrder } from '../../../kit/tasks/map-in-order.ts';
import { accountAddress, cycleAddress } from '../../../model/address.ts';
import {
  type Answer,
  type ApiFailure,
  writeFailure,
} from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, LiveCycle } from '../../../model/live/live.ts';
import { type AccountEntry, idIn } from '../../../model/manifest/manifest.ts';
import type { AccountMemory } from '../../../model/memory/memory.ts';
import { readWholeAccount } from '../../authoring/describe/account/read-whole-account.ts';
import { HiddenTexts } from '../../authoring/describe/secrets/hidden-texts.ts';
import type { CycleSnapshot } from './snapshot.ts';
import { takeCycle } from './take-cycle.ts';

/** Cycles of an account that are behind their templates, or why nobody knows. */
export type TakenAccount = {
  readonly account: string;
  readonly cycles: readonly CycleSnapshot[];
  readonly diagnostics: readonly Diagnostic[];
};

/** What cycles that are behind their templates have now, account by account. Nothing is written. */
export async function* takeSnapshot(run: Run): AsyncGenerator<TakenAccount, void, undefined> {
  const looking = await openLooking(run.looking, run.named);
  yield* mapInOrder(run.entries, run.width, (entry) => takeAccount(looking, entry));
}

async function takeAccount(looking: Looking, entry: AccountEntry): Promise<TakenAccount> {
  const { key: account } = entry;
  const place = await findPlace(looking, entry);
  if (!place.ok)
    return { account, cycles: [], diagnostics: [reportUnread(account, place.failure)] };
  if (place.value === null) return { account, cycles: [], diagnostics: [] };
  const behind = await looking.reader.listUpgradeable(place.value.live.id);
  const taken = behind.ok ? await takeCycles(looking, place.value, behind.value) : behind;
  return taken.ok
    ? { account, cycles: taken.value, diagnostics: [] }
    : { account, cycles: [], diagnostics: [reportUnread(account, taken.failure)] };
}

/** An account of a manifest as it is in the service, with what is remembered of it. */
export type AccountPlace = {
  readonly key: string;
  readonly live: LiveAccount;
  readonly memory: AccountMemory;
};

/** Finds the account of a manifest; null where the service has none. */
export async function findPlace(
  looking: Looking,
  entry: AccountEntry,
): Promise<Answer<AccountPlace | null>> {
  const { key } = entry;
  const memory = await looking.store.readMemory(key);
  const external = idIn(entry, looking.environment);
  if (external === null) return { ok: true, value: null };
  const bound = memory.objects.get(accountAddress(key))?.remoteId ?? null;
  const found = await looking.findAccount({ external, bound });
  if (!found.ok) return found;
  return { ok: true, value: found.value === null ? null : { key, live: found.value, memory } };
}

/** Reads some cycles of an account whole, in names. What may be a secret is a fingerprint. */
export async function takeCycles(
  looking: Looking,
  { key, live: account, memory }: AccountPlace,
  cycles: readonly LiveCycle[],
): Promise<Answer<readonly CycleSnapshot[]>> {
  if (cycles.length === 0) return { ok: true, value: [] };
  const shelf = await looking.openShelf(account.id);
  if (!shelf.ok) return shelf;
  const listCycles = async () => ({ ok: true as const, value: cycles });
  const whole = await readWholeAccount({ ...looking.reader, listCycles }, account, shelf.value);
  if (!whole.ok) return whole;
  const print = (text: string) => looking.secrets.print(text);
  const { releases } = shelf.value;
  const hidden = new HiddenTexts(whole.value, { releases, memory, print });
  const value = whole.value.cycles.map((cycle) => {
    const live = { kind: 'cycle' as const, id: cycle.live.id };
    const bound = [...memory.objects.values()].find(
      ({ kind, remoteId }) => kind === 'cycle' && remoteId === live.id,
    );
    const object = bound?.address ?? cycleAddress(key, live.id);
    return takeCycle(cycle, {
      account: key,
      isHidden: ({ path, name, text }) => hidden.hasAt({ object, live, path }, { name, text }),
      print,
    });
  });
  return { ok: true, value };
}

/** Says that an account could not be read. */
export function reportUnread(account: string, failure: ApiFailure): Diagnostic {
  return {
    code: failure.kind === 'not-offered' ? 'not-offered' : 'unread',
    severity: 'error',
    summary: `The account could not be read: ${writeFailure(failure)}`,
    address: accountAddress(account),
  };
}
