import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../../src/engine/load/parse-documents.ts';
import { resolveAccountPlaceholders } from '../../../../src/engine/validate/placeholders/resolve-account-placeholders.ts';
import { resolveDocument } from '../../../../src/engine/validate/resolve-document.ts';
import type { KnownEnvironments } from '../../../../src/model/manifest/variable.ts';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
  formatManifest,
  formatSpec,
  withVariables,
} from '../../../support/values/check-account.ts';

const known = withVariables({
  local: { region: 'eu', size: 500, dry: false, tz: 'Europe/Berlin', host: 'a.example' },
});

function load(text: string) {
  const [raw] = parseDocuments('accounts/acme.yaml', text).documents;
  if (raw === undefined) throw new Error('the manifest of this test is no YAML');
  return raw;
}

function mean(text: string, environments: KnownEnvironments = known, name = 'local') {
  expect(checkAccount(text, environments)).toEqual([]);
  return resolveDocument(load(text), name, environments);
}

describe('A manifest means, with its placeholders filled in', () => {
  it('what the variables of the environment, its id, its name and its labels say', () => {
    const text = formatSpec(
      `displayName: "\${account.name} in \${vars.region} (\${account.labels.tier}, \${account.id})"`,
      `timezone: \${vars.tz}`,
      `errorWebhook: {url: "https://\${vars.host}/\${account.id}", includeWarnings: "\${vars.dry}"}`,
      `connectors: {crm: {connector: {name: CRM}, properties: {size: "\${vars.size}", of: "\${vars.size} at once"}}}`,
    ).replace('acme}', 'acme, labels: {tier: gold}}');
    expect(mean(text).written.spec).toMatchObject({
      displayName: 'acme in eu (gold, acme-1)',
      timezone: 'Europe/Berlin',
      errorWebhook: { url: 'https://a.example/acme-1', includeWarnings: false },
      connectors: { crm: { properties: { size: 500, of: '500 at once' } } },
    });
  });

  it('another thing in another environment', () => {
    const text = formatManifest(
      'ids: {local: l-1, prod: p-1}',
      `displayName: \${account.id} \${vars.a}`,
    );
    const two = withVariables({ local: { a: 1 }, prod: { a: 'x' }, other: {} });
    expect(mean(text, two, 'local').written.spec.displayName).toBe('l-1 1');
    expect(mean(text, two, 'prod').written.spec.displayName).toBe('p-1 x');
  });

  it('the two characters where they are escaped, in values and in keys', () => {
    const text = formatCycle(
      `displayName: "$\${vars.region}"`,
      `variables: {"$\${a}": "\${vars.region}"}`,
    );
    const document = mean(text);
    const cycle = document.written.spec.cycles?.news;
    expect(cycle?.displayName).toBe(`\${vars.region}`);
    expect(cycle?.variables).toEqual(JSON.parse(`{"\${a}": "eu"}`));
    const pointer = `/spec/cycles/news/variables/\${a}`;
    expect(document.spanOf(pointer)).toMatchObject({ line: 10, column: 28 });
    expect(document.sourceOf(pointer)).toBe(`"\${vars.region}"`);
    expect(document.isWritten(pointer)).toBe(true);
    expect(document.isInterpolated(pointer)).toBe(true);
    expect(document.isInterpolated('/spec/cycles/news/displayName')).toBe(false);
  });

  it('the same where an alias repeats it', () => {
    const text = formatCycle(`variables: {a: &a "\${vars.region}", b: *a}`);
    expect(mean(text).written.spec.cycles?.news?.variables).toEqual({ a: 'eu', b: 'eu' });
  });

  it('what a variable holds, signs of placeholders included', () => {
    const odd = withVariables({ local: { a: `\${vars.b}`, b: 'no' } });
    expect(mean(formatSpec(`displayName: \${vars.a}`), odd).written.spec.displayName).toBe(
      `\${vars.b}`,
    );
  });
});

