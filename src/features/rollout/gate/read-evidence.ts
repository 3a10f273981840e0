import type { Follow } from '../../../app/output/with-progress.ts';
import type { ReadPorts } from '../../../app/ports/open-ports.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toAccountAddress } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { KnownSecrets } from '../../../model/secret/known-secrets.ts';
import { listSecretFingerprints } from '../../../model/secret/secret-places.ts';
import type { Gate, RolloutAccount } from '../../../model/state/rollout.ts';
import type { RunCount, RunSpan } from '../../../model/state/run-count.ts';
import { listApplied } from './check-gate.ts';

const daysBefore = 14;
const dayMs = 86_400_000;

/** Accounts with their runs, and those whose runs could not be read. */
export type ReadAccounts = {
  readonly accounts: readonly RolloutAccount[];
  readonly unread: readonly Diagnostic[];
};

/** Ports that runs are read through. */
export type EvidencePorts = Pick<ReadPorts, 'reader' | 'store' | 'readTime'> & {
  readonly secrets: Pick<ReadPorts['secrets'], 'fingerprint'>;
  readonly width: number;
  readonly follow: Follow;
};

/** Reads the runs of 14 days of accounts that no rollout has changed yet, if a gate compares errors. */
export async function readBefore(
  ports: EvidencePorts,
  gate: Gate | undefined,
  accounts: readonly RolloutAccount[],
): Promise<ReadAccounts> {
  if (gate?.errors !== true) return { accounts, unread: [] };
  const before = ports.readTime();
  const after = new Date(Date.parse(before) - daysBefore * dayMs).toISOString();
  return readEach(ports, accounts, {
    span: () => ({ after, before }),
    keep: (account, counted) => ({ ...account, before: counted }),
  });
}

/**
 * Reads the runs of the accounts of a wave that began after their apply. One that has shown a run is read
 * again only if its errors count.
 */
export async function readEvidence(
  ports: EvidencePorts,
  gate: Gate | undefined,
  wave: readonly RolloutAccount[],
): Promise<ReadAccounts> {
  if (gate === undefined || gate.evidence === null) return { accounts: [], unread: [] };
  const wanted = listApplied(wave).filter(({ runs }) => gate.errors || (runs?.ended ?? 0) === 0);
  return readEach(ports, wanted, {
    span: ({ appliedAt = '' }) => ({ after: appliedAt }),
    keep: (account, runs) => ({ ...account, runs }),
  });
}

async function readEach(
  { reader, store, secrets, width, follow }: EvidencePorts,
  accounts: readonly RolloutAccount[],
  {
    span,
    keep,
  }: {
    readonly span: (account: RolloutAccount) => RunSpan;
    readonly keep: (account: RolloutAccount, runs: RunCount) => RolloutAccount;
  },
): Promise<ReadAccounts> {
  const unread: Diagnostic[] = [];
  const read: RolloutAccount[] = [];
  const found = runInOrder(accounts, width, async (each) => {
    const address = toAccountAddress(each.account);
    const { objects } = await store.readState(each.account);
    const record = objects.get(address);
    // An account that no apply has made had no runs.
    if (record === undefined) return each;
    const counted = await reader.readRuns(record.remoteId, span(each));
    if (counted.ok) {
      const prints = listSecretFingerprints([...objects.values()]);
      const print = (text: string) => secrets.fingerprint(text);
      const known = new KnownSecrets({ texts: [], prints, print });
      // They may quote what was sent.
      const errors = new Set(counted.value.errors.map((error) => known.redact(error)));
      return keep(each, { ...counted.value, errors: [...errors].sort(compareTexts) });
    }
    unread.push(
      reportWarning('unread', {
        summary: `The runs of ${each.account} could not be read: ${formatFailure(counted.failure)}`,
        address,
        remedy: 'They count as no evidence; run the command again.',
      }),
    );
    return each;
  });
  const reading = { does: 'reading', total: accounts.length };
  for await (const each of follow(found, reading)) read.push(each);
  return { accounts: read, unread };
}
