import { expect, it } from 'vitest';
import { makeKeys } from '../../../../src/features/authoring/describe/make-keys.ts';

function keysOf(names: readonly string[], taken: readonly string[] = []) {
  const items = names.map((name, index) => ({ id: String(index), name, known: null }));
  return [...makeKeys(items, { taken, otherwise: 'account' }).values()];
}

it('are names in lower-case letters, digits and single hyphens', () => {
  expect(keysOf(['Northwind Traders', "O'Hara & Söhne — Größe", 'Łódź/æ', '  --x--  '])).toEqual([
    'northwind-traders',
    'ohara-sohne-grosse',
    'lodz-ae',
    'x',
  ]);
});

it('are numbered where two would be the same, in the order in which they are given', () => {
  expect(keysOf(['Acme', 'acme', 'ACME!'])).toEqual(['acme', 'acme-2', 'acme-3']);
});

it('are never those that another has', () => {
  expect(keysOf(['Acme', 'acme'], ['acme', 'acme-2'])).toEqual(['acme-3', 'acme-4']);
});

it('are there for names of which nothing is left', () => {
  expect(keysOf(['🦊🦊', '', '日本', '\u202e'])).toEqual([
    'account',
    'account-2',
    'account-3',
    'account-4',
  ]);
});

it('are at most 63 letters long, with their number, and end with no hyphen', () => {
  const long = `${'a'.repeat(60)} b c`;
  const [first = '', second = ''] = keysOf([long, `${long} d`]);
  expect([first.length, second.length]).toEqual([62, 62]);
  expect([first, second].map((key) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(key))).toEqual([
    true,
    true,
  ]);
  expect(second).toMatch(/-2$/);
});

it('stay where they are known, and are no others', () => {
  const items = [
    { id: '1', name: 'crm', known: null },
    { id: '2', name: 'Sales', known: 'crm' },
  ];
  const keys = makeKeys(items, { taken: [], otherwise: 'connector' });
  expect([keys.get('1'), keys.get('2')]).toEqual(['crm-2', 'crm']);
});
