import type { ProjectContext } from '../../app/project/open-project.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';

/** Finds the manifest of an account in the environment, or reports the names that there are. */
export function findEntry(
  { accounts, environment }: Pick<ProjectContext, 'accounts' | 'environment'>,
  account: string,
): { readonly entry: AccountEntry } | { readonly refused: readonly Diagnostic[] } {
  const here = accounts.filter((entry) => findIdInEnvironment(entry, environment.name) !== null);
  const entry = here.find(({ key }) => key === account);
  if (entry !== undefined) return { entry };
  const names = here.map(({ key }) => key);
  const summary = `The manifests have no account ${account} in ${environment.name}`;
  const remedy = formatNearest(account, names, 'accounts') ?? 'Write it in a table or a file.';
  return { refused: [reportError('selection-empty', { summary, remedy })] };
}
