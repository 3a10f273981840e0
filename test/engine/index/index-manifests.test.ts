import { expect, it } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { readPointer } from '../../../src/kit/json/json-pointer.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';
import { openFixture, planOf } from '../../worlds/fixture.ts';

const names = ['contoso', 'contoso-eu', 'fabrikam', 'fabrikam-eu', 'northwind'];
// Five of them are more text than is kept, and each is less than a file may have.
const comment = `# ${'kept or not '.repeat(80_000)}\n`;

const texts = Object.fromEntries(
  names.map((name) => [
    `accounts/${name}.yaml`,
    `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${name}}\nspec: {id: ${name}-1}\n${comment}`,
  ]),
);
const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec: {environments: {local: {service: {emulator: {world: world.yaml}}}}}
`;

it('keeps the first manifests for the second walk, and drops what is beyond the bound', async () => {
  const { index } = await indexManifests(makeFiles({ 'cyclectl.yaml': project, ...texts }));
  expect(index.diagnostics).toEqual([]);
  expect(
    index.accounts.map(({ key, document }) => [key, readPointer(document?.written, '/spec/id')]),
  ).toEqual([
    ['contoso', undefined],
    ['contoso-eu', 'contoso-eu-1'],
    ['fabrikam', undefined],
    ['fabrikam-eu', undefined],
    ['northwind', undefined],
  ]);
});

it('keeps no manifest where none is read again', async () => {
  const files = makeFiles({ 'cyclectl.yaml': project, ...texts });
  const { index } = await indexManifests(files, { isReadAgain: false });
  expect(index.accounts.map(({ document, digest }) => document ?? digest)).toEqual(
    Array(5).fill(undefined),
  );
});

it('reports two manifests of one account also where one of them has another mistake', async () => {
  const twin = (text: string) => `apiVersion: cyclectl/v1\nkind: Account\n${text}\n`;
  const files = {
    'cyclectl.yaml': project,
    'accounts/a.yaml': twin('metadata: {name: contoso}\nspec: {id: same, retension: {}}'),
    'accounts/b.yaml': twin('metadata: {name: contoso}\nspec: {id: c-2}'),
    'accounts/c.yaml': twin('metadata: {name: fabrikam}\nspec: {id: same, displayName: }'),
    'accounts/d.yaml': twin('metadata: {name: }\nspec: {id: d-1}'),
  };
  const { index } = await indexManifests(makeFiles(files));
  expect(index.accounts).toEqual([]);
  expect(index.diagnostics.map(({ code }) => code).sort()).toEqual([
    'duplicate-account',
    'duplicate-account-id',
    'empty-value',
    'empty-value',
    'unknown-key',
  ]);
});

it('says of a document without spec that it takes the name of another', async () => {
  const head = 'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: contoso}\n';
  const files = makeFiles({
    'cyclectl.yaml': project,
    'accounts/contoso.yaml': `${head}spec: {id: c-1}\n---\n${head}`,
  });
  const { index } = await indexManifests(files);
  expect(index.accounts).toEqual([]);
  expect(index.diagnostics.map(({ code, at }) => `${code} ${at?.line}`)).toEqual([
    'missing-key 6',
    'duplicate-account 8',
  ]);
});

const faulty = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: contoso}
spec: {ids: {local: c-1, prod: c-2, staging: c-3}, retension: {}}
`;

it.each([
  [
    'has a mistake',
    `${project}limits: {}\n`,
    ['unknown-key', 'unknown-environment', 'unknown-environment', 'unknown-key'],
  ],
  [
    'has an environment with a mistake',
    project.replace('environments: {', 'environments: {prod: {servce: {}}, staging: , '),
    ['empty-value', 'unknown-key', 'unknown-key'],
  ],
  ['is no YAML', `${project}}}`, ['yaml-syntax', 'unknown-key']],
  [
    'is of another kind',
    project.replace('kind: Project', 'kind: Prject'),
    ['unknown-kind', 'unknown-environment', 'unknown-environment', 'unknown-key'],
  ],
])(
  'reports the mistakes of the other manifests where cyclectl.yaml %s',
  async (_what, text, codes) => {
    const files = makeFiles({ 'cyclectl.yaml': text, 'accounts/contoso.yaml': faulty });
    const { project: understood, index } = await indexManifests(files);
    expect(understood).toBeNull();
    expect(index.diagnostics.map(({ code }) => code).sort()).toEqual(codes.toSorted());
  },
);

it('looks for no manifests beside a cyclectl.yaml that is not there', async () => {
  const { index } = await indexManifests(makeFiles({ 'accounts/contoso.yaml': faulty }));
  expect(index.diagnostics.map(({ code }) => code)).toEqual(['project-missing']);
});

it('plans alike what was kept and what is loaded again', async () => {
  const fixture = await openFixture({ manifests: texts });
  const planned = await fixture.plan();
  const reported = names.map((name) => planOf(planned, name).operations.map(({ does }) => does));
  expect(reported).toEqual(names.map((name) => [expect.stringContaining(name)]));
});

it('says of no variable that it lacks where the key of all of them may be misspelt', async () => {
  const twins = `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: contoso}\nspec: {id: c, displayName: "\${vars.a}", timezone: "\${vars.b"}\n`;
  const read = async (variables: string) => {
    const text = project.replace('world.yaml}}', `world.yaml}}, ${variables}`);
    const { index } = await indexManifests(
      makeFiles({ 'cyclectl.yaml': text, 'accounts/a.yaml': twins }),
    );
    return index.diagnostics.map(({ code }) => code).sort();
  };
  expect(await read('varibles: {a: x}')).toEqual(['interpolation', 'unknown-key']);
  expect(await read('variables: {b: x}')).toEqual(['interpolation', 'unknown-variable']);
  expect(await read('variables: {b: x}, limit: {}')).toEqual([
    'interpolation',
    'unknown-key',
    'unknown-variable',
  ]);
});
