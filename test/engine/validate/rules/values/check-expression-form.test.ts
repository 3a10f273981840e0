import { expect, it } from 'vitest';
import { checkAccount, formatCycle } from '../../../../support/values/check-account.ts';

const check = (written: string) =>
  checkAccount(formatCycle('steps:', '  Write:', `    fields: {Name: ${written}}`));

it.each([
  'plain',
  '"a = b"',
  '"{ {x} }"',
  '{expression: "Hi {{x}}"}',
  '{expression: "=1+1"}',
  '{option: "{{x}}"}',
])('takes %s as it is written', (written) => {
  expect(check(written)).toEqual([]);
});

it.each([
  ['"Hi {{x}}"', "Write Name: {expression: 'Hi {{x}}'}"],
  ['"=it\'s()"', "Write Name: {expression: '=it''s()'}"],
])('wants %s written as an expression', (written, remedy) => {
  expect(check(written)).toMatchObject([
    { code: 'expression-form', severity: 'error', remedy, at: { line: 11, column: 26 } },
  ]);
});

it('warns of an equals sign and a space, which is text', () => {
  expect(check('"= not a script"')).toMatchObject([
    { code: 'expression-form', severity: 'warning' },
  ]);
});

it('wants plain text written as it is', () => {
  expect(check('{expression: plain}')).toMatchObject([
    {
      code: 'expression-form',
      severity: 'error',
      remedy: expect.stringContaining("Name: 'plain'"),
    },
  ]);
});

it('leaves variables alone, which are not evaluated', () => {
  expect(checkAccount(formatCycle('variables: {a: "{{x}}", b: "=1"}'))).toEqual([]);
});
