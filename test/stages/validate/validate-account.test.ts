import { describe, expect, it } from 'vitest';
import { judgeAccount, nameDiagnostic, writeSpec } from '../judge-account.ts';
import { badAccounts } from './bad-accounts.ts';
import { badObjects } from './bad-objects.ts';

describe('A mistake in the shape of a manifest is told once, at its place', () => {
  it.each([...badAccounts, ...badObjects])('tells of $title', ({ text, says, words }) => {
    const diagnostics = judgeAccount(text);
    expect(diagnostics.map(nameDiagnostic)).toEqual(says);
    expect(`${diagnostics[0]?.summary} / ${diagnostics[0]?.remedy}`).toContain(words);
  });
});

it('lets the rules judge what is well-formed beside what is not', () => {
  const diagnostics = judgeAccount(
    writeSpec('timezone: Europe/Brelin', 'retention: {successHours: 900}').replace(
      'acme}',
      'Acme}',
    ),
  );
  expect(diagnostics.map(({ code }) => code).sort()).toEqual([
    'unknown-timezone',
    'wrong-value',
    'wrong-value',
  ]);
});

it('does not take a malformed value for a missing one', () => {
  const text = writeSpec(
    'connectors: {crm: {connector: 7}}',
    'cycles:',
    '  news:',
    '    from: {template: T}',
    '    state: on',
    '    schedule: {every: 1h}',
    '    connectors: {CRM: crm}',
  ).replace('id: acme-1', 'id: 7');
  expect(judgeAccount(text).map(({ code }) => code)).toEqual([
    'wrong-type',
    'wrong-type',
    'wrong-value',
  ]);
});

it('keeps literal secrets out of every word that it says', () => {
  const places = [
    'auth: hunter2',
    'auth: {apiKey: hunter2}',
    'auth: {apikey: hunter2}',
    'auth: {apiKey: [hunter2]}',
    'auth: {basic: hunter2}',
    'auth: {basic: {username: a, password: hunter2}}',
    'auth: {basic: {username: "a:hunter2", password: {env: hunter2-}}}',
    'auth: {oauth: {user: a, tokens: hunter2}}',
    'auth: {authValue: {env: "hunter2 "}}',
  ];
  for (const place of places) {
    const text = writeSpec('connectors:', '  crm:', '    connector: {name: C}', `    ${place}`);
    const diagnostics = judgeAccount(text);
    expect(diagnostics.length, place).toBeGreaterThan(0);
    expect(
      diagnostics.every(({ masked }) => masked),
      place,
    ).toBe(true);
    expect(JSON.stringify(diagnostics), place).not.toContain('hunter2');
  }
});
