import { expect, it } from 'vitest';
import { judgeAccount, nameDiagnostic, writeSpec } from '../../judge-account.ts';

const judge = (path: string, entry = '{until: 2026-12-31, reason: while we move}') =>
  judgeAccount(writeSpec('ignore:', `  ${path}: ${entry}`));

it.each([
  'timezone',
  'retention/successHours',
  'cycles/news',
  'connectors/crm',
  'cycles/news/schedule',
  'connectors/crm/properties/a%2Fb',
  'cycles/news/steps/Send/fields/Email.Address',
])('takes the path of one field or object: %s', (path) => {
  expect(judge(path)).toEqual([]);
});

it.each(['schedule', 'cycles', '"cycles/*/schedule"', 'cycles/news/steps', 'retention', 'tmezone'])(
  'refuses what is no path of one field or object beneath the account: %s',
  (path) => {
    const diagnostics = judge(path);
    expect(diagnostics.map(nameDiagnostic)).toEqual(['ignore 7:5']);
    expect(diagnostics[0]?.remedy).toContain('as cyclectl drift prints it');
  },
);

it('refuses a day that there is not, a missing reason, and an environment that the project does not have', () => {
  expect(judge('timezone', '{until: 2026-02-30, reason: a}').map(nameDiagnostic)).toEqual([
    'wrong-value 7:23',
  ]);
  expect(judge('timezone', '{until: 2026-12-31}').map(nameDiagnostic)).toEqual(['missing-key 7:5']);
  const among = judge('timezone', '{until: 2026-12-31, reason: a, in: [prod, prd]}');
  expect(among).toMatchObject([{ code: 'ignore', summary: 'The project has no environment prd' }]);
});
