import {
  type DumpedAccount,
  type DumpedConnector,
  type DumpedCycle,
  type DumpedStep,
  labelDumped,
} from '../console/dumped.ts';

/** Values of manageable fields in the service, by `OBJECT ID PATH`; the account's id is empty. */
export type LiveFacts = ReadonlyMap<string, string>;

/** Reads the facts of an account off the service's own state. How a paused cycle would run is none. */
export function listFacts(account: DumpedAccount): LiveFacts {
  const { successRetentionHours: successHours, erroredRetentionHours: erroredHours } = account;
  return new Map<string, string>([
    ...toFacts('', {
      displayName: account.name,
      description: account.description,
      timezone: account.timezone,
      auditInfo: account.auditInfo,
      taskAuditInfo: account.taskAuditInfo,
      'retention/successHours': successHours,
      'retention/erroredHours': erroredHours,
      'errorWebhook/enabled': account.webhookEnabled,
      'errorWebhook/url': account.webhookUrl,
      'errorWebhook/includeWarnings': account.webhookIncludeWarnings,
    }),
    ...account.connectors.flatMap(listConnectorFacts),
    ...account.cycles.filter(({ deletedAtMs }) => deletedAtMs === null).flatMap(listCycleFacts),
  ]);
}

function listConnectorFacts(connector: DumpedConnector): [string, string][] {
  const { id, name: displayName, description, authValue: auth, properties } = connector;
  return [
    ...toFacts(String(id), { displayName, description, auth }),
    ...properties.flatMap(({ name, value }) =>
      toFacts(String(id), { [`properties/${toSegment(name)}`]: value }),
    ),
  ];
}

function listCycleFacts(cycle: DumpedCycle): [string, string][] {
  const { id, name: displayName, description, tags, status, activation } = cycle;
  const isActive = status === 'Active';
  return [
    ...toFacts(id, {
      displayName,
      description,
      tags: tags.toSorted().join(),
      'retention/successHours': cycle.successRetentionHours,
      'retention/erroredHours': cycle.erroredRetentionHours,
      errorAction: cycle.stepErrorAction,
      collectionSplit: cycle.collectionSplitType,
      logRequests: cycle.logStepDataRequests,
      shareable: cycle.shareable,
      state: isActive ? 'active' : 'paused',
      ...(isActive ? { schedule: `${activation?.intervalMinutes} ${activation?.runOnce}` } : {}),
      'connectors/*': JSON.stringify(cycle.bindings),
    }),
    ...cycle.variables.flatMap((item) =>
      toFacts(id, { [`variables/${toSegment(item.systemName)}`]: item.value }),
    ),
    ...[...labelDumped(cycle)].flatMap(([label, step]) =>
      Object.entries(step.mappings).flatMap(([target, mapping]) => {
        const { isOwn: _own, isLaunchVisible, ...is } = mapping;
        return toFacts(id, {
          [`steps/${toSegment(label)}/*/${target}`]: JSON.stringify(is),
          [`steps/${toSegment(label)}/launchVisible/*/${target}`]: isLaunchVisible,
        });
      }),
    ),
  ];
}

/** What is inside the cycles of an account, by the paths of members; what has no value is left out. */
export function listContentFacts(account: DumpedAccount): LiveFacts {
  return new Map(
    account.cycles
      .filter(({ deletedAtMs }) => deletedAtMs === null)
      .flatMap((cycle) => listContents(cycle, account))
      .filter(([, value]) => value !== ''),
  );
}

function listContents(cycle: DumpedCycle, { connectors }: DumpedAccount): [string, string][] {
  const { id, variables, bindings } = cycle;
  const labelled = [...labelDumped(cycle)];
  const labels = new Map(labelled.map(([label, step]) => [step.id, label]));
  const edges = cycle.edges.map(
    ({ tailStepId, headStepId }) => `${labels.get(tailStepId)} ${labels.get(headStepId)}`,
  );
  return [
    ...toFacts(id, {
      steps: labelled
        .map(([label]) => label)
        .toSorted()
        .join(),
      edges: edges.toSorted().join(),
      variables: variables
        .map(({ displayName }) => displayName)
        .toSorted()
        .join(),
    }),
    ...variables.flatMap((item) =>
      toFacts(id, { [`variables/${toSegment(item.displayName)}`]: item.value }),
    ),
    ...labelled.flatMap(([label, step]) => {
      const at = `steps/${toSegment(label)}`;
      const bound = bindings.find(({ stepId }) => stepId === step.id)?.accountConnectorId;
      return [
        ...toFacts(id, {
          [`${at}/description`]: step.description,
          [`${at}/action`]: step.actionType,
          [`${at}/method`]: step.method.name,
          [`${at}/connector`]: String(connectors.find((each) => each.id === bound)?.id ?? ''),
        }),
        ...listMappingFacts(id, at, step),
      ];
    }),
  ];
}

function listMappingFacts(id: string, at: string, step: DumpedStep): [string, string][] {
  const slots = [
    ['parameters', step.method.parameters],
    ['fields', step.method.fields],
  ] as const;
  return slots.flatMap(([slot, items]) =>
    items.flatMap((item): [string, string][] => {
      const mapping = step.mappings[item.id];
      if (mapping === undefined) return [];
      const { isOwn: _own, isLaunchVisible, ...is } = mapping;
      const target = `${slot}/${toSegment(item.key)}`;
      const isNone = is.type === 'Ignore';
      return [
        [`${id} ${at}/${target}`, isNone ? '' : JSON.stringify(is)],
        [`${id} ${at}/launchVisible/${target}`, isLaunchVisible ? 'true' : ''],
      ];
    }),
  );
}

function toFacts(
  id: string,
  fields: Readonly<Record<string, string | number | boolean | null>>,
): [string, string][] {
  return Object.entries(fields).map(([path, value]) => [`${id} ${path}`, String(value ?? '')]);
}

/** A name as a segment of a path. */
export function toSegment(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}