describe('A placeholder is refused at its place', () => {
  const check = (...lines: readonly string[]) => checkAccount(formatSpec(...lines), known);

  it.each([
    ['that is not closed', `displayName: "a \${vars.region"`, 'interpolation 6:19'],
    ['without a name', `displayName: "\${}"`, 'interpolation 6:17'],
    ['with spaces', `displayName: "\${ vars.region }"`, 'interpolation 6:17'],
    ['of an environment variable', `displayName: "\${env.HOME}"`, 'interpolation 6:17'],
    ['of an input', `displayName: "\${inputs.a}"`, 'interpolation 6:17'],
    ['of a label that is not there', `displayName: "\${account.labels.a}"`, 'interpolation 6:17'],
    ['of a variable that is not there', `displayName: "\${vars.a}"`, 'unknown-variable 6:17'],
    [
      'in a key',
      `connectors: {crm: {connector: {name: C}, properties: {"\${vars.size}": a}}}`,
      'interpolation 6:57',
    ],
    [
      'in a key that must have a form',
      `connectors: {"\${vars.region}": {connector: {name: C}}}`,
      'interpolation 6:16',
    ],
    [
      'in the name of a secret',
      `errorWebhook: {url: {env: "\${vars.region}"}}`,
      'interpolation 6:29',
    ],
    [
      'in the path of a secret',
      `errorWebhook: {url: {file: "a/\${vars.region}"}}`,
      'interpolation 6:30',
    ],
    ['in a program', `errorWebhook: {url: {exec: [sh, "\${vars.region}"]}}`, 'interpolation 6:35'],
  ])('%s', (_, line, said) => {
    expect(check(line).map(formatDiagnosticPlace)).toEqual([said]);
  });

  it('in the name of a cycle file, which is no reference to a secret', () => {
    const [found, ...more] = check(`cycles: {a: {from: {file: "\${vars.region}.cycle.json"}}}`);
    expect(more).toEqual([]);
    expect(found?.summary).toBe('The path of a cycle file cannot hold a placeholder');
  });

  it('in what names an account', () => {
    const id = `id: "\${vars.region}"`;
    expect(checkAccount(formatManifest(id), known).map(formatDiagnosticPlace)).toEqual([
      'interpolation 5:7',
    ]);
    const ids = `ids: {local: "$\${a}"}`;
    expect(checkAccount(formatManifest(ids), known).map(formatDiagnosticPlace)).toEqual([
      'interpolation 5:16',
    ]);
    const name = formatSpec().replace(
      'acme}',
      `"\${vars.region}", labels: {a: "\${vars.region}"}}`,
    );
    expect(checkAccount(name, known).map(formatDiagnosticPlace)).toEqual([
      'interpolation 3:18',
      'interpolation 3:48',
    ]);
  });

  it('also where the text is folded, or escaped in quotes', () => {
    expect(
      check('displayName: >-', `  long`, `  and \${vars.a}`).map(formatDiagnosticPlace),
    ).toEqual(['unknown-variable 8:9']);
    expect(check(`displayName: "\\u00e4 \\"\${vars.a}"`).map(formatDiagnosticPlace)).toEqual([
      'unknown-variable 6:26',
    ]);
    expect(check(`displayName: "\\x24{vars.a}"`).map(formatDiagnosticPlace)).toEqual([
      'unknown-variable 6:16',
    ]);
  });

  it('each once, also where an alias repeats it', () => {
    const text = formatCycle(
      `variables: {a: &a "\${vars.a}", b: *a}`,
      `tags: ["\${vars.b} \${vars.b}"]`,
    );
    expect(checkAccount(text, known).map(formatDiagnosticPlace)).toEqual([
      'unknown-variable 9:26',
      'unknown-variable 9:41',
      'unknown-variable 10:15',
      'unknown-variable 10:25',
    ]);
  });

  it('with the names that are near', () => {
    const [near] = check(`displayName: "\${vars.regoin}"`);
    expect(near?.summary).toBe('The environment local has no variable regoin');
    expect(near?.remedy).toContain('spec.environments.local.variables of cyclectl.yaml');
    expect(near?.remedy).toContain('"region"');
    const remedies = ['regoin', ' vars.tz ', '{ vars.tz ', 'account.nam', 'secrets.a', 'x'].map(
      (name) => check(`displayName: "\${${name}}"`)[0]?.remedy,
    );
    expect(remedies.map((remedy) => remedy?.split('. ')[0])).toEqual([
      `Did you mean \${vars.region}?`,
      `Write \${vars.tz}, without other characters between the braces.`,
      `Write \${vars.tz}, without other characters between the braces.`,
      `Did you mean \${account.name}?`,
      'Write a secret as a reference, {env: NAME}',
      `Placeholders are \${vars.NAME}, \${account.id}, \${account.name} and \${account.labels.KEY}`,
    ]);
  });

  it('and hides no other mistake, and is not reported again by the schema or a rule', () => {
    const text = formatCycle(
      `state: "\${vars.a}"`,
      `schedule: {every: "\${vars.a}", startAt: never}`,
      `tags: ["\${", "a \${"]`,
    );
    expect(checkAccount(text, known).map(formatDiagnosticPlace).sort()).toEqual([
      'interpolation 11:15',
      'interpolation 11:23',
      'unknown-variable 10:26',
      'unknown-variable 9:15',
      'wrong-value 10:47',
    ]);
  });

  it('without a word of what may be a secret', () => {
    const secret = 'CANARY pasted';
    const texts = [
      `connectors: {crm: {connector: {name: C}, properties: {region: "a\${${secret}}"}}}`,
      `connectors: {crm: {connector: {name: C}, auth: {apiKey: "\${${secret}}"}}}`,
      `connectors: {crm: {connector: {name: C}, auth: {"\${${secret}}": x}}}`,
      `connectors: {crm: {connector: {name: C}, checks: [{method: M, safe: true, parameters: {token: "\${${secret}}"}}]}}`,
    ];
    for (const text of texts) {
      const diagnostics = check(text);
      const words = diagnostics.map(({ summary, remedy }) => `${summary} ${remedy}`).join('\n');
      expect(words).not.toContain('CANARY');
      expect(diagnostics.every(({ masked }) => masked === true)).toBe(true);
      expect(diagnostics).not.toEqual([]);
    }
  });
});

