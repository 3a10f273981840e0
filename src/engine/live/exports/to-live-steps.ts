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
  if (countIds(steps) < steps.length) return null;
  for (const exported of steps) {
    const { step } = exported;
    const action = trust.findWord('action', step.action ?? null);
    const connectorId = findSlot(trust, exported, connectors);
    if (action === undefined || connectorId === undefined) return null;
    if (!exported.marksSecrets || hasUnlistedTarget(exported)) return null;
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
    origin,
  }: {
    readonly live: readonly LiveStep[];
    readonly connectors: readonly LiveConnector[];
    readonly origin: string;
  },
): void {
  const byId = new Map(live.map((step) => [step.id, step]));
  const isSame = steps.length === live.length && countIds(steps) === live.length;
  if (!isSame || steps.some(({ step }) => !byId.has(step.id))) {
    trust.refuteAll('an export names other steps than the cycle has');
    return;
  }
  for (const exported of steps) {
    const { step } = exported;
    const is = byId.get(step.id);
    if (is === undefined) continue;
    if (toOwnFacts(step) === toOwnFacts(is)) trust.agree('step', toOwnFacts(step));
    else trust.refute('step');
    trust.agreeOnWord('action', step.action ?? null, is.action ?? null);
    for (const { kind, find, of } of slotKinds) {
      const id = find(exported, connectors);
      if (id === undefined) continue;
      if (id !== is.connectorId) trust.refute(kind);
      else if (of === null) trust.agree(kind, id ?? '');
      else trust.agree(kind, exported.slotName ?? '', { of, at: `${origin}\n${step.name}` });
    }
  }
}

function countIds(steps: readonly ExportedStep[]): number {
  return new Set(steps.map(({ step }) => step.id)).size;
}

// It maps a target that it does not list, such as a custom field.
function hasUnlistedTarget({ step, mappings }: ExportedStep): boolean {
  return (['parameters', 'fields'] as const).some((slot) => {
    const known = new Set(step[slot].map(({ id }) => id));
    return mappings[slot].some(({ targetId }) => targetId === null || !known.has(targetId));
  });
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
  /** A name could be that of the template, so that two cycles must have different ones. */
  readonly of: 'slots' | null;
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
    of: null,
    find: ({ slotName, step: { connectorId } }) =>
      slotName === null && connectorId === null ? null : undefined,
  },
  {
    kind: 'slot by id',
    of: null,
    find: ({ step: { connectorId } }, connectors) =>
      connectors.some(({ id }) => id === connectorId) ? connectorId : undefined,
  },
  {
    kind: 'slot by the only one',
    of: null,
    find: ({ step: { connectorName } }, connectors) =>
      findOnly(connectors.filter(({ release }) => release.name === connectorName)),
  },
  {
    kind: 'slot by name',
    of: 'slots',
    find: ({ slotName }, connectors) =>
      findOnly(connectors.filter(({ name }) => name === slotName)),
  },
];

function findOnly(connectors: readonly LiveConnector[]): RemoteId | undefined {
  return connectors.length === 1 ? connectors[0]?.id : undefined;
}

// Undefined where no reading is proven, or two of them disagree.
function findSlot(
  trust: ExportTrust,
  exported: ExportedStep,
  connectors: readonly LiveConnector[],
): RemoteId | null | undefined {
  const found = new Set<RemoteId | null>();
  for (const { kind, find, of } of slotKinds) {
    const id = find(exported, connectors);
    const value = of === null ? id : exported.slotName;
    if (id !== undefined && trust.isProven(kind, value ?? '', of)) found.add(id);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
