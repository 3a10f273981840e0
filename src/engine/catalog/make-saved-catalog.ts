import { compareTexts } from '../../kit/text/compare-texts.ts';
import type {
  ConnectorRelease,
  ItemRules,
  LiveMapping,
  StepMappings,
  TemplateItem,
  TemplateShape,
} from '../../model/live/live.ts';
import { compareReleases } from '../../model/live/live.ts';
import { type ConnectorMethod, isMergeField, type MethodItem } from '../../model/live/method.ts';
import {
  itemTypes,
  type SavedItem,
  type SavedMethod,
  type SavedRelease,
  type SavedStep,
  type SavedTemplate,
} from '../../model/live/saved-catalog.ts';
import { listSlots } from '../../model/live/steps/list-slots.ts';
import { toOriginShape } from '../bind/to-origin-shape.ts';

function compareNames(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareTexts(left.name, right.name);
}

/** Selects the latest release of each name and version, because a manifest can name no other. */
export function selectNamedReleases(
  releases: readonly ConnectorRelease[],
): readonly ConnectorRelease[] {
  const byName = Map.groupBy(releases.toSorted(compareReleases), ({ name, version }) =>
    JSON.stringify([name, version]),
  );
  return [...byName.values()].flatMap((same) => same.at(-1) ?? []);
}

/** Makes the entry of a release: with its methods, without them, or of its name alone. */
export function toSavedRelease(
  release: ConnectorRelease,
  known: 'name' | { readonly methods: readonly ConnectorMethod[] | null },
): SavedRelease {
  const { name, version } = release;
  const head = { name, ...(version === null ? {} : { version }) };
  if (known === 'name') return head;
  return {
    ...head,
    authentications: release.authentications
      .map((each) => ({ name: each.name, type: each.type }))
      .toSorted((one, other) => compareNames(one, other) || compareTexts(one.type, other.type)),
    properties: sortItems(release.properties.map((item) => toSavedItem(item))),
    ...(known.methods === null ? {} : { methods: toSavedMethods(known.methods) }),
  };
}

function toSavedMethods(methods: readonly ConnectorMethod[]): readonly SavedMethod[] {
  const byName = Map.groupBy(methods, ({ name }) => name);
  return methods
    .map(({ name, category, type, endpoint, ...method }): SavedMethod => {
      const isShared = (byName.get(name)?.length ?? 0) > 1;
      return {
        name,
        ...(category ? { category } : {}),
        ...(type ? { type } : {}),
        ...(isShared && endpoint ? { endpoint } : {}),
        ...withItems('parameters', method.parameters.map(toMethodItem)),
        ...withItems('fields', method.fields.map(toMethodItem)),
        ...withNames(method.responses),
      };
    })
    .toSorted(compareMethods);
}

function compareMethods(one: SavedMethod, other: SavedMethod): number {
  return (
    compareNames(one, other) ||
    compareTexts(one.category ?? '', other.category ?? '') ||
    compareTexts(one.endpoint ?? '', other.endpoint ?? '') ||
    compareTexts(JSON.stringify(one), JSON.stringify(other))
  );
}

function toMethodItem(item: MethodItem): SavedItem {
  return { ...toSavedItem(item), ...(isMergeField(item) ? { merge: true as const } : {}) };
}

function toSavedItem(
  item: ItemRules & { readonly name: string; readonly isSensitive: boolean },
): SavedItem {
  const { name, dataType, isOptional, isSensitive, values } = item;
  const type = itemTypes.find((each) => each.toLowerCase() === dataType?.toLowerCase());
  return {
    name,
    ...(type === undefined ? {} : { type }),
    ...(isOptional ? {} : { required: true as const }),
    ...(isSensitive ? { secret: true as const } : {}),
    // The values of a secret are none of a file's business.
    ...(values.length === 0 || isSensitive ? {} : { values: [...new Set(values)].sort() }),
  };
}

