import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';
import type {
  SavedCatalog,
  SavedItem,
  SavedMethod,
  SavedRelease,
  SavedStep,
  SavedTemplate,
} from '../../model/live/saved-catalog.ts';

/** A difference of a service from its saved catalog. */
export type CatalogChange = {
  readonly kind: 'added' | 'removed' | 'changed';
  /** The thing and those that it is part of, such as a template and a step, outermost first. */
  readonly path: readonly { readonly thing: string; readonly name: string }[];
  /** Saved and present description; null if it has none. */
  readonly before: string | null;
  readonly after: string | null;
};

/** A named thing, its description, and its parts. */
type Part = {
  readonly thing: string;
  readonly name: string;
  readonly text: string;
  readonly parts: readonly Part[];
  /** Parts that the catalog does not know, whatever the description says. */
  readonly unknown?: 'parts' | 'methods';
};

/** Lists the differences of two catalogs by name, from the saved one to the present one. */
export function compareCatalogs(
  saved: SavedCatalog,
  present: SavedCatalog,
): readonly CatalogChange[] {
  return compareParts(toParts(saved), toParts(present), []);
}

// Things of one name are paired in their order.
function compareParts(
  before: readonly Part[],
  after: readonly Part[],
  path: CatalogChange['path'],
): CatalogChange[] {
  const [left, right] = [indexParts(before), indexParts(after)];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return keys.flatMap((key): CatalogChange[] => {
    const [old, present] = [left.get(key), right.get(key)];
    const part = present ?? old;
    if (part === undefined) return [];
    const at = [...path, { thing: part.thing, name: part.name }];
    const texts = { before: old?.text || null, after: present?.text || null };
    if (old === undefined) return [{ kind: 'added', path: at, ...texts }];
    if (present === undefined) return [{ kind: 'removed', path: at, ...texts }];
    const own = old.text === present.text ? [] : [{ kind: 'changed' as const, path: at, ...texts }];
    const [known, now] = [selectKnown(old, present), selectKnown(present, old)];
    return [...own, ...compareParts(known, now, at)];
  });
}

// Parts that the other side does not know are no differences.
function selectKnown({ parts }: Part, { unknown }: Part): readonly Part[] {
  if (unknown === 'parts') return [];
  return unknown === 'methods' ? parts.filter(({ thing }) => thing !== 'method') : parts;
}

function indexParts(parts: readonly Part[]): ReadonlyMap<string, Part> {
  const counts = new Map<string, number>();
  return new Map(
    parts.map((part) => {
      const key = JSON.stringify([part.thing, part.name]);
      const ordinal = (counts.get(key) ?? 0) + 1;
      counts.set(key, ordinal);
      return [`${key} ${ordinal}`, part];
    }),
  );
}

const byName = 'known by name';

function toParts({ areTemplatesListed, connectors, templates }: SavedCatalog): Part[] {
  return [
    ...(areTemplatesListed ? [] : [toPart(['list of templates', 'not offered'], '')]),
    ...connectors.map(toReleasePart),
    ...templates.toSorted(compareTemplates).map(toTemplatePart),
  ];
}

// Templates of one name are in the order of their content.
function compareTemplates(one: SavedTemplate, other: SavedTemplate): number {
  return (
    compareTexts(one.name, other.name) ||
    compareTexts(formatCanonicalJson(one), formatCanonicalJson(other))
  );
}

function toPart(
  [thing, name]: readonly [thing: string, name: string],
  text: string,
  parts: readonly Part[] = [],
): Part {
  return { thing, name, text, parts };
}

function toReleasePart(release: SavedRelease): Part {
  const { authentications, properties, methods } = release;
  const name = [release.name, release.version ?? ''].join(' ').trimEnd();
  if (authentications === undefined) {
    return { ...toPart(['connector', name], byName), unknown: 'parts' };
  }
  const parts = [
    ...authentications.map((each) => toPart(['authentication', each.name], each.type)),
    ...toItemParts('property', properties),
    ...(methods ?? []).map(toMethodPart),
  ];
  return methods === undefined
    ? { ...toPart(['connector', name], 'without its methods', parts), unknown: 'methods' }
    : toPart(['connector', name], 'in full', parts);
}

function toMethodPart(method: SavedMethod): Part {
  const { category, type, endpoint, parameters, fields, responses = [] } = method;
  const text = [category, type, endpoint].filter((each) => each !== undefined).join(', ');
  return toPart(['method', method.name], text, [
    ...toItemParts('parameter', parameters),
    ...toItemParts('field', fields),
    ...responses.map((name) => toPart(['response field', name], '')),
  ]);
}

function toTemplatePart({ name, tags = [], connectors, steps, variables }: SavedTemplate): Part {
  const tagged = tags.length === 0 ? '' : `, tags ${tags.join(', ')}`;
  if (steps === undefined) {
    return { ...toPart(['template', name], `${byName}${tagged}`), unknown: 'parts' };
  }
  return toPart(['template', name], `in full${tagged}`, [
    ...(connectors ?? []).map((each) => toPart(['connector', each.name], each.version ?? '')),
    ...steps.map(toStepPart),
    ...toItemParts('variable', variables),
  ]);
}

function toStepPart(step: SavedStep): Part {
  const { label = step.name, connector, slot, method, webhook, after = [] } = step;
  const text = [
    ...(connector === undefined ? [] : [`connector ${slot ?? connector}`]),
    ...(method === undefined ? [] : [`method ${method}`]),
    ...(webhook === true ? ['webhook'] : []),
    ...(after.length === 0 ? [] : [`after ${after.toSorted(compareTexts).join(', ')}`]),
  ].join(', ');
  return toPart(['step', label], text, [
    ...toItemParts('parameter', step.parameters),
    ...toItemParts('field', step.fields),
    ...(step.responses ?? []).map((name) => toPart(['response field', name], '')),
  ]);
}

function toItemParts(thing: string, items: readonly SavedItem[] = []): Part[] {
  return items.map((item) => {
    const { type, required, secret, merge, set, unset, values = [] } = item;
    const text = [
      ...(required === true ? ['required'] : []),
      ...(secret === true ? ['secret'] : []),
      ...(merge === true ? ['merge field'] : []),
      ...(type === undefined ? [] : [type]),
      ...(set === true ? ['set by the template'] : []),
      ...(unset === true ? ['not set by the template'] : []),
      ...(values.length === 0 ? [] : [`values ${values.join(', ')}`]),
    ].join(', ');
    return toPart([thing, item.name], text);
  });
}
