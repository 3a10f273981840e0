import type { Answer, ApiFailure } from '../../model/diagnostic/api-failure.ts';
import type {
  ConnectorRelease,
  LiveMapping,
  LiveStep,
  NamedItem,
  RemoteId,
  TemplateItem,
  TemplateShape,
} from '../../model/live/live.ts';
import type { ConnectorMethod, MethodItem } from '../../model/live/method.ts';
import {
  catalogFile,
  type OfflineCatalog,
  type SavedCatalog,
  type SavedItem,
  type SavedMethod,
  type SavedRelease,
  type SavedStep,
  type SavedTemplate,
} from '../../model/live/saved-catalog.ts';

/**
 * Opens a saved catalog as a run reads one, with made-up ids. Parts that are known by name alone
 * are not offered. `templates` are those that cyclectl.yaml names for the environment.
 */
export function openSavedCatalog(saved: SavedCatalog, templates: Iterable<string>): OfflineCatalog {
  const releases = saved.connectors.map(toRelease);
  const methods = new Map(
    saved.connectors.map((entry, index) => [String(index + 1), entry.methods]),
  );
  const entries = saved.areTemplatesListed
    ? saved.templates
    : [...templates].map(
        (name): SavedTemplate =>
          saved.templates.find((template) => template.name === name) ?? { name },
      );
  const shapes = new Map(entries.map((entry, index) => [toTemplateId(index), entry]));
  return {
    named: new Set([
      ...releases.filter((_, index) => saved.connectors[index]?.properties === undefined).map(toId),
      // Without a list nothing says if they could be read.
      ...[...shapes].flatMap(([id, { steps }]) =>
        saved.areTemplatesListed && steps === undefined ? [id] : [],
      ),
    ]),
    catalog: {
      releases,
      templates: entries.map(toTemplateItem),
      areTemplatesListed: saved.areTemplatesListed,
      readTemplateShape: readOnce((id) => {
        const { steps, variables = [] } = shapes.get(id) ?? {};
        return steps === undefined ? null : toShape(steps, variables);
      }),
      readMethods: readOnce((id) => methods.get(id)?.map(toMethod) ?? null),
    },
  };
}

// Many accounts ask for the same.
function readOnce<T>(read: (id: RemoteId) => T | null): (id: RemoteId) => Promise<Answer<T>> {
  const known = new Map<RemoteId, Answer<T>>();
  return async (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const value = read(id);
    const answer = value === null ? toUnknown() : { ok: true as const, value };
    known.set(id, answer);
    return answer;
  };
}

function toId({ id }: { readonly id: RemoteId }): RemoteId {
  return id;
}

// Messages about templates of one name show it.
function toTemplateId(index: number): RemoteId {
  return `template ${index + 1} of ${catalogFile}`;
}

function toUnknown(): Answer<never> {
  const request = { method: 'GET', path: catalogFile, account: null };
  const failure: ApiFailure = { kind: 'not-offered', request, tries: 0, message: '' };
  return { ok: false, failure };
}

function toRelease(entry: SavedRelease, index: number): ConnectorRelease {
  const { name, version = null, authentications = [], properties = [] } = entry;
  return {
    id: String(index + 1),
    name,
    version,
    description: null,
    categories: [],
    isNative: false,
    authentications: authentications.map((each, place) => ({ id: String(place + 1), ...each })),
    properties: properties.map(toNamedItem),
  };
}

function toTemplateItem(entry: SavedTemplate, index: number): TemplateItem {
  const { name, tags = [], connectors = [] } = entry;
  return {
    id: toTemplateId(index),
    name,
    description: null,
    tags,
    connectors: connectors.map((each) => ({ name: each.name, version: each.version ?? null })),
  };
}

function toMethod(method: SavedMethod, index: number): ConnectorMethod {
  const { name, category = null, type = null, endpoint = null } = method;
  const { parameters = [], fields = [], responses = [] } = method;
  return {
    id: String(index + 1),
    uniqueId: null,
    name,
    description: null,
    category,
    type,
    endpoint,
    format: 'json',
    parameters: parameters.map(toMethodItem),
    fields: fields.map(toMethodItem),
    responses: responses.map((each, place) => toMethodItem({ name: each }, place)),
  };
}

function toMethodItem(item: SavedItem, index: number): MethodItem {
  const target = item.merge === true ? 'MergeField' : null;
  return { ...toNamedItem(item, index), description: null, target };
}

function toNamedItem(item: SavedItem, index: number): NamedItem {
  const { name, type = null, values = [] } = item;
  return {
    id: String(index + 1),
    name,
    isOptional: item.required !== true,
    isSensitive: item.secret === true,
    dataType: type,
    values,
    ...(item.unset === true ? { initial: 'none' } : {}),
  };
}

function toShape(steps: readonly SavedStep[], variables: readonly SavedItem[]): TemplateShape {
  return {
    steps: steps.map(toStep),
    edges: steps.flatMap((step) =>
      (step.after ?? []).map((tail) => ({ tail, head: readLabel(step) })),
    ),
    variables: variables.map(({ name, set }) => ({
      systemName: name,
      displayName: name,
      value: set === true ? 'set' : null,
    })),
    flags: { logRequests: null, shareable: null },
    mappings: new Map(
      steps.map((step) => [
        readLabel(step),
        { parameters: listSet(step.parameters), fields: listSet(step.fields) },
      ]),
    ),
  };
}

function readLabel({ name, label = name }: SavedStep): RemoteId {
  return label;
}

function toStep(step: SavedStep): LiveStep {
  const { name, connector = null, slot = connector, method = null, responses = [] } = step;
  return {
    id: readLabel(step),
    name,
    method,
    isWebhook: step.webhook === true,
    webhookUrl: null,
    connectorId: slot,
    connectorName: connector,
    parameters: (step.parameters ?? []).map(toNamedItem),
    fields: (step.fields ?? []).map(toNamedItem),
    responses: responses.map((each, index) => ({ id: String(index + 1), name: each })),
  };
}

// The value itself is not saved.
function listSet(items: readonly SavedItem[] = []): readonly LiveMapping[] {
  const none = { sourceStepId: null, sourceFieldId: null, triggerValue: null, triggerLabel: null };
  return items.flatMap((item, index) =>
    item.set === true
      ? [{ targetId: toNamedItem(item, index).id, type: 'StaticValue', value: 'set', ...none }]
      : [],
  );
}
