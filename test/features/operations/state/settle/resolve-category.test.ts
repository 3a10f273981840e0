import { expect, it } from 'vitest';
import { resolveCategory } from '../../../../../src/features/operations/state/settle/settle-command.ts';
import { parseCategoryAddress, toConnectorAddress } from '../../../../../src/model/address.ts';
import { makeEmptyState, type ObjectRecord } from '../../../../../src/model/state/account-state.ts';

const address = toConnectorAddress('northwind', 'crm');
const crm: ObjectRecord = { address, kind: 'connector', remoteId: '7', applied: {}, run: null };
const books = { books: { id: '3', name: 'Books' } };

function settle(record: ObjectRecord | null, finding: Parameters<typeof resolveCategory>[2]) {
  const place = parseCategoryAddress('northwind/connectors/crm/customCategories/ledgers');
  if (place === null) throw new Error('The address of the test is none');
  const objects = new Map(record === null ? [] : [[address, record]]);
  const open = { ...place, kind: 'connector', begunAt: '', idsBefore: [], connectorIdsBefore: [] };
  const creates = new Map([[place.address, { ...open, kind: 'connector' as const }]]);
  return resolveCategory({ ...makeEmptyState('northwind'), objects, creates }, place, finding);
}

it('binds what exists beside the others, and closes what was open', () => {
  expect(settle({ ...crm, categories: books }, { kind: 'exists', id: '9' })).toEqual({
    change: {
      account: 'northwind',
      closeCreates: ['northwind/connectors/crm/customCategories/ledgers'],
      saveObjects: [{ ...crm, categories: { ...books, ledgers: { id: '9', name: null } } }],
    },
  });
});

it('removes an absent one from the state, so that the next apply creates it', () => {
  const bound = { ...books, ledgers: { id: '9', name: 'Ledgers' } };
  expect(settle({ ...crm, categories: bound }, { kind: 'absent' })).toMatchObject({
    change: { saveObjects: [{ categories: books }] },
  });
});

it('refuses what is bound already, or below a connector that is not ours', () => {
  const bound = { ledgers: { id: '9', name: 'Ledgers' } };
  const exists = { kind: 'exists', id: '10' } as const;
  expect(settle({ ...crm, categories: bound }, exists)).toHaveProperty('refused');
  expect(settle(null, exists)).toHaveProperty('refused');
});

it('knows the address of a category from all others', () => {
  expect(parseCategoryAddress('northwind/connectors/crm')).toBeNull();
  expect(parseCategoryAddress('northwind/connectors/crm/properties/region')).toBeNull();
  expect(parseCategoryAddress('northwind/cycles/crm/customCategories/ledgers')).toBeNull();
});
