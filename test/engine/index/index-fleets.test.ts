import { describe, expect, it } from 'vitest';
import { formatSpan } from '../../../src/model/source-span.ts';
import { blueprint, fleet, indexTexts, listMistakes, render } from './fleet-texts.ts';

describe('the accounts of a table', () => {
  it('are accounts of the index, with the ids and labels of their rows', async () => {
    const { index } = await indexTexts();
    expect(index.diagnostics).toEqual([]);
    expect(
      index.accounts.map(({ key, id, labels, at }) => [key, id, labels, formatSpan(at)]),
    ).toEqual([
      ['north-1', 'n-1', { region: 'us' }, 'fleets/customers.csv:2:1'],
      ['north-2', 'n-2', { region: 'eu' }, 'fleets/customers.csv:3:1'],
      ['north-3', 'n-3', { region: 'eu' }, 'fleets/customers.csv:4:1'],
    ]);
  });

  it('have the settings of the blueprint, with the values of their row', async () => {
    const { written } = await render('north-1', 'prod');
    expect(written).toEqual({
      apiVersion: 'cyclectl/v1',
      kind: 'Account',
      metadata: { name: 'north-1', labels: { region: 'us' } },
      spec: {
        id: 'n-1',
        blueprint: { use: 'sync', inputs: { interval: '1h', folder: '/a' } },
        timezone: 'Europe/Berlin',
        connectors: {
          crm: {
            connector: { name: 'Sample CRM' },
            auth: { apiKey: { env: 'KEY_NORTH_1' } },
            properties: { folder: '/a', owner: 'north-1' },
          },
        },
        cycles: {
          contacts: {
            from: { template: 'Contacts' },
            state: 'active',
            schedule: { every: '1h' },
          },
        },
      },
    });
  });

  it('have those of their environment, then of their segments, their row and their override', async () => {
    const staging = await render('north-3', 'staging');
    expect(staging.written.spec).toMatchObject({
      timezone: 'Europe/Paris',
      displayName: 'Test of north-3',
      retention: { successHours: 24 },
      cycles: { contacts: { state: 'paused', schedule: { every: '15m' } } },
    });
    const override = await render('north-2', 'prod');
    expect(override.written.spec.cycles).toEqual({});
    expect(override.written.spec.connectors?.crm?.properties).toMatchObject({ folder: '/own' });
  });

  it('know where each value is written', async () => {
    const document = await render('north-3', 'staging');
    const place = (pointer: string) => formatSpan(document.spanOf(pointer));
    expect(place('/metadata/name')).toBe('fleets/customers.csv:4:1');
    expect(place('/spec/id')).toBe('fleets/customers.csv:4:9');
    expect(place('/spec/timezone')).toBe('blueprints/sync.yaml:9:13');
    expect(place('/spec/cycles/contacts/state')).toBe('blueprints/sync.yaml:23:34');
    // The value is that of an input, whose cell has it.
    expect(place('/spec/cycles/contacts/schedule/every')).toBe('fleets/customers.csv:4:16');
    expect(place('/spec/retention/successHours')).toBe('fleets/customers.yaml:8:63');
  });

  it('pause their cycles where the row says so', async () => {
    const paused = { 'fleets/customers.csv': 'name,id,state\nnorth-1,n-1,paused\n' };
    const fleets = { 'fleets/customers.yaml': fleet.slice(0, fleet.indexOf('  overrides')) };
    const document = await render('north-1', 'prod', { ...paused, ...fleets });
    expect(document.written.spec.cycles?.contacts?.state).toBe('paused');
    expect(formatSpan(document.spanOf('/spec/cycles/contacts/state'))).toBe(
      'fleets/customers.csv:2:13',
    );
  });

  it('keep the name of their secrets where the row says so', async () => {
    const renamed = { 'fleets/customers.csv': 'name,id,secretName\nnorth-2,n-1,old-name\n' };
    const { written } = await render('north-2', 'prod', renamed);
    expect(written.spec.connectors?.crm?.auth).toEqual({ apiKey: { env: 'KEY_OLD_NAME' } });
  });

  it('can be in YAML and JSON, where cells have types', async () => {
    const rows = '- {name: north-2, ids: {prod: p-1}, labels: {region: eu}, folder: /x}\n';
    for (const file of ['fleets/rows.yaml', 'fleets/rows.json']) {
      const text = file.endsWith('json')
        ? '[{"name": "north-2", "ids": {"prod": "p-1"}, "labels": {"region": "eu"}, "folder": "/x"}]'
        : rows;
      const changed = {
        [file]: text,
        'fleets/customers.yaml': fleet.replace('fleets/customers.csv', file),
      };
      const { written } = await render('north-2', 'prod', changed);
      expect(written.spec.ids).toEqual({ prod: 'p-1' });
      expect(written.spec.connectors?.crm?.properties).toMatchObject({ folder: '/own' });
    }
  });
});