it('fills no more than a manifest may hold out of a few letters', () => {
  const long = withVariables({ local: { a: 'x'.repeat(1000) } });
  const list = (count: number) =>
    formatCycle(
      `variables: {${Array.from({ length: count }, (_, at) => `a${at}: "\${vars.a}"`).join(', ')}}`,
    );
  expect(checkAccount(list(1000), long)).toEqual([]);
  const [said, ...more] = checkAccount(list(1100), long);
  expect(said).toMatchObject({ code: 'interpolation', summary: expect.stringContaining('1 MiB') });
  expect(more).toEqual([]);
});

it('reports at most a hundred mistakes of placeholders', () => {
  const bad = (text: string) =>
    checkAccount(formatSpec(`displayName: "${text.repeat(5000)}"`), known).length;
  expect([bad(`\${a} `), bad(`\${vars.a} `), bad(`\${`)]).toEqual([100, 100, 100]);
});

it('fills in what is the same everywhere where no environment is known', () => {
  const text = formatSpec(`displayName: \${account.name}`, `timezone: \${vars.tz}`, 'retention: 7');
  expect(checkAccount(text, null).map(formatDiagnosticPlace)).toEqual(['wrong-form 8:14']);
  const { document } = resolveAccountPlaceholders(load(text), null);
  expect(document.isWhole).toBe(false);
  expect(document.written).toMatchObject({
    spec: { displayName: 'acme', timezone: `\${vars.tz}` },
  });
});

it('keeps a manifest without placeholders as it is', () => {
  const raw = load(formatSpec('displayName: Acme'));
  expect(resolveDocument(raw, 'local', known).written).toBe(raw.written);
});
