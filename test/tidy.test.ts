import { beforeAll, expect, test } from 'vitest';
import { measureSource, renderMeasures } from '../tools/measure-source.ts';
import { applyExceptions, exceptions } from './tidy/exceptions.ts';
import { applyRatchet, ratchet } from './tidy/ratchet.ts';
import { readCheckout } from './tidy/read-checkout.ts';
import { type Finding, formatFinding } from './tidy/rule.ts';
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
  const findings = rule.check(reading.checkout);
  if (rule.name in ratchet) expectNone(applyRatchet(rule.name, findings));
  else expectNone(applyExceptions(rule.name, findings, exceptions));
});

test('every exception and every count names a rule that exists', () => {
  const names = new Set(rules.map(({ name }) => name));
  expect(exceptions.filter(({ rule }) => !names.has(rule))).toEqual([]);
  expect(Object.keys(ratchet).filter((rule) => !names.has(rule))).toEqual([]);
});

test('the size of the source and what is counted is measured for a reader', () => {
  const text = renderMeasures(measureSource(reading.checkout));
  expect(text).toContain('first words of exported functions');
  expect(text).toMatch(/import circles, types included +0 +0$/m);
});

function expectNone(findings: readonly Finding[]): void {
  const lines = findings
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
    .map(formatFinding);
  if (lines.length > 0) expect.fail(`${lines.length} to put right\n${lines.join('\n')}`);
}
