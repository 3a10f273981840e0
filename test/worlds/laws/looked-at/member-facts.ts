import { toSystemName } from '../../../../src/emulator/resources/cycles/variables.ts';
import { toHash } from '../../../../src/kit/hash.ts';
import { toUniqueLabels } from '../../../../src/kit/text/to-unique-labels.ts';
import type { MemberOf } from '../../../../src/model/observed/members.ts';
import type {
  Dump,
  DumpedAccount,
  DumpedConnector,
  DumpedCycle,
  DumpedStep,
} from '../../console/dumped.ts';
import { toSegment } from '../live-facts.ts';

/** A row of the table of members, by what it is of and its name on the wire: `step.Method`. */
export type RowName = `${MemberOf}.${string}`;

/** The values of the rows that a path is made of. */
type RowValues = Readonly<Record<RowName, string>>;

/**
 * All members of an account as the service itself has them, by `OBJECT ID PATH`; the account's id is
 * empty. Ids are names, so that only what a person could see is another value.
 */
export type MemberFacts = {
  readonly values: ReadonlyMap<string, RowValues>;
  /** Parameters and fields that exist, with a value or without. */
  readonly targets: ReadonlyMap<string, TargetState>;
  /** Cycles whose template has a newer release, by id. */
  readonly behind: ReadonlySet<string>;
};

/** A target was never mapped, has a mapping, or one to a variable that the cycle does not have. */
export type TargetState = 'unset' | 'set' | 'lost';

/** Facts of an account that is not there. */
export const noFacts: MemberFacts = { values: new Map(), targets: new Map(), behind: new Set() };

type Fact = readonly [path: string, values: Readonly<Record<RowName, unknown>>];

/** Reads the members of an account off the service's own state; one without a value is left out. */
export function listMemberFacts(account: DumpedAccount, templates: Dump['templates']): MemberFacts {
  const cycles = account.cycles.filter(({ deletedAtMs }) => deletedAtMs === null);
  const all = [
    ['', listAccountFacts(account)] as const,
    ...account.connectors.map((each) => [String(each.id), listConnectorFacts(each)] as const),
    ...cycles.map((each) => [each.id, listCycleFacts(each, { account, templates })] as const),
  ];
  const values = new Map(
    all.flatMap(([id, facts]) =>
      facts.flatMap(([path, values]): [string, RowValues][] => {
        const shown = Object.entries(values).map(([row, value]) => [row, String(value ?? '')]);
        const hasValue = shown.some(([, value]) => value !== '');
        return hasValue ? [[`${id} ${path}`, Object.fromEntries(shown) as RowValues]] : [];
      }),
    ),
  );
  const behind = cycles.filter((cycle) => {
    const template = templates.find(({ id }) => id === cycle.templateId);
    return (template?.releases.lastIndexOf('Live') ?? -1) + 1 > (cycle.templateRelease ?? 1);
  });
  const targets = new Map(cycles.flatMap(listTargets));
  return { values, targets, behind: new Set(behind.map(({ id }) => id)) };
}

// Unlike a manifest, drift has a name for each step.
function labelSteps({ steps }: DumpedCycle): readonly (readonly [string, DumpedStep])[] {
  const labels = toUniqueLabels(steps.map(({ name }) => name));
  return steps.map((step, index) => [labels[index] ?? step.name, step]);
}

function listTargets(cycle: DumpedCycle): [string, TargetState][] {
  return labelSteps(cycle).flatMap(([label, { method, mappings }]) =>
    (['parameters', 'fields'] as const).flatMap((slot) =>
      method[slot].flatMap(({ id, key }): [string, TargetState][] => {
        const at = `${cycle.id} steps/${toSegment(label)}`;
        const target = `${slot}/${toSegment(key)}`;
        const mapping = mappings[id];
        const isLost = mapping?.type === 'Variable' && findVariable(cycle, mapping.value) === null;
        const state = isLost ? 'lost' : mapping === undefined ? 'unset' : 'set';
        return [
          [`${at}/${target}`, state],
          [`${at}/launchVisible/${target}`, 'set'],
        ];
      }),
    ),
  );
}

// The value of a parameter that is a secret is a fingerprint.
function findVariable({ variables }: DumpedCycle, value: string | null): string | null {
  const named = variables.find(({ systemName }) => isNamed(systemName, value));
  return named?.displayName ?? null;
}

