import { expect, it } from 'vitest';
import { readMetrics } from '../features/controller/read-metrics.ts';
import { findInvented } from './find-invented.ts';
import { parsePromql } from './parse-promql.ts';

const scraped = readMetrics(`# HELP accounts Accounts.
# TYPE accounts gauge
accounts{state="drift"} 1
accounts{state="failed"} 2
# HELP sent_total Requests.
# TYPE sent_total counter
sent_total 7
`);

it('refuses an expression that is not whole or not known', () => {
  for (const expr of [
    'sum(up',
    'rate(up)',
    'up[5m]',
    'max by job (up)',
    'up > ',
    'up{a=b}',
    'lookup(up)',
    'up up',
  ])
    expect(() => parsePromql(expr), expr).toThrow();
});

it('finds a metric, a label or a value that is in no scrape, and a use that the type has not', () => {
  const find = (expr: string) => parsePromql(expr).map((each) => findInvented(scraped, each));
  for (const expr of ['max(accounts{state=~"drift|failed"}) > 1', 'rate(sent_total{job="a"}[5m])'])
    expect(find(expr), expr).toEqual([null]);
  for (const expr of [
    'account',
    'accounts{kind="drift"}',
    'accounts{state="lost"}',
    'accounts{state=~"failed|lost"}',
    'accounts_count',
    'rate(accounts[5m])',
    'sent_total > 1',
  ])
    expect(find(expr), expr).toEqual([expect.any(String)]);
});
