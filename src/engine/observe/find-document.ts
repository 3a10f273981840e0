import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  type RawDocument,
  type ValidatedDocument,
  withLayering,
} from '../../model/manifest/manifest.ts';
import type { RevisionFinder } from '../../model/manifest/revision-finder.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Files } from '../../model/ports.ts';
import { loadAccount } from '../load/load-documents.ts';
import { resolveDocument } from '../validate/resolve-document.ts';
import { validateAccount } from '../validate/validate-account.ts';

type Reading = {
  readonly files: Files;
  readonly environment: string;
  readonly environments: KnownEnvironments;
  /** Revisions that accounts are on; absent: all are on the newest. */
  readonly revisions?: RevisionFinder;
};

/** The document of an account in an environment, and the project with its cycle files. */
type FoundDocument = ValidatedDocument<WrittenAccount> & { readonly files: Files };

/**
 * Finds the document of an account in an environment, on the revision that it was admitted to: from the
 * index, or loaded and validated again if it was dropped.
 */
export async function findDocument(reading: Reading, entry: AccountEntry): Promise<FoundDocument> {
  const { environment, environments } = reading;
  const { document: raw, isJudged, ...found } = await findRaw(reading, entry);
  if (raw === null) return { ...found, document: null };
  const checked = isJudged ? null : validateAccount(raw, environments);
  const isSound = checked === null || checked.document !== null;
  return {
    files: found.files,
    document: isSound ? resolveDocument(raw, environment, environments) : null,
    diagnostics: [...found.diagnostics, ...(checked?.diagnostics ?? [])],
  };
}

type FoundRaw = {
  readonly document: RawDocument | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: Files;
  /** True if it was validated with the other manifests. */
  readonly isJudged: boolean;
};

/** Finds the document of an account with its layers, before these are merged. */
export async function findRaw(
  { files, environments, revisions }: Pick<Reading, 'files' | 'environments' | 'revisions'>,
  entry: AccountEntry,
): Promise<FoundRaw> {
  const admitted = (await revisions?.findAdmitted(entry, environments)) ?? null;
  if (admitted !== null) return { ...admitted, isJudged: false };
  const { document } = entry;
  if (document !== null) return { document, diagnostics: [], files, isJudged: true };
  const loaded = await loadAccount(files, entry);
  const raw = loaded.document && withLayering(loaded.document, entry);
  return { ...loaded, document: raw, files, isJudged: false };
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
