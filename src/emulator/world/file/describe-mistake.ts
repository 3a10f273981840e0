import type { ErrorObject } from 'ajv/dist/2020.js';
import { listNearest } from '../../../kit/text/nearest.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import type { WorldPath, WorldProblem } from './world-error.ts';

/** Description of a mistake, without its path. */
type Words = Pick<WorldProblem, 'kind' | 'message'> & { readonly remedy?: string };

/** Describes a schema mistake in the terms of a world file. */
export function describeMistake(error: ErrorObject, path: WorldPath): Words {
  const { keyword, params, parentSchema, data } = error;
  const name = formatPath(path);
  switch (keyword) {
    case 'additionalProperties':
      return describeUnknown(String(params.additionalProperty), {
        inside: path.slice(0, -1),
        known: Object.keys((parentSchema?.properties as object | undefined) ?? {}),
      });
    case 'required':
      return {
        kind: 'missing-key',
        message: `The key ${String(params.missingProperty)} is missing${inside(path)}.`,
      };
    case 'type':
      return {
        kind: 'wrong-type',
        message: `${name} is ${formatType(data)}; it must be ${listOr([error.schema].flat().map(String).map(formatSchemaType))}.`,
        ...([error.schema].flat().includes('string') ? { remedy: 'Quotes make it text.' } : {}),
      };
    case 'enum':
    case 'const':
      return describeChoice(name, data, [params.allowedValues ?? params.allowedValue].flat());
    case 'oneOf':
      return {
        kind: 'wrong-form',
        message: `${name} has an unknown form.`,
        remedy: `Write one of ${describeForms(error)}.`,
      };
    default:
      return { kind: 'wrong-value', message: `${name} ${describeBound(error)}.` };
  }
}

function describeUnknown(
  name: string,
  map: { readonly inside: WorldPath; readonly known: readonly string[] },
): Words {
  const nearest = listNearest(name, map.known);
  return {
    kind: 'unknown-key',
    message: `Unknown key ${formatShort(name)}${inside(map.inside)}.`,
    remedy:
      nearest.length > 0
        ? `Did you mean ${listOr(nearest)}?`
        : `Known keys: ${map.known.join(', ')}.`,
  };
}

function describeChoice(name: string, value: unknown, allowed: readonly unknown[]): Words {
  const names = allowed.map(String);
  const [nearest] = listNearest(String(value), names);
  const choice = `Write ${names.length === 1 ? '' : 'one of '}${names.join(', ')}.`;
  return {
    kind: 'wrong-value',
    message: `${name} cannot be ${formatShort(value)}.`,
    remedy: nearest === undefined ? choice : `Did you mean ${nearest}? ${choice}`,
  };
}

function describeBound({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  switch (keyword) {
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return 'is empty';
    case 'minimum':
      return `must be at least ${String(params.limit)}`;
    case 'maximum':
      return `must be at most ${String(params.limit)}`;
    case 'uniqueItems':
      return 'has the same entry twice';
    default:
      return message;
  }
}

/** Forms of the schema's unions, in the terms of a world file. */
function describeForms({ instancePath, schemaPath }: ErrorObject): string {
  if (instancePath.endsWith('/paging')) {
    return '{kind: page, parameter}, {kind: cursor, parameter, from}, {kind: link}';
  }
  return schemaPath.includes('/mapping/')
    ? 'text, {step, field}, {variable}, {option}, {lookup: {value}}, {ignore: true}'
    : 'a Location, {location} with name, type, required, values or lookup';
}

/** `timezone`, `entry 2 of accounts`; the world itself has no name. */
function formatPath(path: WorldPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'The world';
  return typeof last === 'number' ? `Entry ${last + 1} of ${path.at(-2) ?? 'a list'}` : last;
}

function inside(path: WorldPath): string {
  if (path.length === 0) return '';
  const name = formatPath(path);
  return ` in ${typeof path.at(-1) === 'number' ? name.replace('Entry', 'entry') : name}`;
}

/** A short value; for a list or map only its type. */
function formatShort(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(toShortText(value, 60));
  return typeof value === 'object' ? formatType(value) : String(value);
}

function formatType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return formatSchemaType(typeof value);
}

function formatSchemaType(type: string): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'a map',
    array: 'a list',
  };
  return names[type] ?? type;
}

function listOr(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
