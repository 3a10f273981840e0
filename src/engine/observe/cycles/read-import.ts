import {
  type FileConnector,
  type LoadedCycleFile,
  toFileTemplate,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Import, ImportSpec } from '../../../model/desired/cycle-file/cycle-import.ts';
import type { Answer, ApiFailure } from '../../../model/diagnostic/api-failure.ts';
import {
  type ConnectorRelease,
  findLatestRelease,
  type NamedParts,
} from '../../../model/live/live.ts';
import type { Catalog } from '../../../model/live/reading.ts';
import { makeImport } from '../../cycle-file/import/make-import.ts';
import type { ImportTarget, OfferedRelease } from '../../cycle-file/import/resolve-steps.ts';
import { withInitialValues } from '../../cycle-file/import/with-initial-values.ts';

/**
 * Makes the import of a cycle or template from its file, after it reads the methods that the file
 * names.
 */
export async function readImport(catalog: Catalog, request: ImportSpec): Promise<Answer<Import>> {
  const { loaded, name, tag, connectors } = request;
  const offered = await readOffered(catalog, loaded);
  if (!offered.ok) return offered;
  const { findRelease } = offered.value;
  const tags = tag === null ? [] : [tag];
  return { ok: true, value: makeImport(loaded, { name, tags, connectors, findRelease }) };
}

/**
 * The steps, edges and variables of a file, with what the methods of the service say of its items.
 * If these cannot be read now, nothing of them is known.
 */
export async function readFileTemplate(
  catalog: Catalog,
  loaded: LoadedCycleFile,
): Promise<NamedParts> {
  const template = toFileTemplate(loaded.file);
  const offered = await readOffered(catalog, loaded);
  if (!offered.ok) return template;
  return withInitialValues(template, loaded, offered.value.findRelease);
}

async function readOffered(
  catalog: Catalog,
  { file }: LoadedCycleFile,
): Promise<Answer<Pick<ImportTarget, 'findRelease'>>> {
  const offered = new Map<string, OfferedRelease>();
  for (const connector of file.steps.flatMap((step) => step.connector ?? [])) {
    const release = findRelease(catalog.releases, connector);
    if (release === null || offered.has(release.id)) continue;
    const methods = await catalog.readMethods(release.id);
    if (!methods.ok) return { ok: false, failure: methods.failure satisfies ApiFailure };
    offered.set(release.id, { release, methods: methods.value });
  }
  return {
    ok: true,
    value: {
      findRelease: (connector) =>
        offered.get(findRelease(catalog.releases, connector)?.id ?? '') ?? null,
    },
  };
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
