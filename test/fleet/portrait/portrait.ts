import type { Emulator } from '../../../src/emulator/emulator.ts';
import { type Answer, signIn } from '../../emulator/support/start-emulator.ts';
import type {
  DumpedAccount,
  DumpedConnector,
  DumpedCycle,
  DumpedStep,
} from '../../worlds/console/dumped.ts';
import { send } from '../console-user.ts';

// State of a service by names: equal portraits mean equal state, whatever the ids, counters and
// times. Independent of the manifest format.

/** All that is true of an account, by path; secrets are fingerprints, and so can be compared. */
export type Facts = ReadonlyMap<string, string>;

/** The accounts of a service by their external ids. */
export type Portrait = ReadonlyMap<string, Facts>;

/** Names of catalog and template ids in one service. */
type Dictionary = {
  readonly releases: ReadonlyMap<number, Answer['body']>;
  readonly templates: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly nowMs: number;
};

/** Draws every account that a service holds. */
export async function drawPortrait(emulator: Emulator): Promise<Portrait> {
  const caller = await signIn(emulator);
  const releases: Answer['body'][] = await send(caller, 'GET', '/connectors?pageSize=1000');
  const templates: Answer['body'][] = await send(caller, 'GET', '/templates?pageSize=1000');
  const { accounts, now } = emulator.control.dump();
  const words: Dictionary = {
    releases: new Map(releases.map((each) => [each.Id, each])),
    templates: new Map(templates.map(({ Id, Name, Tags }) => [Id, `${Name} (${Tags.join()})`])),
    accounts: new Map(accounts.map(({ id, externalId }) => [id, externalId])),
    nowMs: Date.parse(now),
  };
  return new Map(
    accounts.map((account) => [
      account.externalId,
      new Map([
        ...drawSettings(account, words),
        ...account.connectors.flatMap((each) => drawConnector(account, each, words)),
        ...account.cycles.flatMap((each) => drawCycle(account, each, words)),
      ]),
    ]),
  );
}

type Fact = readonly [string, string];

function drawSettings(account: DumpedAccount, words: Dictionary): Fact[] {
  return toFacts('', {
    name: account.name,
    // Never set, cleared and empty read alike.
    description: account.description || null,
    timezone: account.timezone,
    'retention/success': account.successRetentionHours,
    'retention/errored': account.erroredRetentionHours,
    'errorWebhook/enabled': account.webhookEnabled,
    'errorWebhook/url': account.webhookUrl,
    'errorWebhook/warnings': account.webhookIncludeWarnings,
    auditInfo: account.auditInfo,
    taskAuditInfo: account.taskAuditInfo,
    parent: words.accounts.get(account.parentId ?? '') ?? null,
  });
}

function drawConnector(
  account: DumpedAccount,
  connector: DumpedConnector,
  words: Dictionary,
): Fact[] {
  const release = words.releases.get(connector.connectorId);
  const authentication: Answer['body'] = release.Authentication.find(
    ({ Id }: Answer['body']) => Id === connector.authenticationId,
  );
  const at = `connectors/${connector.name}`;
  const categories = account.customCategories.filter(
    ({ accountConnectorId }) => accountConnectorId === connector.id,
  );
  return [
    ...toFacts(at, {
      kind: release.Name,
      version: release.Version,
      authentication: `${authentication.AuthName} (${authentication.AuthType})`,
      description: connector.description || null,
      auth: connector.authValue,
      authenticated: connector.isAuthenticated,
    }),
    ...connector.properties
      .filter(({ value }) => value !== null)
      .flatMap(({ name, value }) => toFacts(`${at}/properties`, { [name]: value })),
    ...categories.flatMap(({ name }) => toFacts(`${at}/categories`, { [name]: 'there' })),
  ];
}