function isNamed(systemName: string, value: string | null): boolean {
  return [systemName, `sha256:${toHash(systemName).slice(0, 12)}`].includes(value ?? '');
}

/** Names of variables in generated worlds, of which a fingerprint may be left. */
const variableNames = ['region', 'batch size', 'Größe', 'another one'].map(toSystemName);

/** The rows whose values differ, by the `OBJECT ID PATH` of each. */
export function listMovedRows(
  before: MemberFacts,
  after: MemberFacts,
): ReadonlyMap<string, readonly RowName[]> {
  const keys = new Set([...before.values.keys(), ...after.values.keys()]);
  return new Map(
    [...keys].flatMap((key): [string, readonly RowName[]][] => {
      const [was, is]: (RowValues | undefined)[] = [before.values.get(key), after.values.get(key)];
      const rows = Object.keys({ ...was, ...is }) as RowName[];
      const moved = rows.filter((row) => (was?.[row] ?? '') !== (is?.[row] ?? ''));
      return moved.length === 0 ? [] : [[key, moved]];
    }),
  );
}

function listAccountFacts(account: DumpedAccount): Fact[] {
  return [
    ['displayName', { 'account.Name': account.name }],
    ['description', { 'account.Description': account.description }],
    ['timezone', { 'account.Timezone': account.timezone }],
    ['auditInfo', { 'account.AuditInfo': account.auditInfo }],
    ['taskAuditInfo', { 'account.TaskAuditInfo': account.taskAuditInfo }],
    ...toHours('account', account),
    ['errorWebhook/enabled', { 'account.TransactionErrorWebhookEnabled': account.webhookEnabled }],
    ['errorWebhook/url', { 'account.TransactionErrorWebhookUrl': account.webhookUrl }],
    [
      'errorWebhook/includeWarnings',
      { 'account.TransactionErrorWebhookIncludeWarnings': account.webhookIncludeWarnings },
    ],
  ];
}

function listConnectorFacts(connector: DumpedConnector): Fact[] {
  const { name, description, isAuthenticated, connectorId, properties } = connector;
  return [
    ['displayName', { 'connector.Name': name }],
    ['description', { 'connector.Description': description }],
    ['auth', { 'connector.Authenticated': isAuthenticated }],
    ['connector/version', { 'connector.Connector': connectorId }],
    ...properties.map(
      (each): Fact => [
        `properties/${toSegment(each.name)}`,
        { 'connector.Properties': each.value },
      ],
    ),
  ];
}

type Around = { readonly account: DumpedAccount; readonly templates: Dump['templates'] };

function listCycleFacts(cycle: DumpedCycle, { account, templates }: Around): Fact[] {
  const isActive = cycle.status === 'Active';
  const { activation, tags } = cycle;
  const isListed = templates.some((each) => each.id === cycle.templateId && each.isPublished);
  // A single run ends by itself.
  const every = activation?.runOnce === true ? '' : activation?.intervalMinutes;
  return [
    ['displayName', { 'cycle.Name': cycle.name }],
    ['description', { 'cycle.Description': cycle.description }],
    [
      'tags',
      {
        'cycle.Tags': tags
          .filter((tag) => !tag.startsWith('cyclectl:'))
          .toSorted()
          .join(),
      },
    ],
    [
      'state',
      { 'cycle.Status': isActive ? (activation?.runOnce === true ? 'once' : 'active') : 'paused' },
    ],
    // A cycle at rest shows no schedule.
    ['schedule', { 'cycle.Interval': isActive ? every : '' }],
    ...toHours('cycle', cycle),
    ['errorAction', { 'cycle.StepErrorAction': cycle.stepErrorAction }],
    ['collectionSplit', { 'cycle.CollectionSplitType': cycle.collectionSplitType }],
    ['logRequests', { 'cycle.LogStepDataRequests': cycle.logStepDataRequests }],
    ['shareable', { 'cycle.Shareable': cycle.shareable }],
    [
      'from/template',
      { 'cycle.TemplateId': isListed ? cycle.templateId : 'of no template that is listed' },
    ],
    ...listContents(cycle, account),
  ];
}

