import { authLines } from '../../../../engine/bind/check-sign-in.ts';
import { formatName, formatYamlName } from '../../../../kit/text/format-name.ts';
import { toSlug, toUniqueSlug } from '../../../../kit/text/to-slug.ts';
import type { SavedItem, SavedRelease, SavedStep } from '../../../../model/live/saved-catalog.ts';
import { toEscapedText } from '../../../../model/manifest/interpolation.ts';
import type { TemplateOffer } from './read-template.ts';

/** A line of a manifest, with its comment and the lines below it. */
export type FragmentLine = {
  readonly text: string;
  readonly comment: string;
  /** Printed as a comment. */
  readonly isOptional: boolean;
  /** Absent for a line that has none; without a required one below it, the line is a comment. */
  readonly parts?: readonly FragmentLine[];
};

const maxKey = 60;

/** Listed values of a comment; `--format json` has all. */
const maxValues = 12;

/** A slot of a template, and the key of its connector in the manifest. */
type SlotKey = {
  readonly slot: string;
  readonly connector: string;
  readonly key: string;
  readonly steps: readonly string[];
};

/**
 * Makes the part of a manifest that creates a cycle from a template: connectors, slots, variables,
 * and each step. Optional lines, and those that the template sets, are comments.
 */
export function makeFragment({ template, releases }: TemplateOffer): readonly FragmentLine[] {
  const { name, steps = [], variables = [] } = template;
  const slots = listSlotKeys(steps);
  const isWebhook = steps.some(({ webhook }) => webhook === true);
  const schedule = isWebhook
    ? 'or active; the cycle starts by its webhook'
    : 'or active, with a schedule such as schedule: {every: 15m}';
  const cycle: readonly FragmentLine[] = [
    line(`from: {template: ${toYaml(name)}}`),
    ...group(
      'connectors:',
      slots.map(({ slot, key, steps: labels }) =>
        line(`${toYaml(slot)}: ${key}`, labels.map(formatName).join(', ')),
      ),
    ),
    line('state: paused', schedule),
    ...group('variables:', variables.filter(isFirst).map(toVariableLine)),
    ...group('steps:', steps.map(toStepLine)),
  ];
  return [
    ...group(
      'connectors:',
      slots.map((slot) => toConnectorLine(slot, releases)),
    ),
    line('cycles:', '', [line(`${toKey(name, 'cycle')}:`, '', cycle)]),
  ];
}

function line(
  text: string,
  comment = '',
  parts: readonly FragmentLine[] | null = null,
): FragmentLine {
  return { text, comment, isOptional: false, ...(parts === null ? {} : { parts }) };
}

function group(text: string, parts: readonly FragmentLine[]): readonly FragmentLine[] {
  return parts.length === 0 ? [] : [line(text, '', parts)];
}

function listSlotKeys(steps: readonly SavedStep[]): readonly SlotKey[] {
  const found = new Map<string, { slot: string; connector: string; steps: string[] }>();
  for (const { connector, slot = connector, name, label = name } of steps) {
    if (connector === undefined || slot === undefined) continue;
    const known = found.get(slot) ?? { slot, connector, steps: [] };
    known.steps.push(label);
    found.set(slot, known);
  }
  const keys = new Set<string>();
  return [...found.values()].map((slot) => {
    const key = toUniqueSlug(toKey(slot.connector, 'connector'), (each) => keys.has(each), maxKey);
    keys.add(key);
    return { ...slot, key };
  });
}

// A key begins with a letter.
function toKey(name: string, otherwise: string): string {
  const slug = toSlug(name, maxKey);
  return /^[a-z]/.test(slug) ? slug : toSlug(`${otherwise} ${slug}`, maxKey);
}

function toConnectorLine(
  { connector, key }: SlotKey,
  releases: ReadonlyMap<string, SavedRelease>,
): FragmentLine {
  const release = releases.get(connector);
  const { version, authentications = [], properties = [] } = release ?? {};
  const pinned = version === undefined ? '' : `, version: ${JSON.stringify(version)}`;
  const [first, ...others] = authentications.filter(({ type }) => authLines.has(type));
  const also = others.map(({ name, type }) => `${name} (${type})`).map(formatName);
  return line(`${key}:`, '', [
    line(`connector: {name: ${toYaml(connector)}${pinned}}`),
    ...(first === undefined
      ? []
      : [
          ...(others.length === 0 ? [] : [line(`authentication: ${toYaml(first.name)}`)]),
          line(authLines.get(first.type) ?? '', also.length === 0 ? '' : `or ${also.join(', ')}`),
        ]),
    ...group('properties:', properties.filter(isFirst).map(toItemLine)),
  ]);
}

function toVariableLine(item: SavedItem): FragmentLine {
  const comment = item.set === true ? 'the template has a value' : 'the template has no value';
  return { ...line(`${toYaml(item.name)}:`, comment), isOptional: item.set === true };
}

function toStepLine(step: SavedStep): FragmentLine {
  const { name, label = name, connector, method, parameters = [], fields = [] } = step;
  const about = [connector, method].filter((each) => each !== undefined).map(formatName);
  return line(`${toYaml(label)}:`, about.join(': '), [
    ...group('parameters:', parameters.filter(isFirst).map(toItemLine)),
    ...group('fields:', fields.filter(isFirst).map(toItemLine)),
  ]);
}

function toItemLine(item: SavedItem): FragmentLine {
  const { name, type, required, secret, set, values = [] } = item;
  const more = values.length > maxValues ? ` and ${values.length - maxValues} more` : '';
  const listed = values.slice(0, maxValues).map((each) => toYaml(each));
  const comment = [
    ...(required === true ? ['required'] : []),
    ...(secret === true ? ['secret'] : []),
    ...(set === true ? ['the template has a value'] : []),
    ...(type === undefined || values.length > 0 ? [] : [formatName(type)]),
    ...(listed.length === 0 ? [] : [`one of ${listed.join(', ')}${more}`]),
  ].join(', ');
  const value = secret === true ? ' {env: NAME}' : '';
  return {
    ...line(`${toYaml(name)}:${value}`, comment),
    isOptional: required !== true || set === true,
  };
}

// A manifest cannot name two of one name.
function isFirst<T extends { readonly name: string }>(
  { name }: T,
  index: number,
  all: readonly T[],
): boolean {
  return all.findIndex((other) => other.name === name) === index;
}

function toYaml(text: string): string {
  return formatYamlName(toEscapedText(text));
}
