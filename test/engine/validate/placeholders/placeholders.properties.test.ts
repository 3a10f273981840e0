import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAccountDigest } from '../../../../src/engine/plan/to-account-digest.ts';
import { type Scalar, toEscapedText } from '../../../../src/model/manifest/interpolation.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { isSecretRef } from '../../../../src/model/secret/secret.ts';
import { makeFiles, makeSecrets, readManifests } from '../../../support/values/read-manifests.ts';
import { formatPlanFile } from '../../../worlds/features/format-plan-file.ts';
import { planOf } from '../../../worlds/fixture.ts';
import { type Draw, makeDraw } from '../../../worlds/generate/draw.ts';
import {
  arbitraryAccount,
  formatManifestText,
  poolSecrets,
} from '../../../worlds/generate/manifests.ts';
import { quickstartPool } from '../../../worlds/generate/pool.ts';
import { applyAll, openQuickstart } from '../../../worlds/quickstart.ts';

const accounts = arbitraryAccount(quickstartPool, { key: 'acme', id: 'acme-1' });
const secrets = makeSecrets(
  Object.fromEntries(Object.entries(poolSecrets).map(([name, value]) => [`$${name}`, value])),
);
/** What nobody writes and somebody has: the sign of a placeholder, whole, escaped and half. */
const odd = [`\${vars.a}`, `$\${b}`, `$$\${`, 'costs $', `{"x": "$"}`, 'a\n  b: c'];

function makeProject(variables: Readonly<Record<string, Scalar>>): string {
  return [
    'apiVersion: cyclectl/v1',
    'kind: Project',
    'metadata: {name: sample}',
    `spec: {environments: {prod: {service: {emulator: {world: world.yaml}}, variables: ${JSON.stringify(variables)}}}}`,
  ].join('\n');
}

async function digest(account: WrittenAccount, variables: Readonly<Record<string, Scalar>>) {
  const text = formatManifestText(account);
  const files = makeFiles({ 'cyclectl.yaml': makeProject(variables), 'accounts/acme.yaml': text });
  const read = await readManifests(files, { environment: 'prod', secrets });
  // Of a variable that holds the sign of a placeholder there is a warning.
  expect(
    read.diagnostics.filter(({ severity }) => severity === 'error'),
    text,
  ).toEqual([]);
  const [desired] = read.accounts;
  if (desired === undefined) throw new Error('the manifest of this test is not valid');
  return toAccountDigest(desired);
}

/** The same value with placeholders in it, and what they stand for added to `variables`. */
function hide(draw: Draw, value: unknown, variables: Record<string, Scalar>): unknown {
  const name = () => {
    const next = `v${Object.keys(variables).length}`;
    return { next, sign: `\${vars.${next}}` };
  };
  if (Array.isArray(value)) return value.map((part) => hide(draw, part, variables));
  if (typeof value === 'object' && value !== null) {
    if (isSecretRef(value) || 'ignore' in value) return value;
    const entries = Object.entries(value).map(([key, part]) => [
      toEscapedText(key),
      hide(draw, part, variables),
    ]);
    return Object.fromEntries(entries);
  }
  if (value === null || value === undefined || draw.chance(30)) {
    return typeof value === 'string' ? toEscapedText(value) : value;
  }
  const { next, sign } = name();
  const from = typeof value === 'string' ? draw.int(0, value.length) : 0;
  // A dollar right before a placeholder makes an escape of it, and half of a pair of surrogates is no text.
  const isWhole = typeof value !== 'string' || /[$\ud800-\udbff]$/.test(value.slice(0, from));
  if (isWhole || draw.chance(40)) {
    variables[next] = value as Scalar;
    return sign;
  }
  const to = draw.int(from, value.length);
  const [middle, after] = [value.slice(from, to), value.slice(to)];
  variables[next] = middle;
  return `${toEscapedText(value.slice(0, from))}${sign}${toEscapedText(after)}`;
}