describe('a mistake in a fleet', () => {
  const withTable = (text: string) => ({ 'fleets/customers.csv': text });
  const extra = 'north-2,n-2,eu,,\n';

  it.each([
    [
      'an unknown column',
      'name,id,intervall\nnorth-2,n-2,1h\n',
      'column-unknown fleets/customers.csv:1:9 The column intervall is no input of sync',
    ],
    [
      'no column for the name',
      'id\nn-2\n',
      'column-missing fleets/customers.csv:1:1 The table has no column name',
    ],
    [
      'a value outside of an enum',
      `name,id,interval\nnorth-2,n-2,\nnorth-1,n-1,20m\n`,
      'input-value fleets/customers.csv:3:13 The column interval cannot be "20m"',
    ],
    [
      'two rows of one name',
      `name,id\nnorth-2,n-2\nnorth-2,n-3\n`,
      'duplicate-account fleets/customers.csv:3:1 The account north-2 has two manifests',
    ],
    [
      'two rows of one id',
      `name,id\nnorth-2,n-2\nnorth-1,n-2\n`,
      'duplicate-account-id fleets/customers.csv:2:1 north-1 and north-2 have the same account id n-2 in staging',
    ],
    [
      'a row without an id',
      `name,id\nnorth-2,\n`,
      'account-id fleets/customers.csv:2:1 The account has no id of the service',
    ],
    [
      'a secret in a cell',
      `name,id,key\nnorth-2,n-2,topsecret\n`,
      'secret-literal fleets/customers.csv:2:13 The column key cannot be a secret or a reference to one',
    ],
    [
      'an unknown state',
      `name,id,state\nnorth-2,n-2,gone\n`,
      'wrong-value fleets/customers.csv:2:13 state cannot be "gone"',
    ],
    [
      'a secretName that is no key',
      `name,id,secretName\nnorth-2,n-2,North 2\n`,
      'wrong-value fleets/customers.csv:2:13 secretName is "North 2"; it must have lower-case letters and digits with hyphens between them, at most 63 in all',
    ],
    [
      'a name that is no key',
      `name,id\nNorth 2,n-1\n${''}`,
      'wrong-value fleets/customers.csv:2:1 name is "North 2"; it must have lower-case letters and digits with hyphens between them, at most 63 in all',
    ],
    [
      'a formula',
      `name,id,folder\nnorth-2,n-1,=A1&A2\n`,
      'cell-damaged fleets/customers.csv:2:13 The column folder has a formula',
    ],
    [
      'the error of a formula',
      `name,id,folder\nnorth-2,n-1,#REF!\n`,
      'cell-damaged fleets/customers.csv:2:13 The column folder has the error of a formula',
    ],
    [
      'an id in scientific notation',
      `name,id\nnorth-2,1.2E+15\nnorth-4,4E15\n`,
      'cell-damaged fleets/customers.csv:2:9 The column id has a number in scientific notation (in 2 rows)',
    ],
  ])('is reported at its place: %s', async (_, text, expected) => {
    expect(await listMistakes(withTable(text))).toContain(expected);
  });

  it.each(['state', 'secretName'])('is reported once in the column %s', async (column) => {
    expect(await listMistakes(withTable(`name,id,${column}\nnorth-2,n-2,A B\n`))).toHaveLength(1);
  });

  it('is a table that two fleets name, at both places', async () => {
    const second = fleet
      .replace('name: customers', 'name: second')
      .replace('fleets/c', './fleets/c');
    const { index } = await indexTexts({ 'fleets/second.yaml': second });
    expect(index.diagnostics.map(({ code, at }) => [code, at && formatSpan(at)])).toEqual([
      ['duplicate-name', 'fleets/second.yaml:6:12'],
    ]);
    expect(index.diagnostics[0]?.related?.map(({ at }) => formatSpan(at))).toEqual([
      'fleets/customers.yaml:6:12',
    ]);
  });

  it('is reported once where many rows have it, with their number', async () => {
    const text = `name,id,interval\n${extra.replace(',eu,,', ',')}${Array.from({ length: 30 }, (_, index) => `a-${index},i-${index},2h\n`).join('')}`;
    expect(await listMistakes(withTable(text))).toEqual([
      'input-value fleets/customers.csv:3:9 The column interval cannot be "2h" (in 30 rows)',
    ]);
  });

  it('in the blueprint is reported once at its line, whatever rows there are', async () => {
    const wrong = { 'blueprints/sync.yaml': blueprint.replace('state: active', 'state: running') };
    expect(await listMistakes(wrong)).toEqual([
      expect.stringContaining('wrong-value blueprints/sync.yaml:18:14 state cannot be "running"'),
      expect.stringContaining('blueprint-unknown fleets/customers.yaml:5:14'),
    ]);
  });

  it('is the type of an input, which may have a default', async () => {
    const changed = { 'blueprints/sync.yaml': blueprint.replace('type: enum', 'type: choice') };
    expect((await listMistakes(changed))[0]).toMatch(/^wrong-value blueprints\/sync\.yaml:6:22 /);
  });

  it('in a value of a row is reported in its cell, with the line that uses it', async () => {
    const used = blueprint.replace(`\${vars.zone}`, `\${inputs.folder}`);
    const { index } = await indexTexts({ 'blueprints/sync.yaml': used });
    const [first] = index.diagnostics;
    expect(first && [first.code, first.at && formatSpan(first.at)]).toEqual([
      'unknown-timezone',
      'fleets/customers.csv:2:19',
    ]);
    expect(first?.related?.map(({ at, says }) => [formatSpan(at), says])).toContainEqual([
      'blueprints/sync.yaml:9:13',
      'set by inputs.folder',
    ]);
  });

  it('is a name that two fleets have', async () => {
    const second = fleet.replace('customers.csv', 'others.csv').replace(/ {2}overrides:.*$/s, '');
    const others = { 'fleets/others.yaml': second, 'fleets/others.csv': 'name,id\nsouth-1,s-1\n' };
    expect(await listMistakes(others)).toEqual([
      'duplicate-name fleets/others.yaml:3:18 Two fleets have the name customers',
    ]);
  });

  it('is an unused override, which stops nothing', async () => {
    const unused = fleet.replace('account: north-2', 'account: north-9');
    expect(await listMistakes({ 'fleets/customers.yaml': unused })).toEqual([
      'override-unused fleets/customers.yaml:10:17 The override of north-9 changes nothing: no table has this account',
    ]);
  });

  it('is a value on which two segments of an account disagree', async () => {
    const other = fleet.replace(
      '  overrides',
      '    all: {match: {region: eu}, set: {retention: {successHours: 48}}}\n  overrides',
    );
    expect(await listMistakes({ 'fleets/customers.yaml': other })).toEqual([
      'segment-conflict fleets/customers.yaml:9:64 The segments eu and all set different values, and an account is in both (in 2 rows)',
    ]);
  });

  it.each([
    [
      'names itself',
      'base: sync',
      'blueprint-base blueprints/sync.yaml:5:9 The blueprint sync names itself as its base',
    ],
    [
      'names an unknown one',
      'base: other',
      'blueprint-unknown blueprints/sync.yaml:5:9 The project has no valid blueprint other',
    ],
  ])('is the base of a blueprint that %s', async (_, line, expected) => {
    const changed = { 'blueprints/sync.yaml': blueprint.replace('spec:\n', `spec:\n  ${line}\n`) };
    expect(await listMistakes(changed)).toContain(expected);
  });

  it('is a placeholder of a row, a label or an input in a reference to a secret', async () => {
    for (const name of ['inputs.folder', 'account.labels.region', 'vars.zone']) {
      const changed = blueprint.replace('account.env', name);
      const found = await listMistakes({ 'blueprints/sync.yaml': changed });
      expect(found[0]).toMatch(/^interpolation blueprints\/sync\.yaml:8:/);
    }
  });
});
