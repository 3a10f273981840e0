import { describe, expect, it } from 'vitest';
import { formatSpan } from '../../../src/model/source-span.ts';
import { blueprint, fleet, indexTexts } from './fleet-texts.ts';

describe('a mistake of a row', () => {
  const withTable = (text: string) => ({ 'fleets/customers.csv': text });

  it('is an id without its column, and nothing of the blueprint', async () => {
    const { index } = await indexTexts(withTable('name\nnorth-2\n'));
    const [mistake, ...others] = index.diagnostics;
    expect([mistake?.code, others, mistake?.related]).toEqual(['account-id', [], undefined]);
    expect(mistake?.remedy).toContain('in a table, the column id');
  });

  it('is an id that YAML reads as a number, with all of its digits', async () => {
    const { index } = await indexTexts({
      'fleets/customers.yaml': fleet.replace('customers.csv', 'rows.yaml'),
      'fleets/rows.yaml':
        '- {name: north-1, id: 007}\n- {name: north-2, id: 12345678901234567890}\n',
    });
    expect(index.diagnostics.map(({ remedy }) => remedy)).toEqual([
      'Quote it to make it text: id: "007"',
      'Quote it to make it text: id: "12345678901234567890"',
    ]);
  });

  it('in the blueprint names an account that has it', async () => {
    const used = blueprint.replace(`\${vars.zone}`, `\${account.labels.region}`);
    const { index } = await indexTexts({
      'blueprints/sync.yaml': used,
      ...withTable('name,id,labels.region\nnorth-1,n-1,UTC\nnorth-2,n-2,\n'),
    });
    const [mistake, ...others] = index.diagnostics;
    expect([mistake?.summary, others]).toEqual(['The account has no label region', []]);
    expect(mistake?.related?.map(({ at, says }) => [formatSpan(at), says])).toEqual([
      ['fleets/customers.csv:3:1', 'an account with it'],
    ]);
  });
});