it('a manifest with placeholders means what the same manifest means with the values written out', async () => {
  let filled = 0;
  await fc.assert(
    fc.asyncProperty(accounts, fc.gen(), async (account, value) => {
      const draw = makeDraw(value);
      const description = draw.pick(odd);
      const written = {
        ...account,
        spec: { ...account.spec, description, displayName: description },
      };
      const plain = { ...written, spec: escapeAll(written.spec) as WrittenAccount['spec'] };
      const variables: Record<string, Scalar> = {};
      const { id = '', ...rest } = written.spec;
      const spec = { id, ...(hide(draw, rest, variables) as WrittenAccount['spec']) };
      filled += Object.keys(variables).length;
      expect(await digest({ ...written, spec }, variables)).toBe(await digest(plain, {}));
    }),
    { numRuns: 120 },
  );
  expect(filled).toBeGreaterThan(500);
}, 60_000);

it('a plan of manifests with placeholders is that of the values written out, and follows the variables', async () => {
  const fixture = await openQuickstart();
  const plain = withoutPlaces(await formatPlanFile(await fixture.plan()));
  const path = 'accounts/northwind.yaml';
  const text = fixture.manifests.get(path) ?? '';
  const edits = [
    ['name: Sample CRM', `name: "\${vars.crm}"`],
    ['Northwind Traders', `"\${vars.short} Traders"`],
    ['Europe/Berlin', `\${vars.tz}`],
    ['successHours: 120', `successHours: "\${vars.hours}"`],
    ['https://hooks.example.com/northwind', `"https://\${vars.host}/\${account.name}"`],
    ['includeWarnings: true', `includeWarnings: "\${vars.warn}"`],
    ['every: 15m', `every: "\${vars.every}"`],
    ['state: active', `state: "\${vars.state}"`],
    ['variables: {region: emea}', `variables: {region: "\${vars.region}"}`],
    ['option: Customers', `option: "\${vars.list}"`],
    ['"List changed contacts" "Contact.Id"', `"\${vars.step}" "Contact.Id"`],
    ['step: Get contact,', `step: "\${vars.get}",`],
    ['Status: subscribed', `Status: "\${vars.status}"`],
  ] as const;
  let written = text;
  for (const [before, after] of edits) {
    expect(written).toContain(before);
    written = written.replace(before, () => after);
  }
  fixture.manifests.set(path, written);
  const project = fixture.manifests.get('cyclectl.yaml') ?? '';
  const setVariables = (tz: string) => {
    const lines = {
      crm: 'Sample CRM',
      short: 'Northwind',
      tz,
      hours: 120,
      host: 'hooks.example.com',
      warn: true,
      every: '15m',
      state: 'active',
      region: 'emea',
      list: 'Customers',
      step: 'List changed contacts',
      get: 'Get contact',
      status: 'subscribed',
    };
    fixture.manifests.set('cyclectl.yaml', `${project}      variables: ${JSON.stringify(lines)}\n`);
  };
  setVariables('Europe/Berlin');
  expect(withoutPlaces(await formatPlanFile(await fixture.plan()))).toBe(plain);
  await applyAll(fixture);
  setVariables('Europe/Vienna');
  const moved = planOf(await fixture.plan(), 'northwind');
  expect(
    moved.changes.flatMap((change) =>
      'fields' in change ? change.fields.map((field) => field.path) : [],
    ),
  ).toEqual(['timezone']);
}, 60_000);

// Where a line stands follows the file that it stands in.
function withoutPlaces(text: string): string {
  return text
    .replaceAll(/"at":\{[^}]*\}/g, '"at":{}')
    .replace(/"digest":"[^"]*",\n"seal":"[^"]*"/, '');
}

function escapeAll(value: unknown): unknown {
  if (typeof value === 'string') return toEscapedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(escapeAll);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, escapeAll(part)]));
}
