import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import {
  isJsonObject,
  isWithinLevels,
  type Json,
  type JsonObject,
  readMember,
  toList,
} from '../../../kit/json/json.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toUniqueLabels } from '../../../kit/text/to-unique-labels.ts';
import type { FileConnector } from '../../../model/desired/cycle-file/cycle-file.ts';
import { type CycleShape, toLabelledSteps } from '../../../model/live/cycle-shape.ts';
import type { LiveStep } from '../../../model/live/live.ts';
import { hasWebhookMarker, toSplitFields } from '../../../model/live/steps/to-split-fields.ts';
import { guidForm, isIdKey, maxLevels } from '../order-keys.ts';

export type ExportItem = { readonly id: string; readonly label: string; readonly raw: JsonObject };

/** A step of an export, with names for its ids. */
export type ExportStep = {
  readonly id: string;
  readonly label: string;
  readonly raw: JsonObject;
  readonly connector: FileConnector | null;
  readonly parameters: readonly ExportItem[];
  readonly fields: readonly ExportItem[];
  readonly responses: readonly ExportItem[];
};

/** An export with resolved ids; its steps are in execution order. */
export type Export = {
  readonly raw: JsonObject;
  readonly steps: readonly ExportStep[];
  readonly edges: readonly JsonObject[];
  /** For names inside values; a response field has its label as name. */
  readonly shape: CycleShape;
};

/** Parses an export of the service (SERVICE E.2 [P]), or returns the unexpected part. */
export function parseExport(raw: Json): Export | { readonly wrong: string } {
  if (!isJsonObject(raw)) return { wrong: 'it is not an object' };
  if (!isWithinLevels(raw, maxLevels)) return { wrong: 'it is nested too deeply' };
  if (toText(readMember(raw, 'Name')) === '') return { wrong: 'it has no Name' };
  const written = toList(readMember(raw, 'Steps')).filter(isJsonObject);
  if (written.length !== toList(readMember(raw, 'Steps')).length)
    return { wrong: 'one of its Steps is not an object' };
  const parts = written
    .map((step) => ({ ...parseParts(step), sortKey: toSortKey(step) }))
    .sort((left, right) => compareTexts(left.sortKey, right.sortKey));
  const byId = new Map(parts.map((part) => [part.id, part]));
  if (byId.size < parts.length || byId.has(''))
    return { wrong: 'two of its Steps have the same Id' };
  const edges = toList(readMember(raw, 'Edges')).filter(isJsonObject);
  const ordered = orderEdges(edges, parts);
  const labelled = toLabelledSteps(
    parts.map(toLiveStep),
    ordered.map((edge) => {
      const [tail, head] = toEdgeEnds(edge);
      return { tail, head };
    }),
  );
  const inFlow = labelled.flatMap(({ id, label }) => {
    const part = byId.get(id);
    return part === undefined ? [] : [{ ...part, label }];
  });
  const slots = toSlotNames(inFlow);
  return {
    raw,
    edges: orderEdges(edges, inFlow),
    shape: { steps: labelled, variables: [] },
    steps: inFlow.map((part) => ({ ...part, connector: slots.get(part.id) ?? null })),
  };
}

function orderEdges(
  edges: readonly JsonObject[],
  steps: readonly { readonly id: string }[],
): JsonObject[] {
  const ranks = new Map(steps.map(({ id }, index) => [id, index]));
  const rankEdge = (edge: JsonObject) => {
    const [tail, head] = toEdgeEnds(edge).map((id) => ranks.get(id) ?? steps.length);
    return (tail ?? 0) * (steps.length + 1) + (head ?? 0);
  };
  return [...edges].sort((left, right) => rankEdge(left) - rankEdge(right));
}

/** Tail and head of an edge, by step id. */
export function toEdgeEnds(edge: JsonObject): readonly [tail: string, head: string] {
  return [toId(readMember(edge, 'TailStep_Id')), toId(readMember(edge, 'HeadStep_Id'))];
}

/** An id as lower-case text; empty if absent. */
export function toId(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
}

/** A text; empty for any other value. */
export function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

type Parts = Omit<ExportStep, 'label' | 'connector'>;

function parseParts(raw: JsonObject): Parts {
  const method = readMember(raw, 'Method');
  return {
    id: toId(readMember(raw, 'Id')),
    raw,
    parameters: parseItems(readMember(method, 'Parameters'), ['TargetName']),
    fields: parseItems(readMember(readMember(method, 'RequestFormat'), 'Fields'), places),
    responses: parseItems(readMember(readMember(method, 'ResponseFormat'), 'Fields'), places),
  };
}

/** An export has ConnectorField for the Location of live reads; both are accepted. */
const places = ['Location', 'ConnectorField'];

function parseItems(list: Json | undefined, keys: readonly string[]): ExportItem[] {
  const items = toList(list)
    .filter(isJsonObject)
    .map((raw) => {
      const name = keys.map((key) => toText(readMember(raw, key))).find((text) => text !== '');
      return {
        id: toId(readMember(raw, 'Id')),
        name: name ?? toText(readMember(raw, 'Name')),
        raw,
      };
    });
  const labels = toUniqueLabels(items.map(({ name }) => name));
  return items.map(({ id, raw }, index) => ({ id, label: labels[index] ?? '', raw }));
}

function toLiveStep({ id, raw, fields, responses: response }: Parts): LiveStep {
  const words = [
    readMember(raw, 'ActionType'),
    readMember(readMember(raw, 'Method'), 'MethodType'),
  ];
  const isWebhook = hasWebhookMarker(words);
  const { responses } = toSplitFields(
    isWebhook,
    { request: fields, response },
    ({ label }) => label,
  );
  return {
    id,
    name: toText(readMember(raw, 'Name')),
    method: null,
    isWebhook,
    webhookUrl: null,
    connectorId: null,
    connectorName: null,
    parameters: [],
    fields: [],
    responses: responses.map((item) => ({ id: item.id, name: item.label })),
  };
}

/**
 * A key of the parts of a step that do not depend on ids, to order steps before their edges are
 * read.
 */
function toSortKey(step: JsonObject): string {
  const bare = (value: Json): Json => {
    if (typeof value === 'string')
      return value.replaceAll(new RegExp(guidForm, 'gi'), '').replace(/^,\d+$/, '');
    if (Array.isArray(value)) return value.map((item) => bare(item as Json));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).filter(
      ([name]) => !isIdKey(name) && name !== 'AccountConnector',
    );
    return Object.fromEntries(members.map(([name, item]) => [name, bare(item)]));
  };
  return `${toText(readMember(step, 'Name'))}\n${formatCanonicalJson(bare(step))}`;
}

function toSlotNames(steps: readonly Parts[]): ReadonlyMap<string, FileConnector> {
  const slots = new Map<string, FileConnector>();
  const counts = new Map<string, number>();
  const named = new Map<string, FileConnector>();
  for (const { id, raw } of steps) {
    const connector = readMember(readMember(raw, 'AccountConnector'), 'Connector');
    const name = toText(readMember(connector, 'Name'));
    if (name === '') continue;
    const version = toText(readMember(connector, 'Version'));
    const key = JSON.stringify([name, version, toId(readMember(raw, 'AccountConnector_Id'))]);
    const known = named.get(key);
    const ordinal = (counts.get(name) ?? 0) + 1;
    const slot = known ?? {
      name,
      version: version === '' ? null : version,
      slot: ordinal === 1 ? name : `${name}#${ordinal}`,
    };
    if (known === undefined) counts.set(name, ordinal);
    named.set(key, slot);
    slots.set(id, slot);
  }
  return slots;
}
