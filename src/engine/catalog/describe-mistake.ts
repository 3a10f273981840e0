import type { ErrorObject } from 'ajv/dist/2020.js';
import { parsePointer, readPointer, toEntryPointer } from '../../kit/json/json-pointer.ts';
import { formatName } from '../../kit/text/format-name.ts';
import { formatNearest, listNearest } from '../../kit/text/nearest.ts';
import {
  formatOr,
  formatSchemaType,
  formatType,
  formatValue,
} from '../validate/schema/format-value.ts';
import type { CatalogDocument } from './format-catalog-file.ts';

/** A mistake of catalog.json in words, and its place. */
export type CatalogMistake = {
  readonly pointer: string;
  readonly says: string;
  readonly remedy: string;
};

/** Name of an entry of each list. */
const things: ReadonlyMap<string, string> = new Map([
  ['connectors', 'connector'],
  ['templates', 'template'],
  ['authentications', 'authentication'],
  ['properties', 'property'],
  ['methods', 'method'],
  ['steps', 'step'],
  ['variables', 'variable'],
  ['parameters', 'parameter'],
  ['fields', 'field'],
]);

/** Describes the first mistake that Ajv found: the thing it is in, what is wrong, and what to write. */
export function describeMistake(document: unknown, error: ErrorObject | null): CatalogMistake {
  const { instancePath = '', keyword = '', params = {}, parentSchema } = error ?? {};
  const name = JSON.stringify(parsePointer(instancePath).at(-1) ?? '');
  const value = readPointer(document, instancePath);
  const at = { pointer: instancePath, within: describePlace(document, instancePath) };
  switch (keyword) {
    case 'type': {
      const wanted = formatOr([params.type].flat().map(formatSchemaType));
      return say(at, `is ${formatType(value)}, and must be ${wanted}`, 'Correct the type.');
    }
    case 'const': {
      const wanted = JSON.stringify(params.allowedValue);
      const what = typeof value === 'object' ? formatType(value) : formatValue(value);
      return say(
        at,
        `is ${what}, and can only be ${wanted}`,
        `Write ${wanted}, or remove ${name}.`,
      );
    }
    case 'enum': {
      const known: readonly string[] = params.allowedValues;
      const nearest = typeof value === 'string' ? formatNearest(value, known, 'values') : null;
      const what = typeof value === 'object' ? formatType(value) : formatValue(value);
      const all = formatOr(known.map((each) => JSON.stringify(each)));
      return say(
        at,
        `is ${what}, and can only be ${all}`,
        nearest ?? `Write one of them, or remove ${name}.`,
      );
    }
    case 'required': {
      const missing = JSON.stringify(params.missingProperty);
      return say(at, `lacks ${missing}`, `Add ${missing}.`);
    }
    case 'dependentRequired': {
      const [has, missing] = [params.property, params.missingProperty].map((each) =>
        JSON.stringify(each),
      );
      return say(at, `has ${has} without ${missing}`, `Add ${missing}, or remove ${has}.`);
    }
    case 'additionalProperties': {
      const extra = String(params.additionalProperty);
      const known = Object.keys((parentSchema as { properties?: object })?.properties ?? {});
      const nearest = listNearest(extra, known).map((each) => JSON.stringify(each));
      const remedy = nearest.length > 0 ? `Did you mean ${formatOr(nearest)}?` : 'Remove it.';
      const pointer = toEntryPointer(instancePath, extra);
      return say({ ...at, pointer }, `has the unknown key ${formatValue(extra)}`, remedy);
    }
    default:
      return say(at, 'is not as cyclectl writes it', 'Write it as the other entries have it.');
  }
}

/** Finds an entry of an environment that the file does not list. */
export function findUnknownEnvironment({
  environments,
  connectors,
  templates,
}: CatalogDocument): CatalogMistake | null {
  const document = { connectors, templates };
  for (const [key, entries] of Object.entries(document)) {
    for (const [index, entry] of entries.entries()) {
      const place = entry.in?.findIndex((name) => !Object.hasOwn(environments, name)) ?? -1;
      if (place < 0) continue;
      const name = entry.in?.[place] ?? '';
      const within = describePlace(document, `/${key}/${index}`);
      return say(
        { pointer: `/${key}/${index}/in/${place}`, within },
        `names the environment ${formatValue(name)}, which the file lacks`,
        formatNearest(name, Object.keys(environments), 'environments') ?? 'Remove "in".',
      );
    }
  }
  return null;
}

type Place = { readonly pointer: string; readonly within: string };

function say({ pointer, within }: Place, what: string, remedy: string): CatalogMistake {
  return { pointer, says: `${within} ${what}`, remedy };
}

/** Describes a place by the names of the entries that it is in: `"type" of template "A", step "B"`. */
function describePlace(document: unknown, pointer: string): string {
  const path = parsePointer(pointer);
  const entries: string[] = [];
  let rest: readonly string[] = path;
  let value = document;
  for (const [index, part] of path.entries()) {
    value = readPointer(value, toEntryPointer('', part));
    const thing = things.get(path[index - 1] ?? '');
    if (thing === undefined || !/^\d+$/.test(part)) continue;
    entries.push(`${thing} ${describeEntry(value, Number(part))}`);
    rest = path.slice(index + 1);
  }
  const [key, ...deeper] = rest;
  const inner =
    key === undefined
      ? []
      : [[JSON.stringify(formatName(key)), ...deeper.map(describePart)].join(' ')];
  if (entries.length === 0) return inner[0] ?? 'the file';
  return [...inner, entries.join(', ')].join(' of ');
}

function describePart(part: string): string {
  return /^\d+$/.test(part) ? `entry ${Number(part) + 1}` : JSON.stringify(formatName(part));
}

// Entries without a name are counted from 1.
function describeEntry(entry: unknown, index: number): string {
  const name = readPointer(entry, '/name');
  return typeof name === 'string' ? formatValue(name) : `${index + 1}`;
}
