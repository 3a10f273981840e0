import type { FileConnector } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Import, ImportSpec } from '../../../model/desired/cycle-file/cycle-import.ts';
import type { Answer, ApiFailure } from '../../../model/diagnostic/api-failure.ts';
import { type ConnectorRelease, findLatestRelease } from '../../../model/live/live.ts';
import type { Catalog } from '../../../model/live/reading.ts';
import { makeImport } from '../../cycle-file/import/make-import.ts';
import type { OfferedRelease } from '../../cycle-file/import/resolve-steps.ts';

/**
 * Makes the import of a cycle or template from its file, after it reads the methods that the file
 * names.
 */
export async function readImport(catalog: Catalog, request: ImportSpec): Promise<Answer<Import>> {
  const { loaded, name, tag, connectors } = request;
  const offered = new Map<string, OfferedRelease>();
  for (const connector of loaded.file.steps.flatMap((step) => step.connector ?? [])) {
    const release = findRelease(catalog.releases, connector);
    if (release === null || offered.has(release.id)) continue;
    const methods = await catalog.readMethods(release.id);
    if (!methods.ok) return { ok: false, failure: methods.failure satisfies ApiFailure };
    offered.set(release.id, { release, methods: methods.value });
  }
  const value = makeImport(loaded, {
    name,
    tags: tag === null ? [] : [tag],
    connectors,
    findRelease: (connector) =>
      offered.get(findRelease(catalog.releases, connector)?.id ?? '') ?? null,
  });
  return { ok: true, value };
}

// Steps keep their versions (SERVICE E.2 [D]); without a version the latest counts.
function findRelease(
  releases: readonly ConnectorRelease[],
  { name, version }: FileConnector,
): ConnectorRelease | null {
  return findLatestRelease(
    releases.filter(
      (release) => release.name === name && (version === null || release.version === version),
    ),
  );
}
