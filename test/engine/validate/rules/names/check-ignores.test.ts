import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatSpec,
} from '../../../../support/values/check-account.ts';

const objects = [
  'connectors: {crm: {connector: {name: Sample CRM}}}',
  'cycles: {news: {from: {template: Send news}}}',
];

const check = (path: string, entry = '{until: 2026-12-31, reason: while we move}') =>
  checkAccount(formatSpec('ignore:', `  ${path}: ${entry}`, ...objects));

it.each([
  'timezone',
  'retention/successHours',
  'cycles/news',
  'connectors/crm',
  'cycles/news/schedule',
  'cycles/news/from/template',
  'cycles/news/steps',
  'cycles/news/steps/Send/description',
  'connectors/crm/properties/a%2Fb',
  'cycles/news/steps/Send/fields/Email.Address',
])('takes the path of one field or object: %s', (path) => {
  expect(check(path)).toEqual([]);
});

it.each([
  'schedule',
  'cycles',
  '"cycles/*/schedule"',
  'cycles/news/steps/Send',
  'retention',
  'tmezone',
])('refuses a text that is not the path of one field or object of the account: %s', (path) => {
  const diagnostics = check(path);
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['ignore 7:5']);
  expect(diagnostics[0]?.remedy).toContain('as cyclectl drift prints it');
});

it('refuses a day that there is not, a missing reason, and an environment that the project does not have', () => {
  expect(check('timezone', '{until: 2026-02-30, reason: a}').map(formatDiagnosticPlace)).toEqual([
    'wrong-value 7:23',
  ]);
  expect(check('timezone', '{until: 2026-12-31}').map(formatDiagnosticPlace)).toEqual([
    'missing-key 7:5',
  ]);
  const among = check('timezone', '{until: 2026-12-31, reason: a, in: [prod, prd]}');
  expect(among).toMatchObject([{ code: 'ignore', summary: 'The project has no environment prd' }]);
});

it.each([
  ['cycles/nope', 'Did you mean', false],
  ['cycles/newz/schedule', 'Did you mean news? It has news.', true],
  ['connectors/mailer/auth', 'It has crm.', true],
] as const)(
  'refuses what the account does not have, since nothing of it can drift: %s',
  (path, says, has) => {
    const diagnostics = check(path);
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['ignore 7:5']);
    expect(diagnostics[0]?.summary).toContain('that this account does not have');
    expect(diagnostics[0]?.remedy?.includes(says)).toBe(has);
  },
);

it.each([
  [
    '"cycles/*/schedule"',
    'cycles/*/schedule matches several fields; each line ignores one',
    'cycles/news/schedule',
  ],
  [
    'acme/timezone',
    'acme/timezone starts with the account; the path within it is timezone',
    'Write timezone,',
  ],
  ['acme/cycles/news/schedule', 'starts with the account', 'Write cycles/news/schedule,'],
  ['schedule', 'schedule is not the path', '"cycles/news/schedule"'],
  ['cycles/news/shedule', 'is not the path', '"cycles/news/schedule"'],
  ['cycles/news/steps/Send', 'is not the path', 'as cyclectl drift prints it'],
])('says what to write in the place of %s', (path, summary, remedy) => {
  const [diagnostic] = check(path);
  expect(diagnostic?.summary).toContain(summary);
  expect(diagnostic?.remedy).toContain(remedy);
  expect(diagnostic?.remedy).not.toContain('"cycles/*');
});

it('says so too where the account has no name that could be read', () => {
  const text = formatSpec('ignore: {acme/timezone: {until: 2026-12-31, reason: a}}');
  const nameless = checkAccount(text.replace('{name: acme}', '3'));
  expect(nameless.map(({ code }) => code)).toContain('ignore');
});

it.each([
  ['{template: Send news}', 'cycles/news/from/file', 'cycles/news/from/template can be ignored'],
  ['{file: cycles/news.cycle.json}', 'cycles/news/from/file', 'news is made from a file'],
  ['{file: cycles/news.cycle.json}', 'cycles/news/from/template', 'news is made from a file'],
])('refuses of a cycle from %s the line %s, since another would be made', (from, path, says) => {
  const entry = `  ${path}: {until: 2026-12-31, reason: while we move}`;
  const diagnostics = checkAccount(formatSpec('ignore:', entry, `cycles: {news: {from: ${from}}}`));
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['ignore 7:5']);
  expect(diagnostics[0]?.summary).toContain('a change of its structure replaces the cycle');
  expect(diagnostics[0]?.remedy).toContain(says);
});
