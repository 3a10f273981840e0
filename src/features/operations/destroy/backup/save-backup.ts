import { type Answer, isNotOffered } from '../../../../model/diagnostic/api-failure.ts';
import type { AccountDiff } from '../../../../model/diff/field-diff.ts';
import type { Fingerprinter } from '../../../../model/plan/expectation.ts';
import type { Backup, Clock, ServiceReader } from '../../../../model/ports.ts';
import type { RunId } from '../../../../model/state/lock.ts';
import type { DestroyTarget } from '../destroy-target.ts';
import { matchDestroyTarget } from '../match-destroy-target.ts';
import { formatBackup } from './format-backup.ts';
import { type CycleBackup, readCycleBackup } from './read-cycle-backup.ts';

export type BackupContext = {
  readonly reader: ServiceReader;
  readonly clock: Clock;
  readonly backup: Backup;
  readonly fingerprint: Fingerprinter;
  readonly run: RunId;
};

/** Reads the objects of an account to destroy and saves them as one file. Returns its path. */
export async function saveBackup(
  { reader, clock, backup, fingerprint, run }: BackupContext,
  { diff, target }: { readonly diff: AccountDiff; readonly target: DestroyTarget },
): Promise<Answer<string>> {
  const { cycles, connectors, isAccount } = matchDestroyTarget(diff, target);
  const { live } = diff.account;
  if (live === null) throw new Error(`${target.account} does not exist and has no backup`);
  const catalog = await reader.listCatalog(live.id);
  // Needs the catalog to know which properties are secrets; without it all count as secrets.
  if (!catalog.ok && !isNotOffered(catalog)) return catalog;
  const read: {
    readonly live: CycleBackup;
    readonly record: (typeof cycles)[number]['record'];
  }[] = [];
  for (const pair of cycles) {
    const remains = await readCycleBackup(reader, live.id, pair.live);
    if (!remains.ok) return remains;
    read.push({ live: remains.value, record: pair.record });
  }
  const { record } = diff.account;
  const { account, id } = target;
  const { environment } = diff.desired;
  const text = formatBackup(
    {
      head: { run, at: clock.now(), environment, account, id },
      account: isAccount && record !== null ? { live, record } : null,
      connectors,
      cycles: read,
      releases: catalog.ok ? catalog.value : [],
      state: diff.state,
    },
    fingerprint,
  );
  return { ok: true, value: await backup.save(account, text) };
}
