import type { ExportedCycle, ExportedStep } from '../../../model/live/exported-cycle.ts';
import type { LiveConnector, LiveStep, RemoteId } from '../../../model/live/live.ts';
import type { ExportTrust } from './export-trust.ts';

/** Converts the steps of an export; null while a kind of fact in it is not proven. */
export function toLiveSteps(
  trust: ExportTrust,
  { steps }: ExportedCycle,
  connectors: readonly LiveConnector[],
): readonly LiveStep[] | null {
  const found: LiveStep[] = [];
  for (const exported of steps) {
    const { step } = exported;
    const action = trust.findWord(toActionKind(step));
    const connectorId = findSlot(trust, exported, connectors);
    if (action === null || connectorId === undefined) return null;
    if (!trust.isProven('step', toOwnFacts(step))) return null;
    found.push({ ...step, action, connectorId });
  }
  return found;
}

/** Learns from steps that were read both ways. */
export function observeSteps(
  trust: ExportTrust,
  { steps }: ExportedCycle,
  {
    live,
    connectors,
  }: { readonly live: readonly LiveStep[]; readonly connectors: readonly LiveConnector[] },
): void {
  const byId = new Map(live.map((step) => [step.id.toLowerCase(), step]));
  if (steps.length !== live.length || steps.some(({ step }) => !byId.has(step.id.toLowerCase()))) {
    trust.stop('an export names other steps than the cycle has');
    return;
  }
  for (const exported of steps) {
    const { step } = exported;
    const is = byId.get(step.id.toLowerCase());
    if (is === undefined) continue;
    if (toOwnFacts(step) === toOwnFacts(is)) trust.agree('step', toOwnFacts(step));
    else trust.refute('step');
    trust.agreeOnWord(toActionKind(step), is.action ?? '');
    for (const { kind, find } of slotKinds) {
      const id = find(exported, connectors);
      if (id === undefined) continue;
      if (id === is.connectorId) trust.agree(kind, id ?? '');
      else trust.refute(kind);
    }
  }
}

function toActionKind({ action }: LiveStep): string {
  return `action ${action ?? ''}`;
}

// All of a step that has one form in both reads.
function toOwnFacts(step: LiveStep): string {
  const { name, description, method, isWebhook, parameters, fields, responses } = step;
  const items = [...parameters, ...fields].map(({ id, name: item, isSensitive }) => [
    id,
    item,
    isSensitive,
  ]);
  const sources = responses.map((response) => [response.id, response.name]);
  return JSON.stringify([
    name,
    description === '' ? null : description,
    method,
    isWebhook,
    items,
    sources,
  ]);
}

type SlotKind = {
  readonly kind: string;
  /** The installed connector; undefined where this reading says nothing. */
  readonly find: (
    exported: ExportedStep,
    connectors: readonly LiveConnector[],
  ) => RemoteId | null | undefined;
};

/** Readings of the connector of a step, of which a service may mean one. */
const slotKinds: readonly SlotKind[] = [
  {
    kind: 'slot of none',
    find: ({ slotName, step: { connectorId } }) =>
      slotName === null && connectorId === null ? null : undefined,
  },
  {
    kind: 'slot by id',
    find: ({ step: { connectorId } }, connectors) =>
      connectors.some(({ id }) => id === connectorId) ? connectorId : undefined,
  },
  {
    kind: 'slot by installed connector',
    find: ({ slotName }, connectors) =>
      findOnly(connectors.filter(({ name }) => name === slotName)),
  },
  {
    kind: 'slot by connector',
    find: ({ slotName, step: { connectorName } }, connectors) =>
      slotName === connectorName
        ? findOnly(connectors.filter(({ release }) => release.name === connectorName))
        : undefined,
  },
];

function findOnly(connectors: readonly LiveConnector[]): RemoteId | undefined {
  return connectors.length === 1 ? connectors[0]?.id : undefined;
}

function findSlot(
  trust: ExportTrust,
  exported: ExportedStep,
  connectors: readonly LiveConnector[],
): RemoteId | null | undefined {
  for (const { kind, find } of slotKinds) {
    const id = find(exported, connectors);
    if (id !== undefined && trust.isProven(kind, id ?? '')) return id;
  }
  return undefined;
}