function drawCycle(account: DumpedAccount, cycle: DumpedCycle, words: Dictionary): Fact[] {
  if (cycle.status === 'DeleteScheduled') return toFacts(`deleted/${cycle.name}`, { is: cycle.id });
  const at = `cycles/${cycle.name}`;
  const connectors = new Map(account.connectors.map(({ id, name }) => [id, name]));
  return [
    ...toFacts(at, {
      template: words.templates.get(cycle.templateId ?? '') ?? null,
      description: cycle.description || null,
      tags: cycle.tags.filter((tag) => !tag.startsWith('cyclectl:')).toSorted(),
      'retention/success': cycle.successRetentionHours,
      'retention/errored': cycle.erroredRetentionHours,
      errorAction: cycle.stepErrorAction,
      collectionSplit: cycle.collectionSplitType,
      logRequests: cycle.logStepDataRequests,
      shareable: cycle.shareable,
      state: cycle.status,
      hasRun: cycle.lastSuccessfulRunMs !== null,
      ...(cycle.activation === null ? {} : { schedule: drawSchedule(cycle.activation, words) }),
      ...(cycle.webhookIdentifier === null ? {} : { webhook: cycle.webhookIdentifier }),
    }),
    ...cycle.variables.flatMap(({ displayName, value }) =>
      toFacts(`${at}/variables`, { [displayName]: value }),
    ),
    ...cycle.steps.flatMap((step, index) => {
      const bound = cycle.bindings[index]?.accountConnectorId ?? 0;
      const place = `${at}/steps/${index + 1} ${step.name}`;
      return [
        ...toFacts(place, { connector: connectors.get(bound) ?? null, method: step.method.name }),
        ...drawMappings(cycle, step).flatMap(([key, value]) => toFacts(place, { [key]: value })),
      ];
    }),
  ];
}

const dayMs = 86_400_000;

// The start counts if it is in the future, else its offset in the interval. For a continuing
// schedule, the next start is ahead of the frozen clock by the duration of the test.
function drawSchedule(
  { intervalMinutes, runOnce, startAtMs }: NonNullable<DumpedCycle['activation']>,
  { nowMs }: Dictionary,
): unknown {
  const everyMs = (intervalMinutes ?? 0) * 60_000;
  const start = new Date(startAtMs).toISOString();
  if (runOnce || startAtMs - nowMs > everyMs + dayMs) return { intervalMinutes, runOnce, start };
  return { intervalMinutes, runOnce, phase: everyMs === 0 ? null : startAtMs % everyMs };
}

function drawMappings(cycle: DumpedCycle, step: DumpedStep): [string, readonly unknown[]][] {
  const names = nameInstance(cycle);
  return (['parameters', 'fields'] as const).flatMap((slot) =>
    step.method[slot].flatMap((item): [string, readonly unknown[]][] => {
      const mapping = step.mappings[item.id];
      if (mapping === undefined) return [];
      const { type, value, sourceStepId, sourceFieldId, triggerValue } = mapping;
      const source = sourceStepId === null ? [] : [`{{${sourceStepId} ${sourceFieldId}}}`];
      const lookup =
        triggerValue === null ? [] : [triggerValue, mapping.triggerValueDisplayName ?? null];
      const parts = [...(value === null ? [] : [value]), ...source, ...lookup];
      const kind = item.isSensitive ? `secret ${type}` : type;
      const named = parts.map((part) => (part === null ? part : nameReferences(part, names)));
      return [[`${slot}/${item.key}`, [kind, ...named]]];
    }),
  );
}

// Which white space a merge field has inside means nothing.
function nameReferences(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(
    /\{\{\s*([0-9a-f-]{36}) (\d+)\s*\}\}/g,
    (_all, step: string, field: string) => {
      return `{{${names.get(step)} → ${names.get(field)}}}`;
    },
  );
}

function nameInstance(cycle: DumpedCycle): ReadonlyMap<string, string> {
  return new Map(
    cycle.steps.flatMap((step, index) => [
      [step.id, `${index + 1} ${step.name}`] as const,
      ...step.method.responseFields.map((item) => [String(item.id), item.key] as const),
    ]),
  );
}

function toFacts(at: string, facts: Readonly<Record<string, unknown>>): Fact[] {
  const prefix = at === '' ? '' : `${at}/`;
  return Object.entries(facts).map(([name, fact]) => [`${prefix}${name}`, JSON.stringify(fact)]);
}
