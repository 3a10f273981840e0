import { expect, it } from 'vitest';
import {
  accountPlan,
  makeAccountWithUnmanaged,
  planHead,
  savePlan,
  unread,
} from '../../support/values/make-plan.ts';

const quiet = { kind: 'planned', plan: accountPlan('quiet') } as const;

it('is one JSON document with an account on each line', async () => {
  const accounts = [makeAccountWithUnmanaged('a', 'Old sync'), unread('b')];
  const text = await savePlan(accounts, 3);
  expect(JSON.parse(text)).toMatchObject({ ...planHead, accounts, summary: { skipped: 3 } });
  const lines = text.split('\n');
  expect(lines.filter((line) => line.startsWith('{"'))).toHaveLength(2);
  expect(lines.at(-1)).toBe('');
});

it('leaves out accounts without anything to say, and counts them', async () => {
  const plan = { kind: 'planned', plan: accountPlan('news', { hasNews: true }) } as const;
  const text = await savePlan([quiet, plan, quiet]);
  expect(JSON.parse(text)).toMatchObject({ accounts: [plan], summary: { accounts: 3 } });
});

it('is a plan with no account in it too', async () => {
  expect(JSON.parse(await savePlan([]))).toMatchObject({ accounts: [], summary: { accounts: 0 } });
});

it('gives the same bytes for the same plan, but for its envelope', async () => {
  const [first, second] = await Promise.all([savePlan([unread('b')]), savePlan([unread('b')])]);
  expect(first).toBe(second);
  const digestOf = (text: string) => (JSON.parse(text) as { digest: string }).digest;
  expect(digestOf(first)).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf(await savePlan([unread('c')]))).not.toBe(digestOf(first));
});
