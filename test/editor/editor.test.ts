import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badAccounts } from '../engine/validate/bad-accounts.ts';
import { badObjects } from '../engine/validate/bad-objects.ts';
import { formatSpec } from '../support/values/check-account.ts';
import {
  type EditorSettings,
  LanguageServer,
  type Position,
  type Underline,
} from './language-server.ts';
import { furtherMistakes, type Mistake, placeholders, toldOtherwise } from './mistakes.ts';
import { cursor, hoverPlaces, keyPlaces, type Place, type Schema, valuePlaces } from './places.ts';
import { openRefusingProxy } from './refusing-proxy.ts';

// What a person sees who writes manifests in an editor: yaml-language-server, which stands behind
// most editors, reads our schemas. The examples name their schema in their first line; the texts of
// the lists are told theirs by the settings of the editor, by their path.

const root = fileURLToPath(new URL('../..', import.meta.url));
const schemas: readonly Schema[] = ['account', 'project', 'world'];
const keyKind = 10;

const settings: EditorSettings = {
  yaml: {
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
    schemas: Object.fromEntries(
      schemas.map((name) => [
        pathToFileURL(join(root, 'schemas', `${name}.schema.json`)).href,
        [`**/written/${name}/*.yaml`],
      ]),
    ),
  },
};

let server: LanguageServer;
let written = 0;

beforeAll(async () => {
  server = await LanguageServer.start(settings);
});

afterAll(() => server?.stop());

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

it('asks nothing of the internet, although every schema has an address there', async () => {
  const proxy = await openRefusingProxy();
  const other = await LanguageServer.start({ ...settings, http: { proxy: proxy.url } });
  try {
    for (const name of await listExamples()) await openFile(other, name);
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
