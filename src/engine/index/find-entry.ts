import { formatQuoted } from '../../kit/text/format-name.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';

type FoundEntry = { readonly entry: AccountEntry } | { readonly refused: readonly Diagnostic[] };

/** Finds the manifest of an account in the environment, or reports the names that there are. */
export function findEntryHere(
  {
    accounts,
    environment: { name },
  }: {
    readonly accounts: readonly AccountEntry[];
    readonly environment: { readonly name: string };
  },
  account: string,
): FoundEntry {
  const here = accounts.filter((entry) => findIdInEnvironment(entry, name) !== null);
  return findEntry(here, account, ` in ${name}`);
}

/** Finds the manifest of an account in any environment, in the same way. */
export function findEntry(
  accounts: readonly AccountEntry[],
  account: string,
  where = '',
): FoundEntry {
  const entry = accounts.find(({ key }) => key === account);
  if (entry !== undefined) return { entry };
  const names = accounts.map(({ key }) => key);
  const summary = `The manifests have no account ${formatQuoted(account)}${where}`;
  const remedy = formatNearest(account, names, 'accounts') ?? 'Write it in a table or a file.';
  return { refused: [reportError('selection-empty', { summary, remedy })] };
}
