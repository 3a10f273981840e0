import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeCatalogCheck } from '../../../src/engine/catalog/make-catalog-check.ts';
import { parseCatalogFile } from '../../../src/engine/catalog/parse-catalog-file.ts';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { openFiles } from '../../worlds/test-ports.ts';

const home = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, home), 'utf8');

/** Replaces one value of a JSON document, chosen by numbers, by another or by nothing. */
function edit(document: unknown, way: readonly number[], value: unknown): void {
  let at = document;
  for (const [index, step] of way.entries()) {
    if (typeof at !== 'object' || at === null) return;
    const names = Object.keys(at);
    const name = names[step % Math.max(1, names.length)];
    if (name === undefined) return;
    const members = at as Record<string, unknown>;
    const isLast = index === way.length - 1 || typeof members[name] !== 'object';
    if (!isLast) at = members[name];
    else if (value === undefined) delete members[name];
    else members[name] = value;
    if (isLast) return;
  }
}

it('judges by a catalog file that people edited, or reports it, whatever is in it', async () => {
  const text = await read('test/golden/catalog/catalog.json');
  const manifests = new Map<string, string>();
  for (const path of ['cyclectl.yaml', 'accounts/northwind.yaml', 'accounts/contoso.yaml']) {
    manifests.set(path, await read(`examples/quickstart/${path}`));
  }
  const files = openFiles(manifests);
  const met = { judged: 0, wrong: 0, found: 0 };
  const value = fc.option(
    fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string(),
      fc.constantFrom('Get contact', [], {}, true),
    ),
    { nil: undefined },
  );
  const edits = fc.array(fc.tuple(fc.array(fc.nat(40), { minLength: 2, maxLength: 7 }), value), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(edits, async (list) => {
      const document: unknown = JSON.parse(text);
      for (const [way, each] of list) edit(document, way, each);
      const parsed = parseCatalogFile(JSON.stringify(document, null, 2));
      if (parsed.kind !== 'catalogs') {
        met.wrong += 1;
        expect(parsed.diagnostic.at?.line).toBeGreaterThan(0);
        return;
      }
      const judged = { saved: parsed.catalogs, local: new Map(), allowsEdited: false };
      const { index } = await indexManifests(files, {
        makeCheck: async (project) => makeCatalogCheck(files, project, judged),
      });
      met.judged += 1;
      if (index.diagnostics.length > 0) met.found += 1;
    }),
    { seed: 14, numRuns: 1000 },
  );
  expect(Math.min(met.judged, met.wrong, met.found), JSON.stringify(met)).toBeGreaterThan(10);
});
