import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import {
  checkAccount,
  environments,
  formatDiagnosticPlace,
  formatSpec,
} from '../../support/values/check-account.ts';
import { badAccounts } from './bad-accounts.ts';
import { badObjects } from './bad-objects.ts';

describe('A mistake in the shape of a manifest is reported once, with its position', () => {
  it.each([...badAccounts, ...badObjects])(
    'reports the mistake: $title',
    ({ text, says, words }) => {
      const diagnostics = checkAccount(text);
      expect(diagnostics.map(formatDiagnosticPlace)).toEqual(says);
      expect(`${diagnostics[0]?.summary} / ${diagnostics[0]?.remedy}`).toContain(words);
    },
  );
});

it('checks well-formed parts by the rules despite malformed ones', () => {
  const diagnostics = checkAccount(
    formatSpec('timezone: Europe/Brelin', 'retention: {successHours: 900}').replace(
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

it('reports an empty value, a tag, a duplicate key and each other mistake once', () => {
  const text = formatSpec(
    'displayName:',
    'timezone: Europe/Berln',
    'retention: {successHours: }',
    'errorWebhook: {url: !secret x}',
    'timezone: UTC',
    'connectors: {crm: {connector: {name: }, auth: {apiKey: hunter2}}}',
    'cycles: {news: {schedule: {every: 1h}}, old: }',
  );
  expect(checkAccount(text).map(formatDiagnosticPlace).sort()).toEqual([
    'empty-value 11:34',
    'empty-value 12:43',
    'empty-value 6:3',
    'empty-value 8:15',
    'missing-key 12:12',
    'schedule-without-state 12:19',
    'secret-literal 11:58',
    'unknown-timezone 7:13',
    'yaml-duplicate-key 10:3',
    'yaml-tag 9:31',
  ]);
});

it('does not ask whether the only value that there is was meant', () => {
  const text = formatSpec().replace('cyclectl/v1', 'cyclectl/v2');
  expect(checkAccount(text)).toMatchObject([{ remedy: 'Write cyclectl/v1.' }]);
});

it('says of a kind that is empty nothing but that', () => {
  expect(checkAccount('kind:\n').map(formatDiagnosticPlace)).toEqual(['empty-value 1:1']);
});

it('gives no document where a value is empty that may be null, though the schema has nothing to say', () => {
  const { documents, diagnostics } = parseDocuments('a.yaml', formatSpec('errorWebhook:'));
  expect(diagnostics.map(({ code }) => code)).toEqual(['empty-value']);
  const checked = documents.map((document) => validateAccount(document, environments));
  expect(checked).toMatchObject([{ document: null, diagnostics: [] }]);
});

it('does not take a malformed value for a missing one', () => {
  const text = formatSpec(
    'connectors: {crm: {connector: 7}}',
    'cycles:',
    '  news:',
    '    from: {template: T}',
    '    state: on',
    '    schedule: {every: 1h}',
    '    connectors: {CRM: crm}',
  ).replace('id: acme-1', 'id: 7');
  expect(checkAccount(text).map(({ code }) => code)).toEqual([
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
    const text = formatSpec('connectors:', '  crm:', '    connector: {name: C}', `    ${place}`);
    const diagnostics = checkAccount(text);
    expect(diagnostics.length, place).toBeGreaterThan(0);
    expect(
      diagnostics.every(({ masked }) => masked),
      place,
    ).toBe(true);
    expect(JSON.stringify(diagnostics), place).not.toContain('hunter2');
  }
});
