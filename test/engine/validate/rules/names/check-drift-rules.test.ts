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
  expect(of('descripton').map(formatDiagnosticPlace)).toEqual(['ownership 6:77']);
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
