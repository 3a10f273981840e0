import { expect, it } from 'vitest';
import { formatDiagnosticPlace } from '../../../../support/values/check-account.ts';
import { checkProject } from '../../../../support/values/check-project.ts';

it('checks the paths of the rules of an environment for unmanaged changes', () => {
  const service = 'service: {emulator: {world: world.yaml}}';
  const of = (path: string) =>
    checkProject(
      '  environments:',
      `    prod: {${service}, drift: {rules: [{path: ${path}, unmanaged: ignore, reason: noise}]}}`,
    );
  expect(of('cycles/*/description')).toEqual([]);
  expect(of('errorWebhook/url')).toEqual([]);
  expect(of('descripton').map(formatDiagnosticPlace)).toEqual(['drift-rule 6:77']);
  expect(of('descripton')[0]?.remedy).toMatch(/^Nearest paths: "description"/);
});

it('refuses a path that drift compares only where a manifest manages it, with the nearest one', () => {
  const service = 'service: {emulator: {world: world.yaml}}';
  const of = (path: string) =>
    checkProject(
      '  environments:',
      `    prod: {${service}, drift: {rules: [{path: ${path}, unmanaged: ignore, reason: noise}]}}`,
    );
  for (const path of ['connectors/*/connector/name', 'schedule/every', 'protect', 'cycles']) {
    const summary = of(path).map((each) => each.summary);
    expect(summary, path).toEqual(
      path === 'cycles' ? [] : [expect.stringContaining(`${path} matches nothing`)],
    );
  }
  expect(of('properties/region')).toEqual([]);
  expect(of('connectors/crm/properties')).toEqual([]);
  expect(of('cycles/*/logRequest')[0]?.remedy).toContain('"cycles/*/logRequests"');
});

it('refuses two rules of one path in an environment, with both places', () => {
  const drift = (path: string, other: string) =>
    checkProject(
      '  environments:',
      '    prod:',
      '      service: {emulator: {world: world.yaml}}',
      '      drift:',
      '        rules:',
      `          - {path: ${path}, unmanaged: ignore, reason: noise}`,
      `          - {path: ${other}, unmanaged: fail, reason: calm}`,
    );
  const [found, ...rest] = drift('cycles/*/tags', 'cycles/*/tags');
  expect(rest).toEqual([]);
  expect(formatDiagnosticPlace(found as never)).toBe('drift-rule 11:20');
  expect(found?.summary).toBe('cycles/*/tags has two rules, here and at cyclectl.yaml:10:20');
  expect(drift('cycles/*/tags', 'cycles/out/tags')).toEqual([]);
});

it('leaves a rule without a usable path to the schema', () => {
  const service = 'service: {emulator: {world: world.yaml}}';
  const of = (path: string) =>
    checkProject(
      '  environments:',
      `    prod: {${service}, drift: {rules: [{${path}unmanaged: ignore, reason: noise}]}}`,
    ).map(({ code }) => code);
  expect(of('')).toEqual(['missing-key']);
  expect(of('pth: description, ')).toEqual(['unknown-key']);
  expect(of("path: '', ")).toEqual(['wrong-value']);
  expect(of('path: 3, ')).toEqual(['wrong-type']);
  expect(of('path: null, ')).toEqual(['null-not-allowed']);
});
