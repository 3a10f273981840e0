import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import type { AccountDocument, RawDocument } from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import { isRendered, resolveWritten } from './layers/resolve-written.ts';

/** Resolves a valid manifest for an environment. */
export function resolveDocument(
  raw: RawDocument,
  environment: string,
  environments: KnownEnvironments,
): AccountDocument {
  const variables = environments.get(environment)?.variables ?? null;
  const { document } = isRendered(raw)
    ? resolveWritten(raw, { environment, variables })
    : { document: raw };
  return { ...document, written: document.written as WrittenAccount };
}