function sortItems(items: readonly SavedItem[]): readonly SavedItem[] {
  return items.toSorted(
    (one, other) =>
      compareNames(one, other) || compareTexts(JSON.stringify(one), JSON.stringify(other)),
  );
}

function withItems<Key extends 'parameters' | 'fields'>(
  key: Key,
  items: readonly SavedItem[],
): { readonly [K in Key]?: readonly SavedItem[] } {
  if (items.length === 0) return {};
  return { [key]: sortItems(items) } as { readonly [K in Key]: readonly SavedItem[] };
}

function withNames(
  items: readonly { readonly name: string }[],
): Pick<SavedStep, 'responses'> | Record<string, never> {
  if (items.length === 0) return {};
  return { responses: items.map(({ name }) => name).sort() };
}

/** Makes the entry of a template; null as its shape leaves its name and tags. */
export function toSavedTemplate(
  { name, tags, connectors }: TemplateItem,
  shape: TemplateShape | null,
  releases: readonly ConnectorRelease[],
): SavedTemplate {
  const head = { name, ...(tags.length === 0 ? {} : { tags: [...new Set(tags)].sort() }) };
  if (shape === null) return head;
  const versions = new Map(
    connectors.map(({ name: each, version }) => [
      JSON.stringify([each, version]),
      { name: each, ...(version === null ? {} : { version }) },
    ]),
  );
  return {
    ...head,
    connectors: [...versions.values()].toSorted(
      (one, other) =>
        compareNames(one, other) || compareTexts(one.version ?? '', other.version ?? ''),
    ),
    steps: toSavedSteps(shape, releases),
    variables: sortItems(
      shape.variables.map(({ displayName, value }) => ({
        name: displayName,
        ...(value === null || value === '' ? {} : { set: true as const }),
      })),
    ),
  };
}

// In the order of the plan, on which labels and slots depend.
function toSavedSteps(
  template: TemplateShape,
  releases: readonly ConnectorRelease[],
): readonly SavedStep[] {
  const { steps } = toOriginShape(template, releases);
  const labels = new Map(steps.map(({ id, label }) => [id, label]));
  const slots = new Map(
    listSlots(steps).flatMap((slot) => slot.steps.map((label) => [label, slot.name] as const)),
  );
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  return steps.map((step): SavedStep => {
    const before = template.edges
      .filter(({ head, tail }) => head === step.id && places.has(tail))
      .toSorted((one, other) => (places.get(one.tail) ?? 0) - (places.get(other.tail) ?? 0));
    const after = [...new Set(before.map(({ tail }) => labels.get(tail) ?? ''))];
    const slot = slots.get(step.label);
    const mappings = template.mappings.get(step.id);
    const toItem = (slotOf: keyof StepMappings) => (item: LiveItem) => ({
      ...toSavedItem(item),
      ...(isSet(mappings?.[slotOf] ?? [], item.id) ? { set: true as const } : {}),
      ...(!item.isOptional && item.initial === 'none' ? { unset: true as const } : {}),
    });
    return {
      name: step.name,
      ...(step.label === step.name ? {} : { label: step.label }),
      ...(step.connectorName === null ? {} : { connector: step.connectorName }),
      ...(slot === undefined || slot === step.connectorName ? {} : { slot }),
      ...(step.method === null ? {} : { method: step.method }),
      ...(step.isWebhook ? { webhook: true as const } : {}),
      ...(after.length === 0 ? {} : { after }),
      ...withItems('parameters', step.parameters.map(toItem('parameters'))),
      ...withItems('fields', step.fields.map(toItem('fields'))),
      ...withNames(step.responses),
    };
  });
}

type LiveItem = TemplateShape['steps'][number]['parameters'][number];

function isSet(mappings: readonly LiveMapping[], id: string): boolean {
  return mappings.some(
    ({ targetId, type, value, sourceStepId, triggerValue }) =>
      targetId === id &&
      type !== 'Ignore' &&
      [value, sourceStepId, triggerValue].some((part) => part !== null && part !== ''),
  );
}
