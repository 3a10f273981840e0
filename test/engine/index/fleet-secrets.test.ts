import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../../src/reports/text/format-diagnostics.ts';
import { blueprint, fleet, indexTexts, listMistakes, texts } from './fleet-texts.ts';

const withTable = (text: string) => ({ 'fleets/customers.csv': text });
const noOverrides = { 'fleets/customers.yaml': fleet.slice(0, fleet.indexOf('  overrides')) };

describe('a secret in a cell', () => {
  const secret = 'a-secret-of-a-customer';

  it.each([
    ['beside a wrong cell', `north-1,n-1,2h,${secret}\n`],
    ['in a second row', `north-1,n-1,1h,${secret}\nnorth-2,n-2,1h,${secret}\n`],
    ['in two rows of one name', `north-1,n-1,1h,${secret}\nnorth-1,n-2,1h,${secret}\n`],
    ['in a row with a cell too many', `north-1,n-1,1h,${secret},more\n`],
    ['in a row without an id', `north-1,,1h,${secret}\n`],
  ])('is in no line that a mistake shows: %s', async (_, rows) => {
    const changed = { ...noOverrides, ...withTable(`name,id,interval,key\n${rows}`) };
    const { index } = await indexTexts(changed);
    expect(index.accounts).toEqual([]);
    const read = (file: string) => changed[file as keyof typeof changed] ?? null;
    const shown = formatDiagnostics(index.diagnostics, read);
    expect(shown).toContain('fleets/customers.csv:2:');
    expect(shown).not.toContain(secret);
    expect(JSON.stringify(index.diagnostics)).not.toContain(secret);
  });
});

describe('a name in references to secrets', () => {
  const account = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: south-1}
spec: {id: s-1, blueprint: {use: sync, secretName: north-1}}
`;

  it.each([
    ['of another row', withTable('name,id,secretName\nnorth-1,n-1,\nnorth-2,n-2,north-1\n')],
    ['that two rows write', withTable('name,id,secretName\na,1,old\nb,2,old\n')],
    ['of a row, in a file', { 'accounts/south-1.yaml': account }],
  ])('is refused where it is that %s', async (_, changed) => {
    const { index } = await indexTexts({ ...noOverrides, ...changed });
    expect(index.diagnostics.map(({ code }) => code)).toEqual(['secret-name-taken']);
    expect(index.refused).toHaveLength(2);
  });
});

it('refuses a credential of cyclectl that only a later environment refers to', async () => {
  const store = 'store: {postgres: {env: DATABASE_URL}}\n      variables: {zone: Europe/Berlin}';
  const { 'cyclectl.yaml': project = '' } = texts;
  const changed = {
    ...noOverrides,
    'cyclectl.yaml': project.replace('variables: {zone: Europe/Berlin}', store),
    'blueprints/sync.yaml': `${blueprint}    prod: {connectors: {crm: {auth: {apiKey: {env: DATABASE_URL}}}}}\n`,
  };
  expect(await listMistakes(changed)).toEqual([
    expect.stringMatching(
      /^secret-of-cyclectl blueprints\/sync\.yaml:24:\d+ .*\(in prod\) \(in 3 rows\)$/,
    ),
  ]);
});

it.each([
  ['account.id', 'x/../y', 'north-1'],
  ['account.name', 'n-1', 'x_y'],
])('reports a wrong id or name once where a reference has %s', async (placeholder, id, name) => {
  const changed = {
    ...noOverrides,
    'blueprints/sync.yaml': blueprint.replace(
      /ref: \{env.*\}\}/,
      `ref: {file: "secrets/\${${placeholder}}/key"}}`,
    ),
    ...withTable(`name,id\n${name},${id}\n`),
  };
  expect(await listMistakes(changed)).toEqual([
    expect.stringMatching(/^wrong-value fleets\/customers\.csv:2:/),
  ]);
});
