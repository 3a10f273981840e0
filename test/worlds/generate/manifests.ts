import fc from 'fast-check';
import { stringify } from 'yaml';
import type { DesiredAccount } from '../../../src/model/desired/desired.ts';
import { findFieldRow } from '../../../src/model/fields/fields.ts';
import type {
  WrittenAccount,
  WrittenCycle,
  WrittenInstalledConnector,
  WrittenMapping,
  WrittenStep,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { Pool, PoolConnector, PoolStep, PoolTemplate } from './pool.ts';

/** The variables that generated manifests refer to, with values that are no secrets. */
export const poolSecrets: Readonly<Record<string, string>> = {
  FIRST_SECRET: 'first-not-a-secret',
  SECOND_SECRET: 'second-not-a-secret',
};

const present = { requiredKeys: [] };
const words = fc.constantFrom('Acme', 'Größe 7', 'a: b', '#1', '日本', "it's", 'yes', '007', '1e3');
const cleared = fc.option(words, { nil: null, freq: 3 });
const hours = fc.option(fc.integer({ min: 0, max: 744 }), { nil: null, freq: 4 });
const secret = fc.constantFrom({ env: 'FIRST_SECRET' }, { env: 'SECOND_SECRET' });
const scalar = fc.oneof(words, fc.integer({ min: -999, max: 999 }), fc.boolean());
const retention = fc.option(
  fc
    .record({ successHours: hours, erroredHours: hours }, present)
    .filter((written) => Object.keys(written).length > 0),
  { nil: null, freq: 4 },
);
const instant = fc.constantFrom('2026-12-01T06:00:00Z', '2027-03-01T00:30:00Z');
const schedule = fc.record(
  { every: fc.constantFrom('1m', '15m', '1h', '1d', '7d'), startAt: instant },
  { requiredKeys: ['every'] },
);

/** A valid manifest of an account that names what is in a pool and nothing else. */
export function arbitraryAccount(
  pool: Pool,
  who: { readonly key: string; readonly id: string },
): fc.Arbitrary<WrittenAccount> {
  const settings = fc.record(
    {
      displayName: words,
      description: cleared,
      timezone: fc.constantFrom('Europe/Berlin', 'UTC', 'Asia/Kolkata', 'America/New_York'),
      auditInfo: cleared,
      taskAuditInfo: cleared,
      retention,
      errorWebhook: fc.option(arbitraryWebhook(), { nil: null, freq: 3 }),
    },
    present,
  );
  const counts = fc.tuple(...pool.connectors.map(() => fc.constantFrom(0, 1, 1, 2)));
  return fc.tuple(settings, counts).chain(([spec, installed]) => {
    const chosen = pool.connectors.flatMap((connector, index) =>
      Array.from({ length: installed[index] ?? 0 }, (_, which) => ({
        key: `${toKey(connector.name)}-${which + 1}`,
        connector,
      })),
    );
    const connectors = fc.record(
      Object.fromEntries(chosen.map(({ key, connector }) => [key, arbitraryConnector(connector)])),
    );
    const keys = new Map(chosen.map(({ key, connector }) => [connector.name, key]));
    const cycles = arbitraryEntries(
      pool.templates
        .filter(({ slots }) => slots.every((slot) => keys.has(slot.replace(/#\d+$/, ''))))
        .map((template) => [toKey(template.name), arbitraryCycle(template, keys)] as const),
    );
    return fc.record({ connectors, cycles }).map(
      (parts): WrittenAccount => ({
        apiVersion: 'cyclectl/v1',
        kind: 'Account',
        metadata: { name: who.key, labels: { tier: 'test' } },
        spec: { id: who.id, ...spec, ...parts },
      }),
    );
  });
}

/** The text of a manifest, as a person might write it. */
export function formatManifestText(account: WrittenAccount): string {
  return stringify(account, { version: '1.2', aliasDuplicateObjects: false });
}

/** The rows of the field table that a desired account reaches, each as often as it does. */
export function listReachedRows(account: DesiredAccount): string[] {
  const connectors =
    account.connectors.kind === 'set' ? [...account.connectors.value.values()] : [];
  const cycles = account.cycles.kind === 'set' ? [...account.cycles.value.values()] : [];
  const name = (kind: 'account' | 'connector' | 'cycle', fields: DesiredAccount['fields']) =>
    [...fields.keys()].map((path) => `${kind} ${findFieldRow(kind, path).path}`);
  return [
    ...name('account', account.fields),
    ...connectors.flatMap(({ fields }) => name('connector', fields)),
    ...cycles.flatMap(({ fields }) => name('cycle', fields)),
    ...cycles.flatMap(({ slots }) => [...slots].map(() => 'cycle connectors/*')),
    ...cycles.flatMap(({ mappings }) => mappings.map(({ slot }) => `cycle steps/*/${slot}/*`)),
    ...cycles.flatMap(({ visibilities }) =>
      visibilities.map(() => 'cycle steps/*/launchVisible/*/*'),
    ),
    ...cycles.flatMap(({ activity }) => (activity.kind === 'set' ? ['cycle state'] : [])),
    ...cycles.flatMap(({ activity }) =>
      activity.kind === 'set' && activity.value.schedule !== null ? ['cycle schedule'] : [],
    ),
  ];
}

function arbitraryWebhook() {
  const url = fc.oneof(fc.constant('https://hooks.example.com/acme'), secret);
  return fc.record({ url, includeWarnings: fc.boolean() }, { requiredKeys: ['url'] });
}

function arbitraryConnector(connector: PoolConnector): fc.Arbitrary<WrittenInstalledConnector> {
  const { name, versions, properties } = connector;
  const property = fc.oneof(scalar, secret);
  return fc.record(
    {
      connector: fc.record(
        { name: fc.constant(name), version: fc.constantFrom(...versions) },
        { requiredKeys: ['name'] },
      ),
      description: cleared,
      auth: arbitraryAuth(connector.auth),
      properties: arbitrarySubset(properties, () => property),
    },
    { requiredKeys: ['connector'] },
  );
}

function arbitraryAuth(
  kind: PoolConnector['auth'],
): fc.Arbitrary<NonNullable<WrittenInstalledConnector['auth']>> {
  switch (kind) {
    case 'none':
      return fc.constant('none');
    case 'apiKey':
      return fc.oneof(fc.record({ apiKey: secret }), fc.record({ authValue: secret }));
    case 'basic':
      return fc.record({
        basic: fc.record({ username: fc.oneof(fc.constant('sync'), secret), password: secret }),
      });
    case 'oauth':
      return fc.oneof(
        fc.constant({ oauth: { user: 'it@acme.example' } }),
        fc.record({ oauth: fc.record({ tokens: secret }) }),
      );
  }
}

function arbitraryCycle(
  template: PoolTemplate,
  keys: ReadonlyMap<string, string>,
): fc.Arbitrary<WrittenCycle> {
  const slots = template.slots.map((slot) => [slot, keys.get(slot.replace(/#\d+$/, '')) ?? '']);
  const state = fc.constantFrom('active' as const, 'paused' as const);
  const activity = template.isWebhook
    ? fc.record({ state }, present)
    : fc.oneof(fc.record({ state }), fc.record({ state, schedule }), fc.constant({}));
  const parts = fc.record(
    {
      from: fc.constant({ template: template.name }),
      description: cleared,
      tags: fc.uniqueArray(fc.constantFrom('eu', 'us', 'all'), { maxLength: 3 }),
      retention,
      errorAction: fc.constantFrom('Ignore', 'Retry'),
      collectionSplit: fc.constantFrom('All', 'None'),
      logRequests: fc.boolean(),
      shareable: fc.boolean(),
      connectors: fc.constant(Object.fromEntries(slots)),
      variables: arbitrarySubset(template.variables, () => fc.oneof(scalar, secret)),
      steps: arbitrarySteps(template),
    },
    { requiredKeys: ['from', 'connectors'] },
  );
  return fc.tuple(parts, activity).map(([cycle, run]) => ({ ...cycle, ...run }));
}

function arbitrarySteps(template: PoolTemplate): fc.Arbitrary<Record<string, WrittenStep>> {
  const steps = template.steps.map((step) => {
    const mapping = arbitraryMapping(template, step);
    const parameters = arbitrarySubset(step.parameters, () => mapping);
    const fields = arbitrarySubset(step.fields, () => mapping);
    const launchVisible = arbitraryLaunch(step);
    const parts = { parameters, fields, launchVisible };
    return [step.name, fc.record(parts, { requiredKeys: ['parameters', 'fields'] })] as const;
  });
  return arbitraryEntries(steps);
}

function arbitraryLaunch(step: PoolStep): fc.Arbitrary<NonNullable<WrittenStep['launchVisible']>> {
  const [slot, names] =
    step.fields.length > 0
      ? (['fields', step.fields] as const)
      : (['parameters', step.parameters] as const);
  const shown = fc.dictionary(fc.constantFrom(...names), fc.boolean(), {
    minKeys: 1,
    maxKeys: 2,
    noNullPrototype: true,
  });
  return shown.map((targets) => ({ [slot]: targets }));
}

function arbitraryMapping(template: PoolTemplate, step: PoolStep): fc.Arbitrary<WrittenMapping> {
  return fc.oneof(
    scalar,
    secret,
    fc.constantFrom<WrittenMapping[]>(
      { ignore: true },
      { expression: '{{LastSuccessfulRunDate}}' },
      ...step.reads,
      ...template.variables.map((variable) => ({ variable })),
    ),
  );
}

/** A map with some of the names, each with a value of its own. */
function arbitrarySubset<T>(
  names: readonly string[],
  arbitraryOf: (name: string) => fc.Arbitrary<T>,
): fc.Arbitrary<Record<string, T>> {
  return arbitraryEntries(names.map((name) => [name, arbitraryOf(name)] as const));
}

function arbitraryEntries<T>(
  entries: readonly (readonly [string, fc.Arbitrary<T>])[],
): fc.Arbitrary<Record<string, T>> {
  return fc
    .tuple(...entries.map(([name, value]) => fc.tuple(fc.constant(name), value)))
    .chain((all) => fc.subarray(all))
    .map((some) => Object.fromEntries(some));
}

function toKey(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
