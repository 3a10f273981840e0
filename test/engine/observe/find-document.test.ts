import { expect, it } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { findDocument } from '../../../src/engine/observe/find-document.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    staging: {service: {emulator: {world: world.yaml}}, variables: {tz: UTC}}
    prod: {service: {emulator: {world: world.yaml}}, variables: {tz: Europe/Berlin}}
`;
const account = (name: string, more = '') =>
  `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${name}}\nspec:\n  ids: {staging: s-${name}, prod: p-${name}}\n  timezone: \${vars.tz}\n  displayName: \${account.id}\n${more}`;
// Five of them are more text than is kept.
const comment = `# ${'kept or not '.repeat(80_000)}\n`;
const names = ['a', 'b', 'c', 'd', 'e'];
const texts = {
  'cyclectl.yaml': project,
  ...Object.fromEntries(names.map((name) => [`accounts/${name}.yaml`, account(name, comment)])),
};

it('gives what a manifest means in the environment of the run, kept or loaded again', async () => {
  const files = makeFiles(texts);
  const { index, project: read } = await indexManifests(files);
  expect(index.diagnostics).toEqual([]);
  expect(index.accounts.map(({ document }) => document !== null)).toContain(false);
  const environments = read?.environments ?? new Map();
  for (const [environment, timezone, letter] of [
    ['staging', 'UTC', 's'],
    ['prod', 'Europe/Berlin', 'p'],
  ] as const) {
    for (const entry of index.accounts) {
      const { document, diagnostics } = await findDocument(
        { files, environment, environments },
        entry,
      );
      expect(diagnostics).toEqual([]);
      const { spec } = document?.written ?? { spec: {} };
      expect(spec).toMatchObject({ timezone, displayName: `${letter}-${entry.key}` });
      expect(document?.sourceOf('/spec/timezone')).toBe(`\${vars.tz}`);
      expect(document?.spanOf('/spec/timezone')).toMatchObject({ line: 6, column: 13 });
    }
  }
});

it('refuses a file that was rewritten between the passes, even with the same meaning', async () => {
  const { index, project: read } = await indexManifests(makeFiles(texts));
  const entry = index.accounts.at(-1);
  if (entry === undefined) throw new Error('the first walk found too little');
  const files = makeFiles({ ...texts, [entry.file]: account('e').replace(`\${vars.tz}`, 'UTC') });
  const environments = read?.environments ?? new Map();
  const found = await findDocument({ files, environment: 'staging', environments }, entry);
  expect(found.document).toBeNull();
  expect(found.diagnostics.map(({ code }) => code)).toEqual(['file-changed']);
});
