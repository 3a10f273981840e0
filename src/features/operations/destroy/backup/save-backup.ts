import { type Answer, isNotOffered } from '../../../../model/diagnostic/api-failure.ts';
import type { AccountDiff } from '../../../../model/diff/field-diff.ts';
import type { RunId } from '../../../../model/memory/run-id.ts';
import type { Fingerprinter } from '../../../../model/plan/expectation.ts';
import type { Backup, Clock, ServiceReader } from '../../../../model/ports.ts';
import type { DestroyTarget } from '../destroy-target.ts';
import { matchDestroyTarget } from '../match-destroy-target.ts';
import type { CycleBackup } from './cycle-backup.ts';
import { formatBackup } from './format-backup.ts';
import { readCycleBackup } from './read-cycle-backup.ts';

/** What keeping the remains of an account needs. */
export type BackupContext = {
  readonly reader: ServiceReader;
  readonly clock: Clock;
  readonly backup: Backup;
  readonly fingerprint: Fingerprinter;
  readonly run: RunId;
};

/** Reads all that is about to be destroyed of an account, and keeps it. The answer is where; nothing is kept in part. */
export async function saveBackup(
  { reader, clock, backup, fingerprint, run }: BackupContext,
  { diff, doom }: { readonly diff: AccountDiff; readonly doom: DestroyTarget },
): Promise<Answer<string>> {
  const { cycles, connectors, isAccount } = matchDestroyTarget(diff, doom);
  const { live } = diff.account;
  if (live === null) throw new Error(`${doom.account} is not there and has no remains`);
  const catalogue = await reader.listCatalog(live.id);
  // Without it nobody knows which properties are secrets, and all of them count as such.
  if (!catalogue.ok && !isNotOffered(catalogue)) return catalogue;
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
  const { account, id } = doom;
  const { environment } = diff.desired;
  const text = formatBackup(
    {
      head: { run, at: clock.now(), environment, account, id },
      account: isAccount && record !== null ? { live, record } : null,
      connectors,
      cycles: read,
      releases: catalogue.ok ? catalogue.value : [],
      memory: diff.memory,
    },
    fingerprint,
  );
  return { ok: true, value: await backup.save(account, text) };
}
