import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccountSchema } from '../../src/engine/catalog/editor/make-account-schema.ts';
import { indexTexts } from '../engine/index/fleet-texts.ts';
import { badAccounts } from '../engine/validate/bad-accounts.ts';
import { badObjects } from '../engine/validate/bad-objects.ts';
import { formatSpec } from '../support/values/check-account.ts';
import {
  catalogHoverPlaces,
  catalogKeyPlaces,
  catalogManifest,
  catalogMistakes,
  catalogPlaces,
  projectKeys,
} from './catalog-places.ts';
import {
  type EditorSettings,
  LanguageServer,
  type Position,
  type Underline,
} from './language-server.ts';
import { makeLargeCatalog } from './large-catalog.ts';
import { furtherMistakes, type Mistake, placeholders, toldOtherwise } from './mistakes.ts';
import { cursor, hoverPlaces, keyPlaces, type Place, type Schema, valuePlaces } from './places.ts';
import { openRefusingProxy } from './refusing-proxy.ts';

// What a person sees who writes manifests in an editor: yaml-language-server, which stands behind
// most editors, reads our schemas. The examples name their schema in their first line; the texts of
// the lists are told theirs by the settings of the editor, by their path.

const root = fileURLToPath(new URL('../..', import.meta.url));
const schemas: readonly Schema[] = ['account', 'project', 'world'];
const keyKind = 10;

const folder = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));

const settings: EditorSettings = {
  yaml: {
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
    schemas: Object.fromEntries(
      [...schemas, 'catalog' as const].map((name) => [
        pathToFileURL(
          name === 'catalog'
            ? join(folder, 'catalog.json')
            : join(root, 'schemas', `${name}.schema.json`),
        ).href,
        [`**/written/${name}/*.yaml`],
      ]),
    ),
  },
};

let server: LanguageServer;
let written = 0;

