import { readProject } from '../../../engine/index/index-manifests.ts';
import { loadDocuments } from '../../../engine/load/load-documents.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  toAccountEntry,
} from '../../../model/manifest/manifest.ts';
import { type Environment, projectFile } from '../../../model/manifest/project.ts';
import { isSelected, type Selection } from '../../../model/manifest/selection.ts';
import type { FilesSince } from './files-since.ts';
import { readOneText } from './read-one-text.ts';

/**
 * Lists accounts of an environment that manifests had at a commit and no longer have, under any
 * key.
 */
export async function listGone(
  since: FilesSince,
  now: {
    readonly environment: Environment;
    readonly folders: readonly string[];
    readonly selection: Selection;
    readonly accounts: readonly AccountEntry[];
  },
): Promise<readonly Diagnostic[]> {
  const { name } = now.environment;
  const text = await since.readEarlier(projectFile);
  if (text === null) return [];
  const { project, environments } = await readProject(readOneText(text));
  const before = project?.folders ?? now.folders;
  const here = now.accounts.filter((entry) => findIdInEnvironment(entry, name) !== null);
  const known = {
    keys: new Set(now.accounts.map(({ key }) => key)),
    // Matches by id too, because an account under another key is not gone.
    taken: new Set(here.flatMap((entry) => [entry.key, findIdInEnvironment(entry, name)])),
  };
  const gone = new Map<string, Diagnostic>();
  for (const { path, text } of await since.readEarlierManifests({ before, now: now.folders })) {
    for (const raw of (await loadDocuments(readOneText(text), path)).documents) {
      const { document } = validateAccount(raw, environments);
      if (document === null) continue;
      const meaning = environments === null ? document : resolveDocument(raw, name, environments);
      const entry = toAccountEntry(meaning);
      const id = findIdInEnvironment(entry, name);
      if (id === null || !isSelected(now.selection, entry)) continue;
      if (known.taken.has(entry.key) || known.taken.has(id)) continue;
      gone.set(entry.key, report(entry, since, known.keys.has(entry.key) ? name : null));
    }
  }
  return [...gone.values()];
}

function report(
  { key, file }: AccountEntry,
  since: FilesSince,
  without: string | null,
): Diagnostic {
  const what =
    without === null
      ? `No manifest declares the account ${key} any more`
      : `The account ${key} has no id in ${without} any more`;
  return {
    code: 'account-let-go',
    severity: 'warning',
    summary: `${what}; ${file} declared it at ${since.base.slice(0, 12)}`,
    remedy: `apply leaves it in the service unchanged, and its cycles keep running. To delete it: cyclectl destroy ${key}`,
  };
}
