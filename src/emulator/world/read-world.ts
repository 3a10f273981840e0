import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { wordYamlError } from '../../kit/yaml/word-yaml-error.ts';
import { judgeWorld } from './judge-world.ts';
import type { World } from './world.ts';
import { WorldError, type WorldProblem } from './world-error.ts';

const schemaFile = new URL('../../../schemas/world.schema.json', import.meta.url);
const mostMessages = 50;
let compiled: ValidateFunction<World> | undefined;

/**
 * A world from YAML text, or from plain data of the same form, checked against its schema and the
 * rules between its parts. Everything that is wrong is said at once.
 */
export function readWorld(world: World | string): World {
  return typeof world === 'string' ? readText(world) : checkData(world, () => '');
}

function readText(text: string): World {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new WorldError([`${line}:${col} ${wordYamlError(problem)}`]);
  }
  return checkData(toData(document), (path) => {
    const { line, col } = lines.linePos(findOffset(document, path));
    return `${line}:${col} `;
  });
}

function toData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 }) ?? {};
  } catch (error) {
    if (error instanceof ReferenceError) {
      // The parser's own message names the alias, and that may be a text with a star before it.
      throw new WorldError(['An alias of the world has no anchor, or there are too many aliases.']);
    }
    throw error;
  }
}

function checkData(data: unknown, place: (path: WorldProblem['path']) => string): World {
  const validate = compileSchema();
  const problems = validate(data) ? judgeWorld(data) : describeErrors(data, validate.errors ?? []);
  if (problems.length > 0) {
    const messages = problems.map(({ path, message }) => `${place(path)}${message}`);
    throw new WorldError([...new Set(messages)].slice(0, mostMessages));
  }
  return data as World;
}

function compileSchema(): ValidateFunction<World> {
  // A test, not every start, checks that the schema is JSON Schema.
  compiled ??= new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  }).compile<World>(JSON.parse(readFileSync(schemaFile, 'utf8')));
  return compiled;
}

/** One problem for each mistake: of a union that failed, the innermost mistakes, else the union. */
function describeErrors(data: unknown, errors: readonly ErrorObject[]): readonly WorldProblem[] {
  const unions = errors.filter((error) => error.keyword === 'oneOf');
  const isOfUnion = (error: ErrorObject, union: ErrorObject) =>
    error !== union &&
    (error.instancePath === union.instancePath ||
      // The word that tells one form from another is that of the form.
      (error.keyword === 'const' && error.instancePath.startsWith(`${union.instancePath}/`)));
  return errors
    .filter((error) => !unions.some((union) => isOfUnion(error, union)))
    .map((error) => ({ path: toPath(data, error), message: describeError(error) }));
}

function toPath(data: unknown, error: ErrorObject): readonly (string | number)[] {
  const keys = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'additionalProperties') {
    keys.push(String(error.params.additionalProperty));
  }
  let value: unknown = data;
  return keys.map((key) => {
    const step = Array.isArray(value) ? Number(key) : key;
    value = (value as Record<string, unknown> | undefined)?.[key];
    return step;
  });
}

function describeError(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'The world' : error.instancePath.slice(1);
  switch (error.keyword) {
    case 'additionalProperties':
      return `${where} has no key '${error.params.additionalProperty}'.`;
    case 'required':
      return `${where} needs the key '${error.params.missingProperty}'.`;
    case 'enum':
      return `${where} is one of ${error.params.allowedValues.join(', ')}.`;
    case 'oneOf':
      return `${where} has none of its forms: ${describeForms(error)}.`;
    default:
      return `${where} ${error.message}.`;
  }
}

/** The unions of the schema, in the words of one who writes a world. */
function describeForms({ instancePath, schemaPath }: ErrorObject): string {
  if (instancePath.endsWith('/paging')) {
    return '{kind: page, parameter}, {kind: cursor, parameter, from}, {kind: link}';
  }
  return schemaPath.includes('/mapping/')
    ? 'text, {step, field}, {variable}, {option}, {lookup: {value}}, {ignore: true}'
    : 'a Location, {location} with name, type, required, values or lookup';
}

/** Where a path stands in the text: at the key for a key, else at the value. */
function findOffset(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
      : undefined;
    const node = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) {
      return node.range[0];
    }
  }
  return document.contents?.range?.[0] ?? 0;
}
