import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { withOverlay } from '../../../../src/engine/load/with-overlay.ts';
import { resolveDocument } from '../../../../src/engine/validate/resolve-document.ts';
import { formatWritten } from '../../../../src/features/authoring/describe/format-manifest.ts';
import type { Candidate } from '../../../../src/features/authoring/propose-fleets/list-candidates.ts';
import { resolveFleets } from '../../../../src/features/authoring/propose-fleets/resolve-fleets.ts';
import { toRendered } from '../../../../src/features/fleet/format-rendered.ts';
import { formatCanonicalJson } from '../../../../src/kit/json/canonical-json.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import type { Files } from '../../../../src/model/ports.ts';
import { anyCharacter } from '../../../support/values/any-character.ts';
import { makeFiles } from '../../../support/values/read-manifests.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    staging:
      service: {emulator: {world: world.yaml}}
      variables: {zone: Europe/Paris}
    prod:
      service: {emulator: {world: world.yaml}}
      variables: {zone: Europe/Berlin}
`;

const texts = fc
  .oneof(
    fc.constantFrom(
      'eu',
      'us',
      `\${vars.zone}`,
      `$\${x}`,
      '=1+1',
      ' a ',
      'a|b',
      'true',
      '007',
      '"',
    ),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  )
  .map((text) => (text.startsWith('$') ? text : text.replaceAll('${', '')));

/** Ways in which an account can differ from the others; each is rare or frequent, as drawn. */
const differences = fc.record({
  name: texts,
  zone: fc.option(fc.constantFrom('UTC', `\${vars.zone}`, 'Europe/Berlin')),
  hours: fc.option(fc.integer({ min: 1, max: 700 })),
  region: texts,
  hasMailer: fc.boolean(),
  schedule: fc.constantFrom(
    { every: '15m' },
    { every: '1h' },
    { every: '1h', startAt: '2026-12-01T06:00:00Z' },
  ),
  mapping: fc.constantFrom({ step: 'List', field: 'A' }, { step: 'List', field: 'B' }, 'plain', 7, {
    ignore: true as const,
  }),
  tags: fc.constantFrom<null | string[]>(null, ['a'], ['a', 'b']),
  key: fc.constantFrom('KEY', 'OTHER_KEY'),
});

type Difference = typeof differences extends fc.Arbitrary<infer T> ? T : never;

function makeAccount(index: number, drawn: Difference): WrittenAccount {
  const name = `north-${index}`;
  const own = `NORTH_${index}`;
  return {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name, ...(drawn.tags === null ? {} : { labels: { tier: 'gold' } }) },
    spec: {
      ...(index % 2 === 0 ? { id: `n-${index}` } : { ids: { prod: `n-${index}` } }),
      displayName: drawn.name,
      ...(drawn.zone === null ? {} : { timezone: drawn.zone }),
      ...(drawn.hours === null ? {} : { retention: { successHours: drawn.hours } }),
      connectors: {
        crm: {
          connector: { name: 'Sample CRM' },
          auth: { apiKey: { env: `${own}_${drawn.key}` } },
          properties: { region: drawn.region, folder: `/customers/${name}` },
        },
        ...(drawn.hasMailer ? { mailer: { connector: { name: 'Mailer' } } } : {}),
      },
      cycles: {
        contacts: {
          from: { template: 'Contacts' },
          state: 'active',
          schedule: drawn.schedule,
          ...(drawn.tags === null ? {} : { tags: drawn.tags }),
          steps: { Write: { fields: { Email: drawn.mapping } } },
        },
      },
    },
  };
}

/** Accounts that have few differences from one of them. */
const fleets = fc
  .tuple(
    differences,
    fc.array(
      fc.tuple(
        differences,
        fc.constantFrom(
          ...Object.keys({
            name: 1,
            zone: 1,
            hours: 1,
            region: 1,
            hasMailer: 1,
            schedule: 1,
            mapping: 1,
            tags: 1,
            key: 1,
          }),
        ),
      ),
      { minLength: 3, maxLength: 30 },
    ),
  )
  .map(([usual, others]) =>
    others.map(([drawn, part], index) =>
      makeAccount(index, { ...usual, [part]: drawn[part as keyof Difference] }),
    ),
  );

async function renderAll(files: Files): Promise<ReadonlyMap<string, string>> {
  const { project: read, index } = await indexManifests(files);
  expect(index.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const rendered = new Map<string, string>();
  for (const { key, document } of index.accounts) {
    for (const environment of read?.environments.keys() ?? []) {
      if (document === null || read === null) throw new Error(`${key} is not kept`);
      const written = resolveDocument(document, environment, read.environments);
      rendered.set(
        `${key} in ${environment}`,
        formatCanonicalJson(toRendered(written, environment)),
      );
    }
  }
  return rendered;
}

it('accounts with any differences mean the same as rows, or keep their files', async () => {
  let rows = 0;
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(fleets, async (drawn) => {
      const written = Object.fromEntries(
        drawn.map((account) => [`accounts/${account.metadata.name}.yaml`, formatWritten(account)]),
      );
      const files = makeFiles({ 'cyclectl.yaml': project, ...written });
      const { index } = await indexManifests(files);
      const valid = drawn.filter(({ metadata }) =>
        index.accounts.some(({ key }) => key === metadata.name),
      );
      fc.pre(valid.length === drawn.length);
      const before = await renderAll(files);
      const candidates = drawn.map((member): Candidate => {
        const key = member.metadata.name;
        return { key, file: `accounts/${key}.yaml`, member, texts: null, secrets: [] };
      });
      const resolved = await resolveFleets(candidates, {
        files,
        entries: index.accounts,
        owner: 'it',
      });
      if ('refused' in resolved) throw new Error(JSON.stringify(resolved.refused));
      const changes = new Map<string, string | null>(resolved.texts);
      for (const path of resolved.removed) changes.set(path, null);
      const after = await renderAll(withOverlay(files, changes));
      for (const [key, text] of before) expect(after.get(key), key).toBe(text);
      expect(after.size).toBe(before.size);
      accounts += drawn.length;
      rows += resolved.removed.length;
    }),
    { numRuns: 30, seed: 26 },
  );
  // Most accounts become rows; otherwise nothing would be proven.
  expect(rows / accounts).toBeGreaterThan(0.7);
}, 120_000);
