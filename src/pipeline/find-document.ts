import type { WrittenAccount } from '../model/manifest.generated.ts';
import type { AccountEntry, JudgedDocument } from '../model/manifest.ts';
import type { Files } from '../model/ports.ts';
import { loadAccount } from '../stages/load/load-account.ts';
import { validateAccount } from '../stages/validate/validate-account.ts';

/** An account's manifest: the one of the first walk, or loaded and judged again where it was dropped. */
export async function findDocument(
  { files, environments }: { readonly files: Files; readonly environments: ReadonlySet<string> },
  entry: AccountEntry,
): Promise<JudgedDocument<WrittenAccount>> {
  if (entry.document !== null) return { document: entry.document, diagnostics: [] };
  const loaded = await loadAccount(files, entry);
  if (loaded.document === null) return { document: null, diagnostics: loaded.diagnostics };
  const judged = validateAccount(loaded.document, environments);
  return { ...judged, diagnostics: [...loaded.diagnostics, ...judged.diagnostics] };
}
