import { describe, expect, it } from 'vitest';
import { formatSpan } from '../../../src/model/source-span.ts';
import { blueprint, fleet, indexTexts, listMistakes, render } from './fleet-texts.ts';

describe('the accounts of a table', () => {
  it('do not manage what an input without a value is set to', async () => {
    const { written } = await render('north-3', 'prod');
    expect(written.spec.connectors?.crm?.properties).toEqual({ owner: 'north-3' });
  });

  it('do not manage a map or a list of which nothing is left without the value', async () => {
    const alone = blueprint
      .replace(
        `folder: "\${inputs.folder}", owner: "\${account.name}"`,
        `folder: "\${inputs.folder}"`,
      )
      .replace('      state: active\n', `      state: active\n      tags: ["\${inputs.folder}"]\n`);
    const changed = { 'blueprints/sync.yaml': alone };
    const given = await render('north-1', 'prod', changed);
    expect(given.written.spec.cycles?.contacts?.tags).toEqual(['/a']);
    const { spec } = (await render('north-3', 'prod', changed)).written;
    expect(spec.connectors?.crm).not.toHaveProperty('properties');
    expect(spec.cycles?.contacts).not.toHaveProperty('tags');
  });

  it('keep the values of an input that is renamed, in tables and overrides that have its earlier name', async () => {
    const renamed = blueprint
      .replace(
        'folder: {type: string, required: false}',
        'place: {type: string, required: false, renamedFrom: folder}',
      )
      .replace('inputs.folder', 'inputs.place');
    const changed = { 'blueprints/sync.yaml': renamed };
    for (const name of ['north-1', 'north-2', 'north-3']) {
      const { written } = await render(name, 'prod', changed);
      expect(written.spec.connectors).toEqual((await render(name, 'prod')).written.spec.connectors);
    }
    const [first] = (await indexTexts(changed)).index.accounts;
    const raw = first?.document;
    expect(raw && formatSpan(raw.spanOf('/spec/blueprint/inputs/place'))).toBe(
      'fleets/customers.csv:2:19',
    );
    const twice = {
      'blueprints/sync.yaml': renamed.replace(
        'place:',
        'interval2: {type: string, required: false, renamedFrom: interval}\n    place:',
      ),
    };
    expect(await listMistakes(twice)).toContainEqual(
      expect.stringContaining('interval is the name of an input'),
    );
    const both = {
      ...changed,
      'fleets/customers.csv': 'name,id,folder,place\nnorth-2,n-2,/a,/b\n',
    };
    expect(await listMistakes(both)).toContainEqual(
      expect.stringContaining('column-unknown fleets/customers.csv:1:9'),
    );
  });
});

it('reports a column with many wrong values once, and up to ten of them each at its cell', async () => {
  const noOverrides = { 'fleets/customers.yaml': fleet.slice(0, fleet.indexOf('  overrides')) };
  const zone = { 'blueprints/sync.yaml': blueprint.replace('vars.zone', 'inputs.folder') };
  const list = (rows: number) => {
    const cells = Array.from({ length: rows }, (_, at) => `n-${at},n-${at}.example,Place ${at}\n`);
    const table = `name,id,folder\n${cells.join('')}n-last,n-last.example,Place 0\n`;
    return listMistakes({ ...noOverrides, ...zone, 'fleets/customers.csv': table });
  };
  expect(await list(10)).toHaveLength(10);
  expect(await list(11)).toEqual([
    'unknown-timezone fleets/customers.csv:2:17 "Place 0" is not an IANA time zone (in 12 rows, with 11 different values)',
  ]);
});
