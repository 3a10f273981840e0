import { expect } from 'vitest';
import { formatCatalogFile } from '../../../src/engine/catalog/format-catalog-file.ts';
import { listUsed } from '../../../src/engine/catalog/list-used.ts';
import { makeCatalogCheck } from '../../../src/engine/catalog/make-catalog-check.ts';
import { parseCatalogFile } from '../../../src/engine/catalog/parse-catalog-file.ts';
import { readLiveCatalog } from '../../../src/engine/catalog/read-live-catalog.ts';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { TestFixture } from '../fixture.ts';
import { openFiles } from '../test-ports.ts';

/** The text of catalog.json for the manifests that the fixture has now. */
export async function saveCatalog(fixture: TestFixture): Promise<string> {
  const { run, environment } = await fixture.open();
  const { files, environments } = run.context;
  const accounts = run.entries;
  const used = await listUsed(files, { environment: environment.name, environments, accounts });
  const read = await readLiveCatalog(run.context.reader, used, environment.templates);
  if (!read.ok) return expect.unreachable(JSON.stringify(read));
  return formatCatalogFile(new Map([[environment.name, read.value]]));
}

/** What validate says of the manifests of the fixture by that text. */
export async function judgeOffline(
  fixture: TestFixture,
  text: string,
): Promise<readonly Diagnostic[]> {
  const parsed = parseCatalogFile(text);
  if (parsed.kind !== 'catalogs') return expect.unreachable(JSON.stringify(parsed.diagnostic));
  const { catalogs } = parsed;
  expect(formatCatalogFile(catalogs)).toBe(text);
  const files = openFiles(fixture.manifests);
  const local = new Map();
  const walked = await indexManifests(files, {
    makeCheck: async (project) =>
      makeCatalogCheck(files, project, { saved: catalogs, local, allowsEdited: false }),
  });
  return walked.index.diagnostics;
}
