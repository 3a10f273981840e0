import { pureModules, readPlace } from '../layers.ts';
import { listReferences, type Reference } from '../references.ts';
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
const hashes: ReadonlySet<string> = new Set(['src/kit/hash.ts']);
const pathModules = new Set(['node:path', 'node:path/posix']);

/**
 * Files of features that are neither a command nor use app, and reach outside all the same: they write a folder, open
 * a browser or hash as git does.
 */
const outerFiles: ReadonlySet<string> = new Set([
  'src/features/authoring/init/make-files-plan.ts',
  'src/features/authoring/init/write-planned-files.ts',
  'src/app/git/read-blobs.ts',
  'src/features/ci/forge/read-marked-file.ts',
  'src/features/inspect/consent/open-browser.ts',
  'src/features/operations/destroy/backup/open-backup.ts',
]);

/** ARCHITECTURE.md, rule 3: engine and features get time and randomness as arguments or ports. */
export const noOutsideGlobals: Rule = makeRule(
  'no-outside-globals',
  'model, engine, reports and what a feature decides read no clock, environment or randomness',
  (source) => {
    if (!isInner(source)) return [];
    return listReferences(source, outside)
      .filter(isOutside)
      .map((reference) => ({
        line: reference.line,
        wrong: `${renderReference(reference)} reaches outside`,
        instead: 'take the value as an argument, or a port of model/ports.ts',
      }));
  },
);

/** Law 11: what sorts or prints by the machine's locale is not the same everywhere. */
export const noLocale: Rule = makeRule(
  'no-locale',
  'model, engine, reports and what a feature decides do not depend on the locale of the machine',
  (source) => {
    if (!isInner(source)) return [];
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

/** ARCHITECTURE.md, rule 3: the stages that are not pure reach outside through ports, not through Node. */
export const noNodeModules: Rule = makeRule(
  'no-node-modules',
  'model, engine, reports and what a feature decides import no Node module',
  (source) => {
    if (!isInner(source)) return [];
    const { path, imports } = source;
    return imports
      .filter(({ specifier }) => specifier.startsWith('node:'))
      .filter(({ specifier }) => isPure(path) || !pathModules.has(specifier))
      .map(({ specifier, line }) => ({
        line,
        wrong: `${readPlace(path)?.module} imports ${specifier}`,
        instead: 'take a value, or a port of model/ports.ts (kit hashes)',
      }));
  },
);

/** ARCHITECTURE.md, rule 3, at one remove: a helper of kit must not carry Node into a pure stage. */
export const pureThroughAndThrough: Rule = {
  name: 'pure-through-and-through',
  says: 'what a pure stage imports is pure as well, but for the hashes of kit',
  check: ({ sources }) => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const culprits = new Map(sources.map((source) => [source.path, readCulprit(source)]));
    return sources
      .filter(({ path }) => isPure(path))
      .flatMap((source) => checkReach({ source, byPath, culprits }));
  },
};

function checkReach(context: {
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
      if (seen.has(path) || hashes.has(path)) continue;
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

/** What makes a file impure; inner files have a finding of their own for it. */
function readCulprit(source: SourceFile): string | undefined {
  if (isInner(source)) return undefined;
  const nodeModule = source.imports.find(
    ({ specifier, isType }) => specifier.startsWith('node:') && !isType,
  );
  if (nodeModule !== undefined) return nodeModule.specifier;
  const reference = listReferences(source, outside).find(isOutside);
  return reference === undefined ? undefined : renderReference(reference);
}

/** Commands and what uses app are the shell around what a feature decides. */
function isInner({ path, imports }: SourceFile): boolean {
  const layer = readPlace(path)?.layer;
  if (layer === 'model' || layer === 'engine' || layer === 'reports') return true;
  if (layer !== 'features' || path.endsWith('-command.ts') || outerFiles.has(path)) return false;
  return !imports.some(({ target }) => target !== undefined && readPlace(target)?.layer === 'app');
}

function isPure(path: string): boolean {
  const place = readPlace(path);
  return place !== undefined && pureModules.has(place.module) && !path.endsWith('-command.ts');
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
