import type { DesiredAccount, DesiredCycle } from '../../../model/desired/desired.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { isInsideCycle } from '../../../model/observed/contents.ts';
import { type AccountPlan, isQuiet, type Refresh } from '../../../model/plan/plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import { observeAccount } from '../../observe/observe-account.ts';
import { readCatalog } from '../../observe/read-catalog.ts';
import type { RunContext } from '../../observe/run-context.ts';
import { fromDesired, type Source } from '../../observe/source.ts';
import { listSecrets } from '../../plan/list-secrets.ts';
import { toAccountDigest } from '../../plan/to-account-digest.ts';
import { isAsApplied } from './is-as-applied.ts';
import { toPlanned, withFindings } from './to-planned.ts';

/**
 * Plans an account whose manifest is as it was applied, without what `refresh` leaves out: all of it, or
 * all inside its cycles. Null for an account that must be read.
 */
export async function planAsApplied(
  context: RunContext,
  entry: AccountEntry,
  { source, refresh }: { readonly source: Source; readonly refresh: Exclude<Refresh, 'full'> },
): Promise<PlannedAccount | null> {
  const sourced = await source(context);
  if (sourced.kind === 'refused' || (sourced.mistakes ?? []).length > 0) return null;
  const { desired, findings } = sourced;
  const state = await context.store.readState(desired.key);
  const offered = await readCatalog(context, { desired, account: null, state });
  if (!offered.ok) return null;
  const { catalog } = offered.value;
  const fingerprint = (text: string) => context.secrets.fingerprint(text);
  if (!isAsApplied(desired, state, { catalog, fingerprint })) return null;
  if (refresh === 'changed')
    return withFindings({ kind: 'planned', plan: makeUnreadPlan(desired) }, findings);
  const planned = await planByLists(context, entry, { desired, state });
  return planned === null ? null : withFindings(planned, findings);
}

function makeUnreadPlan(desired: DesiredAccount): AccountPlan {
  const nothing = { changes: [], operations: [], expects: [], notices: [] };
  return {
    ...{ account: desired.key, id: desired.id, isNew: false, hasNews: false },
    ...toHead(desired),
    ...nothing,
    ...{ notOffered: [], notReadable: 0, requests: { plan: 0, apply: 0 } },
    notRead: [desired.address],
  };
}

function toHead(desired: DesiredAccount): Pick<AccountPlan, 'desired' | 'secrets'> {
  return { desired: toAccountDigest(desired), secrets: listSecrets(desired) };
}

// Leaves out the inside of cycles on both sides.
async function planByLists(
  context: RunContext,
  entry: AccountEntry,
  { desired, state }: { readonly desired: DesiredAccount; readonly state: AccountState },
): Promise<PlannedAccount | null> {
  const { cycles } = desired;
  if (cycles.kind !== 'set') return null;
  const shells = [...cycles.value].map(([key, cycle]) => [key, withoutInside(cycle)] as const);
  const outside = { ...desired, cycles: { ...cycles, value: new Map(shells) } };
  const objects = [...state.objects].map(([address, each]) => [address, toOutside(each)] as const);
  const shown = { ...state, objects: new Map(objects) };
  const store = { ...context.store, readState: async () => shown };
  const observation = await observeAccount(
    { ...context, store },
    fromDesired({ desired: outside }),
  );
  const planned = toPlanned(entry, observation, context);
  if (planned.kind !== 'planned' || !isQuiet(planned.plan)) return null;
  const notRead = [...cycles.value.values()].map(({ address }) => address);
  return { kind: 'planned', plan: { ...planned.plan, ...toHead(desired), notRead } };
}

function withoutInside({ fields, ...cycle }: DesiredCycle): DesiredCycle {
  return {
    ...cycle,
    fields: new Map([...fields].filter(([path]) => !isInsideCycle(path))),
    ...{ mappings: [], visibilities: [], slots: new Map() },
  };
}

function toOutside(record: ObjectRecord): ObjectRecord {
  if (record.kind !== 'cycle') return record;
  const applied = Object.entries(record.applied) as [keyof typeof record.applied, never][];
  const kept = applied.filter(([path]) => !isInsideCycle(path));
  return { ...record, applied: Object.fromEntries(kept) };
}
