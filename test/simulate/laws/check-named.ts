import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import type { Notice } from '../../../src/model/plan/notice.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import type { DumpedAccount } from '../../worlds/console/dumped.ts';
import { toAddress, withoutLines } from '../../worlds/laws/left-lines.ts';
import { checkUnmanaged } from '../../worlds/rough/rough-checks.ts';
import { compareAll } from '../../worlds/rough/rough-oracle.ts';
import { Program } from '../program.ts';
import { type Evidence, planNow, type Simulation } from '../simulation.ts';
import { selectManaged } from './check-owners.ts';
import { demandNone } from './violation.ts';
import { withoutWaiting } from './windows/waiting.ts';
import { withoutEntries } from './without-entries.ts';

/**
 * Law 12 of a service that offers little: at rest each line is there, or the plan names it as left
 * to a person, or as not shown. Objects of which the plan has operations wait for a person, too.
 */
export async function checkNamed(life: Simulation, seen: Evidence): Promise<void> {
  const { simulated, unmanaged, tally } = life;
  const { planned: all } = await planNow(life);
  const shown = new Map<string, readonly Notice[]>();
  for (const each of await new Program(simulated).drift())
    if (each.kind === 'read') shown.set(each.account, each.notices);
  const [first = []] = seen.allowed;
  for (const each of all) {
    const key = each.kind === 'planned' ? each.plan.account : each.account;
    const whole = simulated.manifests.get(key);
    if (whole === undefined) continue;
    const live = simulated.find(key);
    const before = first.find(({ externalId }) => externalId === whole.spec.id) ?? null;
    demandNone('law 5', 'of others', checkUnmanaged(unmanaged, before, live));
    if (each.kind !== 'planned' || live === null) continue;
    const state = await simulated.store.readState(key);
    const told = listTold([...each.plan.notices, ...(shown.get(key) ?? [])]);
    const managed = selectManaged(life, seen, { written: whole, state });
    const { refused = [] } = each.plan;
    // An account that was created unseen is the plan's to create, and all of it waits.
    if (each.plan.isNew || refused.some(({ kind }) => kind === 'account')) continue;
    const left = [...refused, ...each.plan.operations].map(({ address }) => `${address}`);
    const planned = withoutEntries(managed, new Set([...left, ...listLost(live, { state, told })]));
    const written = withoutLines(planned, (line) => told.has(toAddress(whole, line)));
    const named = withNames(live, { written, state, told });
    const wrong = withoutWaiting(life, key, compareAll(written, named, unmanaged));
    demandNone('law 12', 'neither there nor named', wrong);
    tally.count('documented: all is there or named');
  }
}

/** Addresses of the fields that notices are about. */
function listTold(notices: readonly Notice[]): ReadonlySet<string> {
  return new Set(
    notices.flatMap((notice) => {
      const fields = notice.kind === 'unshown' ? notice.fields : 'path' in notice ? [notice] : [];
      return fields.map(({ address, path }) => `${address}/${path}`);
    }),
  );
}

// Objects that the service answered to have made and does not have: nothing shows it, and it is told
// that nothing does.
function listLost(
  live: DumpedAccount,
  { state, told }: { readonly state: AccountState; readonly told: ReadonlySet<string> },
): readonly string[] {
  const ids = new Set([...live.connectors, ...live.cycles].map(({ id }) => String(id)));
  return [...state.objects.values()]
    .filter(
      ({ address, remoteId }) => !ids.has(`${remoteId}`) && told.has(`${address}/displayName`),
    )
    .map(({ address }) => `${address}`);
}

// An object whose name is left to a person is known by its state.
function withNames(
  live: DumpedAccount,
  {
    written,
    state,
    told,
  }: {
    readonly written: WrittenAccount;
    readonly state: AccountState;
    readonly told: ReadonlySet<string>;
  },
): DumpedAccount {
  const names = new Map<string, string>();
  for (const { address, remoteId } of state.objects.values()) {
    const [, section, key = ''] = address.split('/');
    if (section === undefined || !told.has(`${address}/displayName`)) continue;
    const map = section === 'connectors' ? written.spec.connectors : written.spec.cycles;
    names.set(String(remoteId), map?.[key]?.displayName ?? key);
  }
  const rename = <T extends { readonly id: string | number; readonly name: string }>(
    each: T,
  ): T => ({ ...each, name: names.get(String(each.id)) ?? each.name });
  return { ...live, connectors: live.connectors.map(rename), cycles: live.cycles.map(rename) };
}
