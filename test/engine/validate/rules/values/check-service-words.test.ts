import { expect, it } from 'vitest';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
} from '../../../../support/values/check-account.ts';

it.each([
  ['errorAction: Retri', 'Did you mean Retry? Known words: Ignore, Retry.'],
  ['errorAction: RETRY', 'Did you mean Retry? Known words: Ignore, Retry.'],
  ['errorAction: Ignor', 'Did you mean Ignore? Known words: Ignore, Retry.'],
  ['collectionSplit: Al', 'Did you mean All? Known words: All, None, First.'],
  ['collectionSplit: Firs', 'Did you mean First? Known words: All, None, First.'],
])('warns of %s, at its place, with the word that was meant', (line, remedy) => {
  const found = checkAccount(formatCycle(line));
  expect(found.map(formatDiagnosticPlace)).toEqual([`word-unknown 9:${line.indexOf(':') + 9}`]);
  expect(found).toMatchObject([{ severity: 'warning', remedy }]);
});

it.each([
  'errorAction: Ignore',
  'collectionSplit: First',
  'collectionSplit: {ignore: true}',
  'errorAction: StopTransaction',
  'description: Retri',
])('says nothing of %s', (line) => {
  const found = checkAccount(formatCycle(line));
  expect(found.filter(({ code }) => code === 'word-unknown')).toEqual([]);
});
