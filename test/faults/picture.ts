import type { Emulator } from '../../src/emulator/emulator.ts';
import type {
  DumpedAccount,
  DumpedConnector,
  DumpedCycle,
  DumpedStep,
} from '../worlds/console/dumped.ts';

// State of the service without ids and times: equal states have equal pictures, and duplicates
// show.

/** A cycle in the words of people. */
export type CyclePicture = {
  readonly name: string;
  readonly status: string;
  /** All that an edit can change. */
  readonly values: unknown;
};

export type AccountPicture = {
  readonly id: string;
  readonly settings: unknown;
  readonly connectors: readonly unknown[];
  readonly cycles: readonly CyclePicture[];
};

/** Draws every account of a service, in the order of their external ids. */
export function drawService(emulator: Emulator): readonly AccountPicture[] {
  return emulator.control
    .dump()
    .accounts.map(drawAccount)
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function drawAccount(account: DumpedAccount): AccountPicture {
  const { id: _id, createdAtMs: _created, connectors, cycles, ...settings } = account;
  const names = new Map(connectors.map((connector) => [connector.id, connector.name]));
  return {
    id: account.externalId,
    settings,
    connectors: sortByText(connectors.map(drawConnector)),
    cycles: sortByText(
      cycles
        .filter(({ status }) => status !== 'DeleteScheduled')
        .map((cycle) => drawCycle(cycle, names)),
    ),
  };
}

function drawConnector(connector: DumpedConnector): unknown {
  const { id: _id, accountId: _account, properties, ...rest } = connector;
  return {
    ...rest,
    properties: sortByText(properties.map(({ name, value }) => ({ name, value }))),
  };
}

function drawCycle(cycle: DumpedCycle, connectors: ReadonlyMap<number, string>): CyclePicture {
  const names = nameInstance(cycle);
  const { intervalMinutes = null, runOnce = null } = cycle.activation ?? {};
  return {
    name: cycle.name,
    status: cycle.status,
    values: {
      description: cycle.description,
      tags: [...cycle.tags].sort(),
      template: cycle.templateId,
      retention: [cycle.successRetentionHours, cycle.erroredRetentionHours],
      settings: [
        cycle.stepErrorAction,
        cycle.collectionSplitType,
        cycle.logStepDataRequests,
        cycle.shareable,
      ],
      activation: cycle.status === 'Active' ? { intervalMinutes, runOnce } : null,
      variables: sortByText(
        cycle.variables.map(({ displayName, value }) => ({ displayName, value })),
      ),
      steps: cycle.steps.map((step) => ({
        name: step.name,
        connector: connectors.get(boundConnector(cycle, step) ?? 0) ?? null,
        mappings: drawMappings(step, names),
      })),
    },
  };
}

function boundConnector(cycle: DumpedCycle, step: DumpedStep): number | null {
  return cycle.bindings.find((item) => item.stepId === step.id)?.accountConnectorId ?? null;
}

function drawMappings(step: DumpedStep, names: InstanceNames): unknown {
  const { parameters, fields } = step.method;
  const named = [...parameters, ...fields].flatMap((item) => {
    const mapping = step.mappings[String(item.id)];
    if (mapping === undefined || (fields.includes(item) && isAsUnmapped(mapping))) return [];
    // No answer shows if a mapping was set here or came with the template.
    const { sourceStepId, sourceFieldId, value, isOwn: _isOwn, ...rest } = mapping;
    return [
      {
        target: item.key,
        source: sourceStepId === null ? null : names.get(sourceStepId),
        field: sourceFieldId === null ? null : names.get(String(sourceFieldId)),
        value: value?.replace(/\{\{(\S+) (\d+)\}\}/g, (_all, source: string, field: string) => {
          return `{{${names.get(source)} ${names.get(field)}}}`;
        }),
        ...rest,
      },
    ];
  });
  return sortByText(named);
}

/**
 * True for a mapping that no answer distinguishes from an unset one: both read as Ignore (SERVICE L
 * [Q2][Q3]). Apply writes Ignore for a new cycle, and not for one that it finds.
 */
function isAsUnmapped({ type, isLaunchVisible }: DumpedStep['mappings'][string]): boolean {
  return type === 'Ignore' && !isLaunchVisible;
}

/** Names of a cycle's step and field ids, which belong to this instance. */
type InstanceNames = ReadonlyMap<string, string>;

function nameInstance(cycle: DumpedCycle): InstanceNames {
  return new Map(
    cycle.steps.flatMap((step) => [
      [step.id, step.name] as const,
      ...step.method.responseFields.map((item) => [String(item.id), item.key] as const),
    ]),
  );
}

function sortByText<T>(items: readonly T[]): T[] {
  return [...items].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}
