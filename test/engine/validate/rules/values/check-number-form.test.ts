import { expect, it } from 'vitest';
import { checkAccount, formatCycle } from '../../../../support/values/check-account.ts';

const check = (written: string) => checkAccount(formatCycle(`variables: {size: ${written}}`));

it.each([
  '0',
  '7',
  '-7',
  '500',
  '123456789012345',
  'true',
  'false',
  '"007"',
  "'1e3'",
  'no',
  '1_000',
])('takes %s as it is written', (written) => {
  expect(check(written)).toEqual([]);
});

it.each([
  ['007', 'size: "007"'],
  ['1.0', 'size: "1.0"'],
  ['1e3', 'size: "1e3"'],
  ['0x1F', 'size: "0x1F"'],
  ['0o17', 'size: "0o17"'],
  ['+5', 'size: "+5"'],
  ['-0', 'size: "-0"'],
  ['1234567890123456', 'size: "1234567890123456"'],
  ['True', 'size: "True"'],
])('wants quotes around %s and shows them', (written, line) => {
  const [diagnostic, ...others] = check(written);
  expect(diagnostic?.code).toBe('number-form');
  expect(diagnostic?.remedy).toContain(line);
  expect(diagnostic?.at).toMatchObject({ line: 9, column: 25 });
  expect(others).toEqual([]);
});

it('checks properties and mappings too, and an alias by its value', () => {
  const text = formatCycle(
    'variables: {a: &zip 01234}',
    'steps: {Write: {parameters: {b: *zip}, fields: {c: 1e3}}}',
  ).replace(
    '  cycles:',
    '  connectors: {crm: {connector: {name: CRM}, properties: {d: 0x1F}}}\n  cycles:',
  );
  const remedies = checkAccount(text).map(({ remedy }) => remedy);
  expect(remedies.map((remedy) => remedy?.replace('Quote it to keep it as it is: ', ''))).toEqual([
    'd: "0x1F"',
    'a: "01234"',
    'b: "01234"',
    'c: "1e3"',
  ]);
});

it('leaves numbers alone that are sent as numbers', () => {
  const text = formatCycle('retention: {successHours: 0x10, erroredHours: 1e2}');
  expect(checkAccount(text)).toEqual([]);
});
