import { listReferences, type Reference } from '../references.ts';
import { pureStages, readRoom } from '../rooms.ts';
import { type Finding, makeRule, type Rule } from '../rule.ts';
import { listNodes, type SourceFile, toLine } from '../source.ts';

const outside = new Set([
  'Date',
  'Math',
  'process',
  'performance',
  'globalThis',
  'crypto',
  'fetch',
  'navigator',
  'setTimeout',
  'setInterval',
  'setImmediate',
]);
const localeMethods = new Set([
  'localeCompare',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
]);
const hash = 'src/kit/hash.ts';
const pathModules = new Set(['node:path', 'node:path/posix']);

/** HOUSE, rule 3: stages and pipeline get time and randomness as arguments or ports. */
export const noOutsideGlobals: Rule = makeRule(
  'no-outside-globals',
  'model, stages and pipeline read no clock, environment or randomness',
  (source) => {
    if (!isInner(source.path)) return [];
    return listReferences(source, outside)
      .filter(isOutside)
      .map((reference) => ({
        line: reference.line,
        wrong: `${renderReference(reference)} reaches outside`,
        instead: 'take the value as an argument, or a port of model/ports.ts',
      }));
  },
);

/** HOUSE, law 11: what sorts or prints by the machine's locale is not the same everywhere. */
export const noLocale: Rule = makeRule(
  'no-locale',
  'model, stages and pipeline do not depend on the locale of the machine',
  (source) => {
    if (!isInner(source.path)) return [];
    return listNodes(source, 'CallExpression').flatMap(({ node }) => {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
      const { name } = callee.property;
      const needed = name === 'localeCompare' ? 2 : 1;
      if (!localeMethods.has(name) || node.arguments.length >= needed) return [];
      const instead = 'compare code units with < and >, or name the locale';
      return [{ line: toLine(node), wrong: `${name} asks the machine for its locale`, instead }];
    });
  },
);

/** HOUSE, rule 3: the stages that are not pure reach outside through ports, not through Node. */
export const noNodeModules: Rule = makeRule(
  'no-node-modules',
  'model, stages and pipeline import no Node module',
  ({ path, imports }) => {
    if (!isInner(path)) return [];
    return imports
      .filter(({ specifier }) => specifier.startsWith('node:'))
      .filter(({ specifier }) => isPure(path) || !pathModules.has(specifier))
      .map(({ specifier, line }) => ({
        line,
        wrong: `${readRoom(path)} imports ${specifier}`,
        instead: 'take a value, or a port of model/ports.ts (kit/hash.ts may hash)',
      }));
  },
);

/** HOUSE, rule 3, at one remove: a helper of kit must not carry Node into a pure stage. */
export const pureThroughAndThrough: Rule = {
  name: 'pure-through-and-through',
  says: 'what a pure stage imports is pure as well, but for kit/hash.ts',
  judge: ({ sources }) => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const culprits = new Map(sources.map((source) => [source.path, readCulprit(source)]));
    return sources
      .filter(({ path }) => isPure(path))
      .flatMap((source) => judgeReach({ source, byPath, culprits }));
  },
};

function judgeReach(context: {
  readonly source: SourceFile;
  readonly byPath: ReadonlyMap<string, SourceFile>;
  readonly culprits: ReadonlyMap<string, string | undefined>;
}): Finding[] {
  const { source, byPath, culprits } = context;
  return listValueImports(source).flatMap(({ target, line }) => {
    const seen = new Set([source.path]);
    const queue = [[target]];
    for (let chain = queue.shift(); chain !== undefined; chain = queue.shift()) {
      const path = chain.at(-1) ?? target;
      if (seen.has(path) || path === hash) continue;
      seen.add(path);
      const culprit = culprits.get(path);
      if (culprit !== undefined) {
        const wrong = `${source.path.split('/').at(-1)} reaches ${culprit} by ${chain.join(' > ')}`;
        return [{ path: source.path, line, wrong, instead: 'take the value as an argument' }];
      }
      const next = byPath.get(path);
      if (next === undefined) continue;
      queue.push(...listValueImports(next).map((edge) => [...chain, edge.target]));
    }
    return [];
  });
}

function listValueImports(source: SourceFile): { target: string; line: number }[] {
  return source.imports.flatMap(({ target, line, isType }) =>
    target === undefined || isType ? [] : [{ target, line }],
  );
}

/** What makes a file impure; pure stages and model have a finding of their own for it. */
function readCulprit(source: SourceFile): string | undefined {
  if (isInner(source.path)) return undefined;
  const nodeModule = source.imports.find(
    ({ specifier, isType }) => specifier.startsWith('node:') && !isType,
  );
  if (nodeModule !== undefined) return nodeModule.specifier;
  const reference = listReferences(source, outside).find(isOutside);
  return reference === undefined ? undefined : renderReference(reference);
}

function isInner(path: string): boolean {
  const room = readRoom(path);
  return room === 'model' || room === 'pipeline' || room?.startsWith('stages/') === true;
}

function isPure(path: string): boolean {
  const room = readRoom(path);
  return room !== undefined && (room === 'model' || pureStages.has(room));
}

/** Dates made from an argument and the arithmetic of Math are values like any other. */
function isOutside({ name, member, argumentCount }: Reference): boolean {
  if (name === 'Math') return member === 'random';
  if (name !== 'Date') return true;
  return member === 'now' || (member === undefined && argumentCount === 0);
}

function renderReference({ name, member }: Reference): string {
  return member === undefined ? name : `${name}.${member}`;
}
