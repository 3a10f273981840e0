import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveDocument } from '../../../src/engine/validate/resolve-document.ts';
import { formatRendered, toRendered } from '../../../src/features/fleet/format-rendered.ts';
import { indexOnce } from '../../support/index-once.ts';
import { anyCharacter } from '../../support/values/any-character.ts';
import { formatPlanFile } from '../../worlds/features/format-plan-file.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';

const blueprint = `apiVersion: cyclectl/v1
kind: Blueprint
metadata: {name: sync}
spec:
  inputs:
    title: {type: string}
    interval: {type: enum, values: [5m, 15m, 1h], default: 15m}
    region: {type: enum, values: [eu, us]}
    list: {type: enum, values: [Customers, Leads], required: false}
    hours: {type: number, default: 120}
    key: {type: secret, ref: {env: "CRM_KEY_\${account.env}"}}
  displayName: \${inputs.title}
  retention: {successHours: "\${inputs.hours}", erroredHours: 336}
  connectors:
    crm:
      connector: {name: Sample CRM, version: "2.0"}
      auth: {apiKey: "\${inputs.key}"}
      properties: {region: "\${inputs.region}"}
    files:
      when: inputs.region == "eu"
      connector: {name: Sample File Store}
      properties: {rootFolder: "/\${account.name}/\${account.labels.tier}"}
    app:
      connector: {name: Our App}
      auth: none
      description: \${inputs.title}
  environments:
    local: {timezone: Europe/Berlin}
`;

const fleet = `apiVersion: cyclectl/v1
kind: Fleet
metadata: {name: customers}
spec:
  blueprint: sync
  tables: [fleets/customers.csv]
  segments:
    gold: {match: {tier: gold}, set: {retention: {erroredHours: 700}, inputs: {hours: 24}}}
  overrides:
    - {account: north-0, reason: asked, owner: it, set: {connectors: {app: null}, timezone: UTC}}
`;

type Row = {
  readonly title: string;
  readonly tier: string;
  readonly region: string;
  readonly hours: number | null;
};

const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    title: fc
      .oneof(
        fc.string({ unit: fc.constantFrom('$', '{', '}', '"', ',', ';', '\n', 'é', 'a', ' ') }),
        fc.string({ unit: anyCharacter, maxLength: 12 }),
      )
      .map((text) => `x${text.replaceAll('\r', '')}`),
    tier: fc.constantFrom('gold', 'plain'),
    region: fc.constantFrom('eu', 'us'),
    hours: fc.option(fc.integer({ min: 0, max: 700 })),
  }),
  { minLength: 1, maxLength: 4 },
);

function formatTable(drawn: readonly Row[]): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = drawn.map(({ title, tier, region, hours }, index) =>
    [`north-${index}`, `n-${index}`, quote(title), tier, region, hours ?? ''].join(','),
  );
  return `name,id,title,labels.tier,region,hours\n${lines.join('\n')}\n`;
}

const law = 'a fleet and the same accounts as files give the same plan, places aside, to the byte';

it(law, async () => {
  const names = ['NORTH_0', 'NORTH_1', 'NORTH_2', 'NORTH_3'];
  const secrets = Object.fromEntries(names.map((name) => [`CRM_KEY_${name}`, `key-of-${name}`]));
  const fixture = await openFixture({ manifests: {}, secrets });
  await fc.assert(
    fc.asyncProperty(rows, async (drawn) => {
      replaceAll(fixture, {
        'blueprints/sync.yaml': blueprint,
        'fleets/customers.yaml': fleet,
        'fleets/customers.csv': formatTable(drawn),
      });
      const asRows = await planText(fixture);
      replaceAll(fixture, await renderAll(fixture));
      expect(await planText(fixture)).toBe(asRows);
      expect(asRows).toContain('north-0');
    }),
    { numRuns: 40, seed: 25 },
  );
}, 120_000);

/** The plan file without the places of values, which differ, and the digests that they are in. */
async function planText(fixture: TestFixture): Promise<string> {
  const text = await formatPlanFile(await fixture.plan());
  return text.replaceAll(/"at":\{[^{}]*\},?/g, '').replaceAll(/"(?:digest|seal)":"[^"]*"/g, '');
}

/** The manifests that the rows come to, by path. */
async function renderAll({ manifests }: TestFixture): Promise<Readonly<Record<string, string>>> {
  const { project, index } = await indexOnce(manifests);
  expect(index.diagnostics).toEqual([]);
  const environments = project?.environments ?? new Map();
  return Object.fromEntries(
    index.accounts.map(({ key, document }) => {
      if (document === null) throw new Error(`${key} is not kept`);
      const written = resolveDocument(document, 'local', environments);
      return [`accounts/${key}.yaml`, formatRendered(toRendered(written, 'local'))];
    }),
  );
}

function replaceAll({ manifests }: TestFixture, texts: Readonly<Record<string, string>>): void {
  for (const path of [...manifests.keys()]) {
    if (path !== 'cyclectl.yaml') manifests.delete(path);
  }
  for (const [path, text] of Object.entries(texts)) manifests.set(path, text);
}
