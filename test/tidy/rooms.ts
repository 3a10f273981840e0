/** A room is a folder of src: `kit`, `stages/diff`, `cli`; the file src/index.ts is `index`. */
export function readRoom(path: string): string | undefined {
  const [top, room, stage, file] = path.split('/');
  if (top !== 'src' || room === undefined) return undefined;
  if (room === 'index.ts') return 'index';
  return room === 'stages' && file !== undefined ? `stages/${stage}` : room;
}

/** Stages that are values in, values out: no Node module, clock, environment or randomness. */
export const pureStages: ReadonlySet<string> = new Set(
  [
    'transfer',
    'validate',
    'bind',
    'match',
    'diff',
    'plan',
    'policy',
    'describe',
    'propose',
    'report',
  ].map((name) => `stages/${name}`),
);

/** The rooms that touch the world, each behind a port; only the wiring may name them. */
const outerRooms: ReadonlySet<string> = new Set([
  'service',
  'store',
  'secrets',
  'emulator',
  'forge',
  'notify',
]);

/** The rooms that send requests, each to others of its own. */
export const senders: ReadonlySet<string> = new Set(['service', 'forge', 'notify']);

/** The rooms of src, beside the folders of src/stages. */
export const knownRooms: ReadonlySet<string> = new Set([
  'index',
  'cli',
  'pipeline',
  'model',
  'wire',
  'service',
  'forge',
  'notify',
  'store',
  'secrets',
  'emulator',
  'kit',
]);

/** The stages in the order in which a manifest meets them. */
export const knownStages: ReadonlySet<string> = new Set(
  [
    'load',
    'transfer',
    'validate',
    'resolve',
    'live',
    'bind',
    'match',
    'diff',
    'plan',
    'policy',
    'apply',
    'verify',
    'describe',
    'propose',
    'report',
    'write',
  ].map((name) => `stages/${name}`),
);

/** Whether a file of one room may name a file of another. */
export function mayImport(path: string, room: string): boolean {
  const own = readRoom(path);
  if (own === undefined || own === 'index' || own === room) return true;
  if (own === 'emulator') return room === 'kit';
  if (own === 'kit') return false;
  if (room === 'kit') return true;
  if (own === 'model') return false;
  if (room === 'model') return true;
  if (senders.has(own) && room === 'wire') return true;
  if (own === 'pipeline') return room.startsWith('stages/');
  if (own !== 'cli') return false;
  if (room === 'pipeline' || room.startsWith('stages/')) return true;
  if (path === 'src/cli/commands/emulator.ts' && room === 'emulator') return true;
  return /^src\/cli\/wiring(?:\.ts$|\/)/.test(path) && outerRooms.has(room);
}
