import type { ErrorObject } from 'ajv/dist/2020.js';
import worldSchema from 'cyclectl/schemas/world.schema.json' with { type: 'json' };
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { describeMergeConflict, findMergeConflict } from '../../../kit/files/merge-conflict.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import { TextLines } from '../../../kit/text/text-lines.ts';
import { formatYamlError } from '../../../kit/yaml/strict-yaml.ts';
import { checkWorld } from './check-world.ts';
import { describeMistake } from './describe-mistake.ts';
import { findValidator } from './find-validator.ts';
import type { World } from './world.ts';
import {
  type PlacedProblem,
  WorldError,
  type WorldPlace,
  type WorldProblem,
  withNullPlace,
} from './world-error.ts';

const maxProblems = 50;

// Who tests with a service opens it again and again with the same text, most of which time was parsing.
let lastRead: { readonly text: string; readonly world: World } | undefined;

/**
 * Parses a world from YAML text or data, and checks its schema and rules. Throws WorldError with
 * all problems.
 */
export function readWorld(world: World | string): World {
  if (typeof world !== 'string') return checkData(world, withNullPlace);
  if (lastRead?.text !== world) lastRead = { text: world, world: freeze(readText(world)) };
  return lastRead.world;
}

/** Freezes data and all that is in it. */
function freeze<T>(data: T): T {
  if (typeof data !== 'object' || data === null || Object.isFrozen(data)) return data;
  Object.freeze(data);
  Object.values(data).forEach(freeze);
  return data;
}

/** The problems with their places in the text, if they have one. */
export function toPlacedProblems(
  world: World | string,
  problems: readonly WorldProblem[],
): readonly PlacedProblem[] {
  if (typeof world !== 'string') return withNullPlace(problems);
  const lines = new LineCounter();
  const source = { document: parse(world, lines), lines };
  return problems.flatMap((problem) =>
    problem.path.length === 0 ? withNullPlace([problem]) : locateAll(source, [problem]),
  );
}

/** Parsed text of a world, with its line starts. */
type Source = { readonly document: Document; readonly lines: LineCounter };

// Limits the depth, because the parser recurses for each level and a small file can exhaust the
// stack.
function parse(text: string, lines: LineCounter): Document {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'Nested too deeply to be read.';
    throw new WorldError([{ kind: 'syntax', path: [], message, place: toPlace(lines, [0, 0]) }]);
  }
}

function readText(text: string): World {
  checkNoConflict(text);
  const lines = new LineCounter();
  const source = { document: parse(text, lines), lines };
  const [problem] = [...source.document.errors, ...source.document.warnings];
  if (problem !== undefined) {
    const message = `${formatYamlError(problem)}.`;
    const location = toPlace(lines, problem.pos);
    throw new WorldError([{ kind: 'syntax', path: [], message, place: location }]);
  }
  const data = toData(source.document);
  if (typeof data === 'string') throw makeNameError(data, toPlace(lines, [0, text.length]));
  return checkData(data, (problems) => locateAll(source, problems));
}

function checkNoConflict(text: string): void {
  const conflict = findMergeConflict(text);
  if (conflict === null) return;
  const { line, column } = new TextLines(text).countTo(conflict.from);
  const endColumn = column + conflict.to - conflict.from;
  const message = `${describeMergeConflict(conflict)}.`;
  const place = { line, column, endLine: line, endColumn };
  throw new WorldError([{ kind: 'conflict', path: [], message, place }]);
}

/** Error for a world that is only a string, which is often a file name. */
function makeNameError(text: string, location: WorldPlace): WorldError {
  const isName = /\.(?:ya?ml|json)$/i.test(text);
  const remedy = isName
    ? "Read the file and pass its text: openEmulator({world: await readFile(path, 'utf8')})."
    : 'Write the keys of a world, or {} for an empty one.';
  const message = isName ? 'The world is the name of a file.' : 'The world is text, not a map.';
  return new WorldError([{ kind: 'wrong-type', path: [], message, remedy, place: location }]);
}

function toData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 }) ?? {};
  } catch (error) {
    if (error instanceof ReferenceError) {
      // Replace the parser's message, because an alias name may be any text after a star.
      const message = 'An alias of the world has no anchor, or there are too many aliases.';
      throw new WorldError([{ kind: 'syntax', path: [], message, place: null }]);
    }
    throw error;
  }
}

function checkData(
  data: unknown,
  locate: (problems: readonly WorldProblem[]) => readonly PlacedProblem[],
): World {
  const validate = findValidator<World>(worldSchema.$id);
  const problems = validate(data) ? checkWorld(data) : describeErrors(data, validate.errors ?? []);
  if (problems.length > 0) throw new WorldError(locate(problems).slice(0, maxProblems));
  return data as World;
}

function locateAll(
  { document, lines }: Source,
  problems: readonly WorldProblem[],
): readonly PlacedProblem[] {
  return problems.map((problem) => ({
    ...problem,
    place: toPlace(lines, findRange(document, problem.path)),
  }));
}

function toPlace(lines: LineCounter, [from, to]: readonly [number, number]): WorldPlace {
  const start = lines.linePos(from);
  const end = lines.linePos(Math.max(from, to));
  return {
    line: Math.max(1, start.line),
    column: Math.max(1, start.col),
    endLine: Math.max(1, end.line),
    endColumn: Math.max(1, end.col),
  };
}

/** One problem for each mistake; for a failed union the innermost mistakes, else the union. */
function describeErrors(data: unknown, errors: readonly ErrorObject[]): readonly WorldProblem[] {
  const unions = errors.filter((error) => error.keyword === 'oneOf');
  const isOfUnion = (error: ErrorObject, union: ErrorObject) =>
    error !== union &&
    (error.instancePath === union.instancePath ||
      // A `const` key selects the form.
      (error.keyword === 'const' && error.instancePath.startsWith(`${union.instancePath}/`)));
  return errors
    .filter((error) => !unions.some((union) => isOfUnion(error, union)))
    .filter((error) => !isMisspelt(error, errors))
    .map((error) => {
      const path = toPath(data, error);
      return { path, ...describeMistake(error, path) };
    });
}

/** True if a missing key is present under a similar name. */
function isMisspelt(
  { keyword, instancePath, params }: ErrorObject,
  errors: readonly ErrorObject[],
) {
  if (keyword !== 'required') return false;
  const missing = [String(params.missingProperty)];
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      listNearest(String(other.params.additionalProperty), missing).length > 0,
  );
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

/** Range of a path in the text: the key for a key, else the value. */
function findRange(
  document: Document,
  path: readonly (string | number)[],
): readonly [number, number] {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isNode(item.key) && item.key.toJSON() === key)
      : undefined;
    const node = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  }
  const from = document.contents?.range?.[0] ?? 0;
  return [from, from];
}