beforeAll(async () => {
  const published = JSON.parse(await readFile(join(root, 'schemas/account.schema.json'), 'utf8'));
  const { blueprints } = await indexTexts();
  const knowledge = { catalogs: makeLargeCatalog(), keys: projectKeys, blueprints };
  const schema = JSON.stringify(makeAccountSchema(published, knowledge));
  await writeFile(join(folder, 'catalog.json'), schema);
  server = await LanguageServer.start(settings);
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

describe('An example in an editor', async () => {
  const examples = await listExamples();

  it.concurrent.each(examples)('%s has nothing underlined', async (name) => {
    expect(await openFile(server, name)).toEqual([]);
  });

  // Without its schema nothing would be underlined either.
  it.concurrent.each(examples)(
    '%s is read with the schema that its first line names',
    async (name) => {
      const text = `${await readFile(join(root, name), 'utf8')}bogus: 1\n`;
      const other = join(root, name.replace(/\.ya?ml$/, '-with-a-mistake.yaml'));
      expect(await server.open(other, text)).toEqual([
        { line: text.split('\n').length - 1, message: 'Property bogus is not allowed.' },
      ]);
    },
  );
});

describe('A mistake is underlined where it is', () => {
  const mistakes = [...[...badAccounts, ...badObjects].map(toMistake), ...furtherMistakes];

  it.concurrent.each(mistakes)('in a file with $title', async ({ text, lines, schema }) => {
    const underlines = await server.open(makePath(schema), text);
    const reported = JSON.stringify(underlines);
    expect(sortLines(underlines.map(({ line }) => line)), reported).toEqual(lines);
    // A union must not complain once for each of its forms.
    expect(underlines.length, reported).toBeLessThanOrEqual(Math.max(3, lines.length * 2));
  });

  it('and the lists have each kind of mistake that a schema can see', () => {
    const codes = [...badAccounts, ...badObjects].flatMap(({ says }) => says.map(readCode));
    const kinds = ['unknown-key', 'missing-key', 'wrong-type', 'wrong-value', 'wrong-form'];
    const secrets = ['secret-literal', 'null-not-allowed'];
    expect(codes).toEqual(expect.arrayContaining([...kinds, ...secrets]));
    const titles = [...badAccounts, ...badObjects].map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining([...toldOtherwise.keys()]));
  });
});

// Of a place that has another type or a form of its own the schema says that a placeholder may stand there as well.
it('A placeholder has nothing underlined, whatever else its place takes', async () => {
  expect(await server.open(makePath('account'), placeholders)).toEqual([]);
  const host = formatSpec(`errorWebhook: {url: "https://\${vars.host}/a"}`);
  expect(await server.open(makePath('account'), host)).toEqual([]);
  const literals = placeholders.replaceAll(/"\$\{[^}]*\}"/g, '"x"');
  expect((await server.open(makePath('account'), literals)).length).toBeGreaterThan(8);
});

describe('While a person types, an editor offers', () => {
  it.concurrent.each(keyPlaces)('the keys of $title, each with its colon', async (place) => {
    const suggestions = await complete(place);
    const keys = suggestions.filter(({ kind }) => kind === keyKind);
    expect([...new Set(keys.map(({ label }) => label))].toSorted()).toEqual(
      place.expected.toSorted(),
    );
    expect(suggestions.filter(({ insertText }) => !insertText.includes(':'))).toEqual([]);
    // The server falls back to such words for a part of a schema that has no name.
    expect(suggestions.filter(({ label }) => /\bobject\b/i.test(label))).toEqual([]);
  });

  it.concurrent.each(valuePlaces)('the values of $title', async (place) => {
    const labels = (await complete(place)).map(({ label }) => label);
    expect(labels.toSorted()).toEqual(place.expected.toSorted());
  });
});

describe('Under the mouse, an editor shows', () => {
  it.concurrent.each(hoverPlaces)('what $title is', async (place) => {
    const { path, position } = await openAt(place);
    const shown = await server.hover(path, position);
    for (const words of place.expected) expect(shown).toContain(words);
  });
});

// 500 connectors with 50 methods each. bench/README.md says how fast the answers are.
describe('With the catalog of a service', () => {
  const inCatalog = (place: Place): Place => ({ ...place, schema: 'catalog' });

  it.concurrent.each(catalogPlaces.map(inCatalog))(
    'an editor offers the values of $title, each once',
    async (place) => {
      const labels = (await complete(place)).map(({ label }) => label);
      expect(labels.toSorted()).toEqual(place.expected.toSorted());
    },
  );

  it.concurrent.each(catalogKeyPlaces.map(inCatalog))(
    'an editor offers the keys of $title, each once',
    async (place) => {
      const suggestions = await complete(place);
      expect(suggestions.map(({ label }) => label).toSorted()).toEqual(place.expected.toSorted());
      expect(suggestions.filter(({ insertText }) => !insertText.includes(':'))).toEqual([]);
    },
  );

  it('an editor offers the time zones that IANA has, each once', async () => {
    const text = formatSpec(`timezone: ${cursor}`);
    const labels = (await complete({ title: '', schema: 'catalog', text, expected: [] })).map(
      ({ label }) => label,
    );
    expect(labels).toEqual(expect.arrayContaining(['Europe/Berlin', 'Asia/Kolkata', 'UTC']));
    expect(labels).toHaveLength(new Set(labels).size);
  });

  it('an editor quotes a version, which would be a number', async () => {
    const [place] = catalogPlaces.filter(({ title }) => title === 'its version').map(inCatalog);
    const inserted = place === undefined ? [] : await complete(place);
    expect(inserted.map(({ insertText }) => insertText)).toEqual(['"2.0"', '"1.0"']);
  });

  it.concurrent.each(catalogMistakes)(
    'an editor underlines $title',
    async ({ text, lines, message }) => {
      const underlines = await server.open(makePath('catalog'), text);
      expect(underlines.map(({ line }) => line)).toEqual(lines);
      expect(underlines[0]?.message).toContain(message);
      // Without the catalog nothing is wrong.
      expect(await server.open(makePath('account'), text)).toEqual([]);
    },
  );

  it('an editor underlines nothing that a run may resolve', async () => {
    expect(await server.open(makePath('catalog'), catalogManifest)).toEqual([]);
  });

  it.concurrent.each(catalogHoverPlaces.map(inCatalog))(
    'an editor says under the mouse what $title is',
    async (place) => {
      const { path, position } = await openAt(place);
      const shown = await server.hover(path, position);
      for (const words of place.expected) expect(shown).toContain(words);
    },
  );
});

it('asks nothing of the internet, although every schema has an address there', async () => {
  const proxy = await openRefusingProxy();
  const other = await LanguageServer.start({ ...settings, http: { proxy: proxy.url } });
  try {
    await Promise.all((await listExamples()).map((name) => openFile(other, name)));
    await other.open(makePath('account'), 'spec: 1\n');
    expect(proxy.asked).toEqual([]);
    // The proxy would have seen it: a file that names the address makes the server ask for it.
    const modeline = '# yaml-language-server: $schema=https://cyclectl.dev/schemas/none.json\n';
    await other.open(join(root, 'written', 'fetched.yaml'), `${modeline}a: 1\n`);
    expect(proxy.asked).toContain('cyclectl.dev:443');
  } finally {
    await other.stop();
    await proxy.close();
  }
});

async function complete(place: Place): ReturnType<LanguageServer['complete']> {
  const { path, position } = await openAt(place);
  return server.complete(path, position);
}

/** Opens the text of a place without the cursor, and gives the place that the cursor marked. */
async function openAt({ text, schema }: Place): Promise<{ path: string; position: Position }> {
  const before = text.slice(0, text.indexOf(cursor));
  const path = makePath(schema);
  await server.open(path, text.replace(cursor, ''));
  const line = before.split('\n').length - 1;
  return { path, position: { line, character: before.length - before.lastIndexOf('\n') - 1 } };
}

/** A path of its own for a text, in the folder whose files have the schema by the settings. */
function makePath(schema: Schema = 'account'): string {
  written += 1;
  return join(root, 'written', schema, `${written}.yaml`);
}

async function openFile(opener: LanguageServer, name: string): Promise<readonly Underline[]> {
  const path = join(root, name);
  return opener.open(path, await readFile(path, 'utf8'));
}

/** The manifests of examples, from the root of the checkout, without what a run leaves behind. */
async function listExamples(): Promise<readonly string[]> {
  const folder = join(root, 'examples');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name));
  return files
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => !path.includes('.cyclectl') && !path.startsWith(join('examples', 'ci')))
    .toSorted();
}

function toMistake({ title, text, says }: (typeof badAccounts)[number]): Mistake {
  return { title, text, lines: toldOtherwise.get(title) ?? sortLines(says.map(readLine)) };
}

/** The line in `unknown-key 6:3`. */
function readLine(said: string): number {
  return Number(/ (\d+):/.exec(said)?.[1]);
}

function readCode(said: string): string {
  return said.split(' ')[0] ?? '';
}

function sortLines(lines: readonly number[]): readonly number[] {
  return [...new Set(lines)].toSorted((left, right) => left - right);
}
