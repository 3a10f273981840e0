import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { recordAccountNames } from '../../../src/engine/validate/references/record-origin.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import { ExternalNames } from '../../../src/model/manifest/external-name.ts';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
  formatManifest,
  formatSpec,
  withVariables,
} from '../../support/values/check-account.ts';

describe('A manifest is checked for each environment, and', () => {
  it('a mistake in one of them names it, with the place of its variable', () => {
    const known = withVariables({
      local: { tz: 'UTC', every: '15m' },
      prod: { tz: 'Europe/Berln', every: '10m' },
    });
    const text = formatCycle('state: active', `schedule: {every: "\${vars.every}"}`).replace(
      '  id: acme-1',
      `  id: acme-1\n  timezone: \${vars.tz}`,
    );
    const diagnostics = checkAccount(text, known);
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual([
      'wrong-value 11:25',
      'unknown-timezone 6:13',
    ]);
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      'every cannot be "10m" (in prod)',
      '"Europe/Berln" is not an IANA time zone (in prod)',
    ]);
    expect(diagnostics[1]?.related).toEqual([
      { at: expect.objectContaining({ file: 'cyclectl.yaml', line: 3 }), says: 'vars.tz of prod' },
    ]);
  });

  it('one that is in all of them is reported once and names none', () => {
    const known = withVariables({ a: { state: 'on' }, b: { state: 'on' } });
    const text = formatCycle(`state: \${vars.state}`, 'tags: [a, a]');
    expect(checkAccount(text, known).map(({ summary }) => summary)).toEqual([
      'tags has the same entry twice',
      'state cannot be "on"',
    ]);
  });

  it('one that differs is reported for each', () => {
    const known = withVariables({ a: { tz: 'A/B' }, b: { tz: 'C/D' }, c: { tz: 'C/D' } });
    const said = checkAccount(formatSpec(`timezone: \${vars.tz}`), known);
    expect(said.map(({ summary }) => summary)).toEqual([
      '"A/B" is not an IANA time zone (in a)',
      '"C/D" is not an IANA time zone (in b, c)',
    ]);
  });

  it('those count alone that have the account', () => {
    const known = withVariables({ local: { a: 'x' }, prod: {} });
    const line = `displayName: \${vars.a}`;
    expect(checkAccount(formatManifest('ids: {local: l}', line), known)).toEqual([]);
    const said = checkAccount(formatManifest('ids: {local: l, prod: p}', line), known);
    expect(said.map(({ summary }) => summary)).toEqual(['The environment prod has no variable a']);
    expect(said[0]?.related?.[0]?.says).toBe('defined for local');
    expect(said[0]?.remedy).toContain('spec.environments.prod.variables');
  });

  it('a variable that none has is reported once', () => {
    const known = withVariables({ a: {}, b: { x: 1 }, c: {} });
    const said = checkAccount(formatSpec(`displayName: \${vars.longName}`), known);
    expect(said.map(({ summary }) => summary)).toEqual([
      'The environments a, b and c have no variable longName',
    ]);
    expect(said[0]?.remedy).toBe(
      'Write longName under variables of each of them, in spec.environments of cyclectl.yaml. Existing names: "x".',
    );
  });

  it('what a union or a rule takes is what the placeholder comes to', () => {
    const known = withVariables({
      local: { n: 500, f: 1.5, text: '{{Order}}', script: '=run()', secret: 'hunter2', no: 'a:b' },
    });
    const check = (...lines: readonly string[]) =>
      checkAccount(formatSpec(...lines), known).map(({ code, remedy }) => [code, remedy]);
    const crm = (rest: string) => `connectors: {crm: {connector: {name: C}, ${rest}}}`;
    expect(check(crm(`properties: {size: "\${vars.n}"}`))).toEqual([]);
    expect(check(crm(`properties: {size: "\${vars.f}"}`))).toEqual([
      ['wrong-form', 'Quote the value of the variable to make it text.'],
    ]);
    expect(check(`displayName: \${vars.n}`)).toEqual([
      ['wrong-type', 'Quote the value of the variable to make it text.'],
    ]);
    expect(check(crm(`auth: {apiKey: "\${vars.secret}"}`)).map(([code]) => code)).toEqual([
      'secret-literal',
    ]);
    expect(
      check(crm(`auth: {basic: {username: "\${vars.no}", password: {env: P}}}`)).map(
        ([code]) => code,
      ),
    ).toEqual(['wrong-value']);
    const field = (value: string) =>
      `cycles: {news: {from: {template: T}, steps: {Write: {fields: {A: ${value}}}}}}`;
    expect(check(field(`"\${vars.text}"`))).toEqual([
      ['expression-form', `Write A: {expression: "\${vars.text}"}`],
    ]);
    expect(check(field(`{expression: "\${vars.n}"}`))).toEqual([
      ['wrong-type', 'Quote the value of the variable to make it text.'],
    ]);
    expect(check(field(`{expression: "\${vars.script}"}`))).toEqual([]);
  });

  it('names that are equal in one environment alone are reported', () => {
    const known = withVariables({ local: { a: 'A', b: 'B' }, prod: { a: 'A', b: 'A' } });
    const cycle = (name: string) => `{from: {template: T}, displayName: "\${vars.${name}}"}`;
    const said = checkAccount(
      formatSpec(`cycles: {one: ${cycle('a')}, two: ${cycle('b')}}`),
      known,
    );
    expect(said.map(({ summary }) => summary)).toEqual([
      'Two cycles of the account have the name "A" (in prod)',
    ]);
  });
});

it('notes for each environment the origin that errors go to there', () => {
  const known = withVariables({
    local: { host: 'a.example' },
    prod: { host: 'b.example:8443' },
    other: { host: 'c.example' },
  });
  const text = formatManifest(
    'ids: {local: l, prod: p}',
    `errorWebhook: {url: "https://\${vars.host}/x"}`,
  );
  const [raw] = parseDocuments('accounts/acme.yaml', text).documents;
  const names = new ExternalNames();
  for (const meaning of raw === undefined ? [] : validateAccount(raw, known).interpolated) {
    recordAccountNames(names, meaning);
  }
  const list = (name: string) =>
    names.listIn(name).map(({ name: origin, at }) => [origin, at.line]);
  expect(list('local')).toEqual([['https://a.example', 6]]);
  expect(list('prod')).toEqual([['https://b.example:8443', 6]]);
  expect(list('other')).toEqual([]);
});
