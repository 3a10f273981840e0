import { describe, expect, it } from 'vitest';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
} from '../../../../support/values/check-account.ts';

const check = (...lines: readonly string[]) =>
  checkAccount(formatCycle('state: paused') + ['  ownership:', ...lines, ''].join('\n    '));

describe('ownership of an account', () => {
  it.each([
    'timezone: observed',
    'schedule: seeded',
    '"cycles/*/steps/*/fields": observed',
    'cycles/news: observed',
    'cycles/news/steps/A%2FB/fields/Email.Address: seeded',
    '"connectors/*/properties/region": observed',
    '"cycles/*/connectors": seeded',
    'errorWebhook: observed',
    'displayName: seeded',
    'auth: seeded',
    'customCategories: seeded',
    '"*": observed',
    'from: managed',
  ])('takes a line about fields that there are: %s', (line) => {
    expect(check(line)).toEqual([]);
  });

  it.each([
    ['shedule: seeded', '"schedule"'],
    ['cycle/news/schedule: seeded', 'docs/reference/fields.md'],
    ['schedule/every: seeded', 'docs/reference/fields.md'],
    ['cycles/newz/schedule: seeded', 'Did you mean news? It has news.'],
    ['connectors/crm: seeded', 'It has no connectors.'],
    ['id: observed', 'it identifies the account'],
    ['"cycles/*/protect": observed', 'it is never sent to the service'],
    ['from: seeded', 'an object is created from it'],
    ['"cycles/*/from/template": observed', 'an object is created from it'],
    ['displayName: observed', 'Write seeded'],
    ['auth: observed', 'a secret cannot be shown'],
    ['customCategories: observed', 'the service never shows it'],
    ['errorWebhook/url: observed', 'Write errorWebhook.'],
  ])('refuses a line at its place: %s', (line, words) => {
    const diagnostics = check(line);
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['ownership 11:5']);
    expect(`${diagnostics[0]?.summary} ${diagnostics[0]?.remedy}`).toContain(words);
  });

  it('refuses an owner that there is none of', () => {
    expect(check('schedule: seed').map(formatDiagnosticPlace)).toEqual(['wrong-value 11:15']);
  });
});
