import { beforeAll, expect, test } from 'vitest';
import { applyExceptions, exceptions } from './tidy/exceptions.ts';
import { readCheckout } from './tidy/read-checkout.ts';
import { type Finding, renderFinding } from './tidy/rule.ts';
import { rules } from './tidy/rules.ts';

let reading: Awaited<ReturnType<typeof readCheckout>>;

beforeAll(async () => {
  reading = await readCheckout();
});

test('every TypeScript file parses', () => {
  expectNone(reading.unreadable);
  expect(reading.checkout.sources.length).toBeGreaterThan(0);
});

test.each(rules)('$says', (rule) => {
  expectNone(applyExceptions(rule.name, rule.judge(reading.checkout), exceptions));
});

test('every exception names a rule that exists', () => {
  const names = new Set(rules.map(({ name }) => name));
  expect(exceptions.filter(({ rule }) => !names.has(rule))).toEqual([]);
});

function expectNone(findings: readonly Finding[]): void {
  const lines = findings
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
    .map(renderFinding);
  if (lines.length > 0) expect.fail(`${lines.length} to put right\n${lines.join('\n')}`);
}
