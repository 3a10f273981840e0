import {
  featureUses,
  layers,
  mayImport,
  mayImportFeature,
  mayImportStage,
  modules,
  type Place,
  portOpener,
  readPlace,
} from '../layers.ts';
import { listCircles } from '../list-circles.ts';
import { type Finding, makeRule, type Remark, type Rule } from '../rule.ts';
import type { ImportEdge, SourceFile } from '../source.ts';

const network = /^(?:node:)?(?:net|http|https|http2|tls|dns|dgram)(?:\/|$)|^undici(?:\/|$)/;

/** ARCHITECTURE.md, "The tree". */
export const knownPlaces: Rule = makeRule(
  'known-places',
  'a file of src stands in a layer, stage or family of the tree',
  ({ path }) => {
    const place = readPlace(path);
    if (place === undefined || isKnown(place)) return [];
    return [
      {
        line: 1,
        wrong: `${place.module} is no place of the tree`,
        instead: 'put the file into one of ARCHITECTURE.md, or describe the new one there first',
      },
    ];
  },
);

/** ARCHITECTURE.md, rules 1, 4 and 5: the order of the layers, and who knows the ports. */
export const layerImports: Rule = makeImportRule(
  'layer-imports',
  'a layer names only the layers beneath it, and app/ports alone the ports',
  (own, other) => (mayImport(own, other) ? null : adviseLayer(own, other)),
);

/** ARCHITECTURE.md, rule 2. */
export const stageImports: Rule = makeImportRule(
  'stage-imports',
  'a stage names no other stage; index, observe and run put stages together',
  (own, other) =>
    mayImportStage(own, other) ? null : 'let observe or run pass the value, as a type of model',
);

/** ARCHITECTURE.md, rule 4: the table of what a feature needs of another one, each row of which is used. */
export const featureImports: Rule = {
  name: 'feature-imports',
  says: 'a feature names another one only where the table of test/tidy/layers.ts has it',
  check: (checkout) => {
    const broken = makeImportRule('feature-imports', '', (own, other) =>
      mayImportFeature(own, other)
        ? null
        : 'put what both need into app, engine or model, or argue for a row in test/tidy/layers.ts',
    ).check(checkout);
    return [...broken, ...listUnused(checkout.sources)];
  },
};

function listUnused(sources: readonly SourceFile[]): readonly Finding[] {
  const used = new Set(
    sources.flatMap((source) =>
      listPlaces(source).map(({ own, other }) => `${own.module} ${other.module}`),
    ),
  );
  const there = new Set(sources.map(({ path }) => readPlace(path)?.module));
  return [...featureUses].flatMap(([own, others]) =>
    others
      .filter((other) => there.has(own) && there.has(other) && !used.has(`${own} ${other}`))
      .map((other) => ({
        path: 'test/tidy/layers.ts',
        line: 1,
        wrong: `${own} needs nothing of ${other} any more`,
        instead: 'take the row away',
      })),
  );
}

/** ARCHITECTURE.md, rule 4: a feature is loaded when its command runs, and goes with the line that loads it. */
export const featuresOnDemand: Rule = makeRule(
  'features-on-demand',
  'cli loads a feature by import() alone',
  ({ path, imports }) =>
    imports.flatMap(({ target, line, isType, isDynamic }): Remark[] => {
      if (readPlace(path)?.layer !== 'cli' || target === undefined) return [];
      if (readPlace(target)?.layer !== 'features' || isType || isDynamic) return [];
      const instead = 'write await import(…) where the command runs';
      return [{ line, wrong: `${target} is loaded with cli`, instead }];
    }),
);

/** ARCHITECTURE.md, rule 9: what names each other has no order in which it can be read. Types count as well. */
export const noImportCircles: Rule = {
  name: 'no-import-circles',
  says: 'no files name each other in a circle, not by types either',
  check: ({ sources }) =>
    listCircles(sources.filter(({ path }) => readPlace(path) !== undefined)).map((circle) => ({
      path: circle[0] ?? '',
      line: 1,
      wrong: `a circle of ${circle.length} files: ${circle.join(', ')}`,
      instead: 'move the type or function that both need to a file of its own',
    })),
};

/** The published package holds src alone. */
export const sourceStaysInside: Rule = makeRule(
  'source-stays-inside',
  'a file of src names no file outside src',
  ({ path, imports }) =>
    imports.flatMap(({ target, specifier, line }) => {
      if (readPlace(path) === undefined || target === undefined) return [];
      if (readPlace(target) !== undefined) return [];
      return [
        {
          line,
          wrong: `src names ${specifier}, which is not in src and not in the published package`,
          instead: 'move it into src, or read it through a port',
        },
      ];
    }),
);

/** The source runs under Node's type stripping, which resolves no endings. */
export const importEndings: Rule = makeRule(
  'import-endings',
  'a relative import says its ending',
  ({ imports }) =>
    imports.flatMap(({ target, specifier, line }) => {
      if (target === undefined || /\.(?:ts|json)$/.test(specifier)) return [];
      return [
        {
          line,
          wrong: `${specifier} has no ending that Node resolves`,
          instead: `write ${specifier.replace(/\.js$/, '')}.ts`,
        },
      ];
    }),
);

const limiter = 'src/kit/tasks/limiter.ts';

