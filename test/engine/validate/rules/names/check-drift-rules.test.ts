import { expect, it } from 'vitest';
import { copyExample } from '../../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../../support/run-on-one-line.ts';
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

it('refuses a path with a part that nothing compared can have, with the nearest ones', () => {
  const service = 'service: {emulator: {world: world.yaml}}';
  const of = (path: string) =>
    checkProject(
      '  environments:',
      `    prod: {${service}, drift: {rules: [{path: '${path}', unmanaged: ignore, reason: noise}]}}`,
    ).map(({ summary, remedy }) => `${summary}; ${remedy}`);
  for (const [path, nearest] of [
    ['cycles/**/description', 'cycles/*/description'],
    ['cycles/*/steps/*/field', 'cycles/*/steps/*/fields/*'],
    ['cycles/*/steps/*/launchVisible/field', 'cycles/*/steps/*/launchVisible/fields/*'],
    ['cycles/Contacts to files/tags', 'cycles/*/tags'],
    ['cycles/contacts-to-files/descripton', 'cycles/contacts-to-files/description'],
    ['cycles/*/steps/Write file/methods', 'cycles/*/steps/Write file/method'],
    ['steps//description', 'steps/*/description'],
  ] as const) {
    const [found = '', ...rest] = of(path);
    expect(rest, path).toEqual([]);
    expect(found, path).toContain(`${path} matches nothing that drift compares`);
    expect(found, path).toMatch(/; Nearest paths: /);
    expect(found, path).toContain(`"${nearest}"`);
  }
  for (const path of [
    'cycles/*/steps/*/fields',
    'cycles/*/steps/*/*/*',
    'cycles/*/steps/*/launchVisible/parameters/list',
    'steps/Write */description',
    'connectors/crm/properties/a*',
  ]) {
    expect(of(path), path).toEqual([]);
  }
});

it('warns of a rule about a connector or cycle that no manifest has, with the nearest path', async () => {
  const project = await copyExample('quickstart');
  const head = 'service: {emulator: {world: world.yaml}}';
  const of = (path: string) =>
    `${head}\n      drift: {rules: [{path: ${path}, unmanaged: ignore, reason: noise}]}`;
  const [wrong, right] = ['file', 'files'].map((key) =>
    of(`cycles/contacts-to-${key}/errorAction`),
  );
  await project.edit('cyclectl.yaml', head, wrong ?? '');
  const warned = await runOnOneLine(project, 'validate');
  expect(warned.exitCode).toBe(0);
  expect(warned.text).toContain(
    'cyclectl.yaml:11:30: warning: cycles/contacts-to-file/errorAction matches nothing: no manifest has a cycle contacts-to-file [drift-rule]',
  );
  expect(warned.text).toContain('"cycles/contacts-to-files/errorAction"');
  await project.edit('cyclectl.yaml', wrong ?? '', right ?? '');
  expect((await runOnOneLine(project, 'validate')).text).not.toContain('drift-rule');
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
