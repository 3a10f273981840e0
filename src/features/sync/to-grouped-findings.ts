import { parsePath } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry, ManifestIndex } from '../../model/manifest/manifest.ts';
import type { ValidatedAccount } from '../../model/report/report-document.ts';

/** Diagnostics of manifests, grouped by account; those of no account are separate. */
export type GroupedFindings = {
  readonly accounts: readonly ValidatedAccount[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Assigns each diagnostic to the account whose file or address it names, in order of names. In a
 * file shared by accounts, one without an address belongs to the project.
 */
export function toGroupedFindings({
  accounts,
  refused,
  diagnostics,
}: ManifestIndex): GroupedFindings {
  const entries = [...accounts, ...refused].sort(compareEntries);
  const found = new Map(entries.map((entry) => [entry, [] as Diagnostic[]]));
  const rest: Diagnostic[] = [];
  const findOwner = indexOwners(entries);
  for (const diagnostic of diagnostics) {
    const owner = findOwner(diagnostic);
    (owner === null ? rest : (found.get(owner) ?? rest)).push(diagnostic);
  }
  return {
    accounts: entries.map((entry) => ({
      account: entry.key,
      at: entry.at,
      diagnostics: found.get(entry) ?? [],
    })),
    diagnostics: rest,
  };
}

function indexOwners(
  entries: readonly AccountEntry[],
): (diagnostic: Diagnostic) => AccountEntry | null {
  const byFile = new Map<string, AccountEntry | null>();
  const byKey = new Map<string, AccountEntry>();
  for (const entry of entries) {
    byFile.set(entry.file, byFile.has(entry.file) ? null : entry);
    byKey.set(entry.key, byKey.get(entry.key) ?? entry);
  }
  return ({ at, address }) => {
    const own = at === undefined ? null : (byFile.get(at.file) ?? null);
    if (own !== null || address === undefined) return own;
    return byKey.get(parsePath(address)[0] ?? '') ?? null;
  };
}

function compareEntries(left: AccountEntry, right: AccountEntry): number {
  if (left.key !== right.key) return left.key < right.key ? -1 : 1;
  return left.file < right.file ? -1 : 1;
}
