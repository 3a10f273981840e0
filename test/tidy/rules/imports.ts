import { knownRooms, knownStages, mayImport, readRoom } from '../rooms.ts';
import { makeRule, type Rule } from '../rule.ts';

const network = /^(?:node:)?(?:net|http|https|http2|tls|dns|dgram)(?:\/|$)|^undici(?:\/|$)/;

/** HOUSE, "Who may import whom": the table of rooms. */
export const roomImports: Rule = makeRule(
  'room-imports',
  'a room names only the rooms that it may name',
  ({ path, imports }) =>
    imports.flatMap(({ target, line }) => {
      const own = readRoom(path);
      const room = target === undefined ? undefined : readRoom(target);
      if (own === undefined || room === undefined || mayImport(path, room)) return [];
      return [{ line, wrong: `${own} names a file of ${room}`, instead: adviseImport(own, room) }];
    }),
);

/** The published package holds src alone. */
export const sourceStaysInside: Rule = makeRule(
  'source-stays-inside',
  'a file of src names no file outside src',
  ({ path, imports }) =>
    imports.flatMap(({ target, specifier, line }) => {
      if (readRoom(path) === undefined || target === undefined) return [];
      if (readRoom(target) !== undefined) return [];
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

/** HOUSE, rules of the rooms: one limiter, used by one file, so that a second cannot undercut it. */
export const oneLimiter: Rule = makeRule(
  'one-limiter',
  'only wire/http.ts uses the limiter',
  ({ path, imports }) =>
    imports.flatMap(({ target, line, isType }) => {
      if (target !== 'src/kit/limiter.ts' || readRoom(path) === undefined) return [];
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

/** Rooms that open connections: wire for all who ask others, service for a browser's way back, and the other end of it. */
const networkRooms: ReadonlySet<string> = new Set(['wire', 'service', 'emulator']);

/** HOUSE: one way to others; the emulator is the other end of it. */
export const oneNetwork: Rule = makeRule(
  'one-network',
  'only wire, service and emulator open the network',
  ({ path, imports }) =>
    imports.flatMap(({ specifier, line, isType }) => {
      const own = readRoom(path);
      if (own === undefined || networkRooms.has(own) || isType) return [];
      if (!network.test(specifier)) return [];
      return [
        {
          line,
          wrong: `${own} imports ${specifier}`,
          instead: 'ask through ServiceReader or ServiceWriter of model/ports.ts',
        },
      ];
    }),
);

const starters = new Set(['execa', 'child_process', 'node:child_process']);

/** Files that start a program: git, a browser, what the operator allowed, the script of a world. */
const startingFiles = new Set([
  'src/cli/open-git.ts',
  'src/cli/open-browser.ts',
  'src/secrets/exec-provider.ts',
]);

/** A call of git beside `open-git.ts` would take settings of a branch for those of the repository. */
export const fewPrograms: Rule = makeRule(
  'few-programs',
  'only the files that are named for it start a program',
  ({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const own = readRoom(path);
      if (own === undefined || own === 'emulator' || startingFiles.has(path)) return [];
      if (!starters.has(specifier)) return [];
      return [
        { line, wrong: `${path} imports ${specifier}`, instead: 'ask git by src/cli/open-git.ts' },
      ];
    }),
);

/** Ports by which something changes, and what a file that only looks takes in their place. */
const writingPorts: ReadonlyMap<string, string> = new Map([
  ['ServiceWriter', 'take ServiceReader, or move the write into stages/apply'],
  ['StoreWriter', 'take StoreReader, or move the write into stages/apply'],
  ['MethodCaller', 'make the call as a value, and let pipeline/call-method.ts send it'],
]);

/** HOUSE, rule 4: who cannot name the writing port cannot write. */
export const writersAreForApply: Rule = makeRule(
  'writers-are-for-apply',
  'only apply is given a port that writes',
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

/** HOUSE, "The plan of the building" and rule 8. */
export const knownPlaces: Rule = makeRule(
  'known-places',
  'a file of src stands in a room of the plan',
  ({ path }) => {
    const room = readRoom(path);
    if (room === undefined || knownRooms.has(room) || knownStages.has(room)) return [];
    return [
      {
        line: 1,
        wrong: `${room} is no room of the building`,
        instead: 'put the file into a room of ARCHITECTURE.md, or draw the new room there first',
      },
    ];
  },
);

function isReadOnlyPath(path: string): boolean {
  const room = readRoom(path);
  if (room === 'pipeline') return /\/(?:make|read)-|-drift\.ts$|-export\.ts$/.test(path);
  return room?.startsWith('stages/') === true && room !== 'stages/apply';
}

function adviseImport(own: string, room: string): string {
  if (own.startsWith('stages/') && room.startsWith('stages/')) {
    return 'let the pipeline pass the value, as a type of model';
  }
  if (own === 'kit') return 'keep kit free of ours, or move this file to the room that needs it';
  if (own === 'emulator' || room === 'emulator') {
    return 'write it again: what the emulator shares with us hides our mistakes';
  }
  if (own === 'cli') return 'build it in cli/wiring.ts and take the port';
  return 'take a port of model/ports.ts as an argument';
}
