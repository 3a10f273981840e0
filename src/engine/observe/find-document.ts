import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import {
  type AccountEntry,
  type ValidatedDocument,
  withLayering,
} from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Files } from '../../model/ports.ts';
import { loadAccount } from '../load/load-documents.ts';
import { resolveDocument } from '../validate/resolve-document.ts';
import { validateAccount } from '../validate/validate-account.ts';

type Reading = {
  readonly files: Files;
  readonly environment: string;
  readonly environments: KnownEnvironments;
};

/**
 * Finds the document of an account in an environment: from the index, or loaded and validated again
 * if it was dropped.
 */
export async function findDocument(
  { files, environment, environments }: Reading,
  entry: AccountEntry,
): Promise<ValidatedDocument<WrittenAccount>> {
  if (entry.document !== null) {
    const document = resolveDocument(entry.document, environment, environments);
    return { document, diagnostics: [] };
  }
  const loaded = await loadAccount(files, entry);
  if (loaded.document === null) return { document: null, diagnostics: loaded.diagnostics };
  const raw = withLayering(loaded.document, entry);
  const checked = validateAccount(raw, environments);
  const isSound = checked.document !== null;
  return {
    document: isSound ? resolveDocument(raw, environment, environments) : null,
    diagnostics: [...loaded.diagnostics, ...checked.diagnostics],
  };
}