function toHours(
  of: 'account' | 'cycle',
  hours: Pick<DumpedAccount, 'successRetentionHours' | 'erroredRetentionHours'>,
): Fact[] {
  const { successRetentionHours, erroredRetentionHours } = hours;
  return [
    ['retention/successHours', { [`${of}.StepDataSuccessRetentionHours`]: successRetentionHours }],
    ['retention/erroredHours', { [`${of}.StepDataErroredRetentionHours`]: erroredRetentionHours }],
  ];
}

function listContents(cycle: DumpedCycle, { connectors }: DumpedAccount): Fact[] {
  const { variables, edges, bindings } = cycle;
  const labelled = labelSteps(cycle);
  const labels = new Map(labelled.map(([label, step]) => [step.id, label]));
  const pairs = edges.map(
    ({ tailStepId, headStepId }) => `${labels.get(tailStepId)} > ${labels.get(headStepId)}`,
  );
  const join = (texts: readonly string[]) => texts.toSorted().join('|');
  return [
    ['steps', { 'step.Name': join(labelled.map(([label]) => label)) }],
    ['edges', { 'edge.HeadStepId': join(pairs), 'edge.TailStepId': join(pairs) }],
    ['variables', { 'variable.DisplayName': join(variables.map((each) => each.displayName)) }],
    ...variables.map(
      (each): Fact => [
        `variables/${toSegment(each.displayName)}`,
        { 'variable.Value': each.value },
      ],
    ),
    ...labelled.flatMap(([label, step]): Fact[] => {
      const at = `steps/${toSegment(label)}`;
      const bound = bindings.find(({ stepId }) => stepId === step.id)?.accountConnectorId;
      return [
        [`${at}/description`, { 'step.Description': step.description }],
        [`${at}/action`, { 'step.ActionType': step.actionType }],
        [`${at}/method`, { 'step.Method': step.method.name }],
        [
          `${at}/connector`,
          { 'step.AccountConnector': connectors.find(({ id }) => id === bound)?.id },
        ],
        ...listMappingFacts(cycle, at, step),
      ];
    }),
  ];
}

function listMappingFacts(cycle: DumpedCycle, at: string, step: DumpedStep): Fact[] {
  const slots = [
    ['parameters', step.method.parameters],
    ['fields', step.method.fields],
  ] as const;
  return slots.flatMap(([slot, items]) =>
    items.flatMap((item): Fact[] => {
      const mapping = step.mappings[item.id];
      if (mapping === undefined) return [];
      const target = `${slot}/${toSegment(item.key)}`;
      const launch = mapping.isLaunchVisible ? 'true' : '';
      const visible: Fact = [
        `${at}/launchVisible/${target}`,
        { 'mapping.IsLaunchVisible': launch },
      ];
      // It has no value.
      if (mapping.type === 'Ignore') return [visible];
      const { type, value, sourceStepId, sourceFieldId, triggerValue } = mapping;
      const source = cycle.steps.find(({ id }) => id === sourceStepId);
      const field = source?.method.responseFields.find(({ id }) => id === sourceFieldId);
      const left = variableNames.find((name) => isNamed(name, value)) ?? value;
      const variable = findVariable(cycle, value) ?? left;
      return [
        [
          `${at}/${target}`,
          {
            'mapping.MappingType': type,
            'mapping.Value': type === 'Variable' ? variable : nameReferences(cycle, value),
            'mapping.SourceStepId':
              source === undefined ? sourceStepId : toSourceName(cycle, source),
            'mapping.SourceFieldId': field?.key ?? sourceFieldId,
            'mapping.TriggerValue': triggerValue,
            'mapping.TriggerValueDisplayName': mapping.triggerValueDisplayName,
          },
        ],
        visible,
      ];
    }),
  );
}

// A text names a field of a step by two ids.
function nameReferences(cycle: DumpedCycle, text: string | null): string | undefined {
  return text?.replaceAll(/\{\{(\S+) (\d+)\}\}/g, (reference, stepId: string, fieldId: string) => {
    const step = cycle.steps.find(({ id }) => id === stepId);
    const field = step?.method.responseFields.find(({ id }) => String(id) === fieldId);
    if (step === undefined || field === undefined) return reference;
    return `{{${toSourceName(cycle, step)} ${field.key}}}`;
  });
}

// The first of several is the one that had the name alone.
function toSourceName(cycle: DumpedCycle, source: DumpedStep): string {
  const of = cycle.steps.filter(({ name }) => name === source.name);
  const at = of.indexOf(source);
  return at === 0 ? source.name : `${source.name}#${at + 1}`;
}
