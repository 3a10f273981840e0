import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
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

/** The manifest that an account comes to in an environment, wherever its parts are written. */
export type RenderedAccount = {
  readonly metadata: WrittenAccount['metadata'];
  readonly id: string | null;
  /** Settings, connectors and cycles, after all layers and placeholders. */
  readonly settings: Omit<WrittenAccount['spec'], 'id' | 'ids' | 'blueprint'>;
};

/** Finds the manifest that an account comes to in an environment; null if it has mistakes now. */
export async function findRendered(
  reading: Reading,
  entry: AccountEntry,
): Promise<RenderedAccount | null> {
  const { document } = await findDocument(reading, entry);
  if (document === null) return null;
  const { metadata, spec } = document.written;
  const { id: _, ids: __, blueprint: ___, ...settings } = spec;
  return { metadata, settings, id: findIdInEnvironment(entry, reading.environment) };
}
