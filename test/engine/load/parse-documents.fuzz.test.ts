import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../../src/reports/text/format-diagnostics.ts';
import { anyCharacter } from '../../support/values/any-character.ts';
import { checkAccount, formatCycle, formatSpec } from '../../support/values/check-account.ts';

const manifests = [
  formatCycle(
    'state: active',
    'schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}',
    'connectors: {Sample CRM: crm, "Sample CRM#2": crm}',
    'variables: {size: 500, secret: {env: TOKEN}}',
    'steps:',
    '  "Get contact#2":',
    '    fields: {"[lines].sku": {step: A, field: B}, C: {expression: "{{x}}"}, D: null}',
  ),
  formatSpec(
    'displayName: &n "Acme"',
    'description: *n',
    'timezone: Europe/Berlin',
    'retention: {successHours: 120, erroredHours: null}',
    'errorWebhook: {url: "https://hooks.example.com", includeWarnings: true}',
    'connectors:',
    '  crm:',
    '    connector: {name: Sample CRM, version: "2.0"}',
    '    auth: {basic: {username: sync, password: {file: secrets/x}}}',
    '    properties: {region: eu, port: 22}',
  ),
];

const pieces = fc.constantFrom(
  ...['\n', ' ', '  ', '\t', ':', ': ', '#', ' #2', '-', '- ', '[', ']', '{', '}', ',', '"', "'"],
  ...['&a ', '*a', '!t ', '!!str ', '|', '>', '%YAML 1.1\n', '---\n', '...\n', '<<: ', '? ', '~'],
  ...['null', 'true', '007', '1e3', `\${x}`, '{{x}}', '= 1', '__proto__', '\r', '\u0000', '\ud800'],
);

/** A valid manifest with some stretches cut out, doubled or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...manifests),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 30 }), fc.array(pieces, { maxLength: 3 })), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((before, [index, length, signs]) => {
      const start = index % (before.length + 1);
      return before.slice(0, start) + signs.join('') + before.slice(start + length);
    }, text),
  );

function expectWellFormed(text: string): void {
  const diagnostics = checkAccount(text);
  const lines = text.split('\n').length;
  for (const { at, summary } of diagnostics) {
    expect(at?.line).toBeGreaterThan(0);
    expect(at?.line).toBeLessThanOrEqual(lines);
    expect(at?.column).toBeGreaterThan(0);
    expect(summary.length).toBeGreaterThan(10);
  }
  const shown = formatDiagnostics(diagnostics, () => text);
  expect(shown).not.toMatch(/undefined|\[object|\bNaN\b/);
  expect([...shown].filter((sign) => sign < ' ' && sign !== '\n')).toEqual([]);
}

describe('No text makes load, validate or report fail', () => {
  it('holds for manifests with stretches cut out and replaced', () => {
    fc.assert(fc.property(mutated, expectWellFormed), { numRuns: 600 });
  });

  it('holds for heaps of the characters of YAML', () => {
    const heap = fc.array(pieces, { maxLength: 60 }).map((signs) => signs.join(''));
    fc.assert(fc.property(heap, expectWellFormed), { numRuns: 600 });
  });

  it('holds for text of any kind', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 200 });
    fc.assert(fc.property(text, expectWellFormed), { numRuns: 300 });
  });
});