/** One limiter, used by one file, so that a second cannot undercut it. */
export const oneLimiter: Rule = makeRule(
  'one-limiter',
  'only wire/http.ts uses the limiter',
  ({ path, imports }) =>
    imports.flatMap(({ target, line, isType }) => {
      if (target !== limiter || readPlace(path) === undefined) return [];
      // A type makes no second limiter.
      if (isType) return [];
      if (path === 'src/wire/http.ts') return [];
      return [
        {
          line,
          wrong: 'a second user of the limiter would not know of the first',
          instead: 'send the request through src/wire/http.ts',
        },
      ];
    }),
);

/** Layers that open connections: wire for all who ask others, service for a browser's way back, and the other end of it. */
const networkLayers: ReadonlySet<string> = new Set(['wire', 'service', 'emulator']);

/** Listens for probes, scrapers and customers, and sends nothing. */
const httpServer = 'src/app/output/open-http-server.ts';

/** One way to others; the emulator is the other end of it. */
export const oneNetwork: Rule = makeRule(
  'one-network',
  'only wire, service and emulator open the network',
  ({ path, imports }) =>
    imports.flatMap(({ specifier, line, isType }) => {
      const own = readPlace(path);
      if (own === undefined || networkLayers.has(own.layer) || isType) return [];
      if (path === httpServer || !network.test(specifier)) return [];
      return [
        {
          line,
          wrong: `${own.module} imports ${specifier}`,
          instead: 'ask through ServiceReader or ServiceWriter of model/ports.ts',
        },
      ];
    }),
);

const starters = new Set(['execa', 'child_process', 'node:child_process']);

/** Files that start a program: git, a pager, a browser, what the operator allowed or typed, the script of a world. */
const startingFiles = new Set([
  'src/app/git/open-git.ts',
  'src/app/output/pager.ts',
  'src/features/inspect/consent/open-browser.ts',
  'src/kit/tasks/run-group.ts',
]);

/** A call of git beside `open-git.ts` would take settings of a branch for those of the repository. */
export const fewPrograms: Rule = makeRule(
  'few-programs',
  'only the files that are named for it start a program',
  ({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const own = readPlace(path);
      if (own === undefined || own.layer === 'emulator' || startingFiles.has(path)) return [];
      if (!starters.has(specifier)) return [];
      const instead = 'ask git by src/app/git/open-git.ts';
      return [{ line, wrong: `${path} imports ${specifier}`, instead }];
    }),
);

/** Ports by which something changes, and what a file that only looks takes in their place. */
const writingPorts: ReadonlyMap<string, string> = new Map([
  ['ServiceWriter', 'take ServiceReader, or move the write into engine/apply'],
  ['StoreWriter', 'take StoreReader, or move the write into engine/apply'],
  ['MethodCaller', 'make the call as a value, and let engine/run/check-connector.ts send it'],
]);

/** ARCHITECTURE.md, rule 6: who cannot name the writing port cannot write. */
export const writersAreForApply: Rule = makeRule(
  'writers-are-for-apply',
  'only apply and the runs are given a port that writes',
  ({ path, imports }) =>
    imports.flatMap(({ target, names, line }) => {
      if (target !== 'src/model/ports.ts' || !isReadOnlyPath(path)) return [];
      return names
        .filter((name) => writingPorts.has(name))
        .map((name) => ({
          line,
          wrong: `${name} in a file that only looks`,
          instead: writingPorts.get(name) ?? '',
        }));
    }),
);

function isReadOnlyPath(path: string): boolean {
  const place = readPlace(path);
  if (place?.module === 'engine/run') return /\/(?:make|list|judge|tally)-|-drift\.ts$/.test(path);
  if (place?.layer === 'features') return /\/(?:make|read)-|-(?:drift|export)\.ts$/.test(path);
  return (
    place?.layer === 'reports' || (place?.layer === 'engine' && place.module !== 'engine/apply')
  );
}

function isKnown({ layer, module }: Place): boolean {
  if (layer === 'index') return true;
  const parts = modules.get(layer);
  if (parts === undefined) return layers.has(layer);
  const [, part] = module.split('/');
  return part === undefined ? layer === 'app' : parts.has(part);
}

function makeImportRule(
  name: string,
  says: string,
  advise: (own: Place, other: Place) => string | null,
): Rule {
  return makeRule(name, says, (source) =>
    listPlaces(source).flatMap(({ own, other, edge: { line } }): Remark[] => {
      const instead = advise(own, other);
      if (instead === null) return [];
      return [{ line, wrong: `${own.module} names a file of ${other.module}`, instead }];
    }),
  );
}

function listPlaces({ path, imports }: SourceFile): readonly {
  readonly own: Place;
  readonly other: Place;
  readonly edge: ImportEdge;
}[] {
  const own = readPlace(path);
  if (own === undefined) return [];
  return imports.flatMap((edge) => {
    const other = edge.target === undefined ? undefined : readPlace(edge.target);
    return other === undefined ? [] : [{ own, other, edge }];
  });
}

function adviseLayer(own: Place, other: Place): string {
  if (own.layer === 'kit')
    return 'keep kit free of ours, or move this file to the layer that needs it';
  if (own.layer === 'emulator') {
    return 'write it again: what the emulator shares with us hides our mistakes';
  }
  if (layers.get(other.layer)?.includes(own.layer) === true) {
    return `move what is needed into ${own.layer} or beneath it, or take it as a value`;
  }
  return `open it in ${portOpener} and take the port of model/ports.ts as an argument`;
}
