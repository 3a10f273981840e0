import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { formatEditorSchema } from '../src/engine/catalog/editor/format-editor-schema.ts';
import { makeAccountSchema } from '../src/engine/catalog/editor/make-account-schema.ts';
import { formatCatalogFile } from '../src/engine/catalog/format-catalog-file.ts';
import type { SavedCatalogs } from '../src/model/live/saved-catalog.ts';
import { catalogKeyPlaces, catalogPlaces, projectKeys } from '../test/editor/catalog-places.ts';
import { LanguageServer } from '../test/editor/language-server.ts';
import { makeLargeCatalog } from '../test/editor/large-catalog.ts';
import { cursor, type Place } from '../test/editor/places.ts';
import { median } from './median.ts';

// `npm run bench:editor`: how large the schema with a catalog is, and how fast yaml-language-server
// answers by it. README.md beside this file says what each figure means.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds takes a whole number from 1.');

const published = JSON.parse(
  await readFile(new URL('../schemas/account.schema.json', import.meta.url), 'utf8'),
);
const places: readonly Place[] = [...catalogPlaces, ...catalogKeyPlaces];

const folder = await mkdtemp(join(tmpdir(), 'cyclectl-bench-'));
try {
  await measure('500 connectors with 50 methods each', makeLargeCatalog());
  await measure('lists of one value, all different', makeListCatalog(10_000));
} finally {
  await rm(folder, { recursive: true });
}

/** A template whose fields differ in their values: the schema repeats most for these. */
function makeListCatalog(count: number): SavedCatalogs {
  const items = Array.from({ length: count }, (_, index) => ({
    name: `Field ${index}`,
    values: [`value ${index}`],
  }));
  const templates = [
    { name: 'Template 1', steps: [{ name: 'Step 2', fields: items }], variables: [] },
  ];
  return new Map([['prod', { areTemplatesListed: true, connectors: [], templates }]]);
}

async function measure(what: string, catalogs: SavedCatalogs): Promise<void> {
  const begunMs = performance.now();
  const schema = formatEditorSchema(
    makeAccountSchema(published, { catalogs, keys: projectKeys, blueprints: new Map() }),
  );
  const madeMs = performance.now() - begunMs;
  const file = join(folder, 'schema.json');
  await writeFile(file, schema);
  const saved = Buffer.byteLength(formatCatalogFile(catalogs));
  const figures: Figures = await readFigures(pathToFileURL(file).href);
  const size = Buffer.byteLength(schema);
  const lines = [
    what,
    `  size     ${(size / 1e6).toFixed(1)} MB, ${(size / saved).toFixed(1)} of catalog.json, made in ${madeMs.toFixed(0)} ms`,
    `  first    ${figures.firstMs.toFixed(0)} ms`,
    `  check    ${formatMs(figures.checkMs)} (target 300)`,
    `  complete ${formatMs(figures.completeMs)} (target 300)`,
  ];
  stdout.write(`${lines.join('\n')}\n`);
}

/** Milliseconds of the first answer, and of each one after it. */
type Figures = {
  readonly firstMs: number;
  readonly checkMs: readonly number[];
  readonly completeMs: readonly number[];
};

async function readFigures(schema: string): Promise<Figures> {
  const server = await LanguageServer.start({
    yaml: {
      schemaStore: { enable: false },
      kubernetesCRDStore: { enable: false },
      schemas: { [schema]: ['**/accounts/*.yaml'] },
    },
  });
  try {
    const [first] = places;
    if (first === undefined) throw new Error('There are no places.');
    const { checkMs: firstMs } = await answer(server, first, 'first');
    const all: Awaited<ReturnType<typeof answer>>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, place] of places.entries()) {
        all.push(await answer(server, place, `${round}-${index}`));
      }
    }
    return {
      firstMs,
      checkMs: all.map(({ checkMs }) => checkMs),
      completeMs: all.map(({ completeMs }) => completeMs),
    };
  } finally {
    await server.stop();
  }
}

/** Opens a text, which is checked, and completes where its cursor is. */
async function answer(server: LanguageServer, { text }: Place, name: string) {
  const before = text.slice(0, text.indexOf(cursor));
  const path = join(folder, 'accounts', `${name}.yaml`);
  const openedMs = performance.now();
  await server.open(path, text.replace(cursor, ''));
  const checkedMs = performance.now();
  const line = before.split('\n').length - 1;
  const character = before.length - before.lastIndexOf('\n') - 1;
  await server.complete(path, { line, character });
  return { checkMs: checkedMs - openedMs, completeMs: performance.now() - checkedMs };
}

function formatMs(figures: readonly number[]): string {
  return `${median(figures).toFixed(0)} ms, ${Math.max(...figures).toFixed(0)} at most`;
}
