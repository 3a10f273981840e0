import {
  isJsonObject,
  type Json,
  type JsonObject,
  readMember,
  toList,
} from '../../src/kit/json/json.ts';

/** Words for people, and what names the schema itself. */
const prose: ReadonlySet<string> = new Set(['title', 'description', 'examples', '$comment']);
/** Schema keys whose members are names. */
const members: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
const choices: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf']);

/** Every key and value that a JSON Schema allows or demands, one per line with its path, without words for people. */
export function listSchemaKeys(schema: JsonObject): readonly string[] {
  const lines: string[] = [];
  walk('', schema, lines);
  return lines;
}

function walk(path: string, schema: Json, lines: string[]): void {
  if (!isJsonObject(schema)) {
    lines.push(`${path}: ${JSON.stringify(schema)}`);
    return;
  }
  for (const [key, value] of Object.entries(schema)) {
    if (members.has(key) && isJsonObject(value)) walkMembers(path, value, lines);
    else if (!prose.has(key)) walkKeyword({ path, key, value }, lines);
  }
}

function walkMembers(path: string, named: JsonObject, lines: string[]): void {
  for (const [name, schema] of Object.entries(named)) {
    lines.push(`${path}.${name}`);
    walk(`${path}.${name}`, schema, lines);
  }
}

function walkKeyword(
  { path, key, value }: { readonly path: string; readonly key: string; readonly value: Json },
  lines: string[],
): void {
  if (key === 'items') walk(`${path}[]`, value, lines);
  else if (key === 'additionalProperties') walk(`${path}.*`, value, lines);
  else if (Array.isArray(value) && choices.has(key)) {
    for (const part of value) walk(`${path}${nameVariant(part)}`, part, lines);
  } else if (Array.isArray(value)) {
    for (const item of value) lines.push(`${path} ${key} ${JSON.stringify(item)}`);
  } else if (isJsonObject(value)) walk(`${path} ${key}`, value, lines);
  else lines.push(`${path} ${key} ${JSON.stringify(value)}`);
}

/** `[kind=plan]` if required constants distinguish it from other variants. */
function nameVariant(schema: Json): string {
  const properties = readMember(schema, 'properties');
  const required = toList(readMember(schema, 'required'));
  const constants = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
    ([name, of]) => {
      const value = readMember(of, 'const');
      return value === undefined || !required.includes(name) ? [] : [`${name}=${String(value)}`];
    },
  );
  return constants.length === 0 ? '' : `[${constants.join(' ')}]`;
}
