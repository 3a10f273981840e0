import { expect, it } from 'vitest';
import { makeConsoleUrl } from '../../../../src/features/inspect/incidents/make-console-url.ts';

const place = { accountId: 'a/b', cycle: 'c?', transaction: 't' };

it('puts ids into the pattern, encoded', () => {
  const pattern = 'https://console.example.com/{accountId}/{cycleId}#{transactionId}';
  expect(makeConsoleUrl(pattern)(place)).toBe('https://console.example.com/a%2Fb/c%3F#t');
});

it('takes ids that are no text, and cuts those that no service gives', () => {
  const url = makeConsoleUrl('https://console.example.com/{cycleId}');
  expect(url({ ...place, cycle: '\ud800' })).toBe('https://console.example.com/%EF%BF%BD');
  expect(url({ ...place, cycle: 'x'.repeat(100_000) })?.length).toBeLessThan(300);
});

it('gives none without a pattern, or without an id that it has a place for', () => {
  expect(makeConsoleUrl(null)(place)).toBeNull();
  const pattern = makeConsoleUrl('https://console.example.com/{cycleId}/{transactionId}');
  expect(pattern({ ...place, transaction: null })).toBeNull();
});
