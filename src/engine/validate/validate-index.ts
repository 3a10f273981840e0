import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  type IndexedManifests,
  type ManifestIndex,
} from '../../model/manifest/manifest.ts';
import { formatSpan } from '../../model/source-span.ts';

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Checks across documents: keys, account ids and names in references to secrets that two have. Reports
 * both places and removes these accounts from the index. Returns accounts by key.
 */
export function validateIndex(
  walked: IndexedManifests,
  environments: ReadonlySet<string>,
): ManifestIndex {
  const accounts = [...walked.accounts, ...walked.faulty].sort(compareEntries);
  const refused = new Set<AccountEntry>(walked.faulty);
  const diagnostics = [...walked.diagnostics];
  const report = (pair: Pair, words: Words) => {
    refused.add(pair.first).add(pair.second);
    diagnostics.push(toDiagnostic(pair, words));
  };
  for (const pair of listPairs(accounts, ({ key }) => key)) {
    const summary = `The account ${pair.first.key} has two manifests`;
    report(pair, { code: 'duplicate-account', summary, remedy: 'Keep one of them.' });
  }
  const reported = new Set<string>();
  for (const environment of environments) {
    for (const pair of listPairs(accounts, (entry) =>
      toComparable(findIdInEnvironment(entry, environment)),
    )) {
      const { first, second } = pair;
      const name = `${formatSpan(first.at)} ${formatSpan(second.at)}`;
      if (first.key === second.key || reported.has(name)) continue;
      reported.add(name);
      const id = findIdInEnvironment(second, environment);
      const summary = `${first.key} and ${second.key} have the same account id ${id} in ${environment}`;
      const remedy = 'Give each its own id, or keep one of the manifests.';
      report(pair, { code: 'duplicate-account-id', summary, remedy });
    }
  }
  for (const pair of listPairs(accounts, ({ key, secretName }) => secretName ?? key)) {
    const { first, second } = pair;
    if (first.key === second.key) continue;
    const name = second.secretName ?? second.key;
    const summary = `${first.key} and ${second.key} have the same name ${name} in references to secrets`;
    const remedy = 'Write another secretName: an account must not use the secrets of another one.';
    report(pair, { code: 'secret-name-taken', summary, remedy });
  }
  return {
    accounts: accounts.filter((entry) => !refused.has(entry)),
    refused: accounts.filter((entry) => refused.has(entry)),
    diagnostics,
  };
}

type Pair = { readonly first: AccountEntry; readonly second: AccountEntry };
type Words = Pick<Diagnostic, 'code' | 'summary'> & { readonly remedy: string };

/** Lists each entry whose name an earlier one has, with that one. */
function listPairs(
  entries: readonly AccountEntry[],
  nameOf: (entry: AccountEntry) => string | null,
): Pair[] {
  const known = new Map<string, AccountEntry>();
  return entries.flatMap((second): Pair[] => {
    const name = nameOf(second);
    if (name === null) return [];
    const first = known.get(name);
    if (first !== undefined) return [{ first, second }];
    known.set(name, second);
    return [];
  });
}

/** Compares GUIDs without case; other ids exactly. */
function toComparable(id: string | null): string | null {
  return id !== null && guid.test(id) ? id.toLowerCase() : id;
}

function toDiagnostic({ first, second }: Pair, words: Words): Diagnostic {
  const text = first.key === second.key ? 'the other manifest' : `${first.key} is here`;
  const related = [{ at: first.at, says: text }];
  return { severity: 'error', at: second.at, related, ...words };
}

function compareEntries(left: AccountEntry, right: AccountEntry): number {
  if (left.key !== right.key) return left.key < right.key ? -1 : 1;
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.documentIndex - right.documentIndex;
}
