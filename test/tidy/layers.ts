/** Where a file of src stands: its layer, and the module of it that is one thing, such as a stage or a feature. */
export type Place = { readonly layer: string; readonly module: string };

/** The place of a file; undefined for one that is not in src. */
export function readPlace(path: string): Place | undefined {
  const [top, layer, ...rest] = path.split('/');
  if (top !== 'src' || layer === undefined) return undefined;
  if (layer === 'index.ts') return { layer: 'index', module: 'index' };
  const depth = Math.min(rest.length - 1, layer === 'features' ? 2 : 1);
  const isParted = layer === 'engine' || layer === 'features' || layer === 'app';
  const parts = isParted ? rest.slice(0, Math.max(depth, 0)) : [];
  return { layer, module: [layer, ...parts].join('/') };
}

/** The ports: what implements an interface of model/ports.ts, and what sends for them. */
const ports = ['service', 'store', 'secrets', 'notify'] as const;

/** The layers that send requests, each to others of its own. */
export const senders: ReadonlySet<string> = new Set(['service', 'notify']);

const beneathApp = ['engine', 'reports', 'model', 'kit'];

/** Each layer with those that it may import: kit <- model <- engine, reports <- app <- features <- api <- index <- cli. */
export const layers: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['kit', []],
  ['model', ['kit']],
  ['engine', ['model', 'kit']],
  ['reports', ['model', 'kit']],
  ['app', beneathApp],
  ['features', ['app', ...beneathApp]],
  ['api', ['features', 'app', ...beneathApp]],
  ['cli', ['index', 'features', 'app', ...beneathApp]],
  ['wire', ['model', 'kit']],
  ...ports.map((port) => [port, [...(senders.has(port) ? ['wire'] : []), 'model', 'kit']] as const),
  ['emulator', ['kit']],
]);

/** The commands that the library offers: cli runs them by src/index.ts alone, so that any program can do what they do. */
export const libraryCommands: ReadonlySet<string> = new Set([
  'src/features/sync/plan-command.ts',
  'src/features/sync/apply-command.ts',
  'src/features/sync/apply-saved-plan.ts',
  'src/features/sync/drift/drift-command.ts',
]);

/** The one place that opens ports and knows what implements them. */
export const portOpener = 'app/ports';
// Wire too, for a document that is of no service.
const opened: ReadonlySet<string> = new Set([...ports, 'wire', 'emulator']);

/** The stages of the engine, in the order in which a manifest meets them. */
const stages = [
  'load',
  'cycle-file',
  'validate',
  'resolve',
  'live',
  'bind',
  'match',
  'diff',
  'decide',
  'running',
  'plan',
  'policy',
  'apply',
  'verify',
];

/** What puts stages together, and which: the walk over all manifests, the look at an account, the saved catalog, the runs. */
export const assemblies: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['index', new Set(['load', 'cycle-file', 'validate', 'resolve'])],
  ['observe', new Set(stages.slice(0, stages.indexOf('plan')))],
  ['catalog', new Set([...stages.slice(1, stages.indexOf('policy')), 'observe'])],
  ['run', new Set([...stages, 'observe'])],
]);

/** The modules of the layers that are parted. */
export const modules: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['engine', new Set([...stages, ...assemblies.keys()])],
  [
    'app',
    new Set(['completion', 'git', 'options', 'output', 'policies', 'ports', 'project', 'run']),
  ],
  [
    'features',
    new Set([
      'sync',
      'authoring',
      'operations',
      'inspect',
      'fleet',
      'rollout',
      'controller',
      'ci',
      'completion',
    ]),
  ],
]);

/** What is values in, values out: no Node module, clock, environment or randomness. Commands aside. */
export const pureModules: ReadonlySet<string> = new Set([
  'model',
  'reports',
  'engine/cycle-file',
  'engine/validate',
  'engine/bind',
  'engine/match',
  'engine/diff',
  'engine/decide',
  'engine/running',
  'engine/plan',
  'engine/policy',
  'features/authoring/describe',
  'features/authoring/propose',
]);

/** The features that need another one, and which. Each row that goes makes a feature one that can be deleted. */
export const featureUses: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'features/controller',
    [
      'features/controller/follow',
      'features/controller/reconcile',
      'features/inspect/consent',
      'features/sync/drift',
    ],
  ],
  ['features/controller/follow', ['features/controller']],
  [
    'features/controller/reconcile',
    ['features/controller', 'features/rollout', 'features/rollout/windows'],
  ],
  ['features/sync', ['features/ci/changed-since', 'features/operations']],
  ['features/sync/rehearse', ['features/operations/undo', 'features/sync']],
  ['features/authoring/adopt-drift', ['features/authoring/merge', 'features/fleet/rows']],
  [
    'features/authoring/cycle-files',
    ['features/authoring/describe', 'features/fleet', 'features/fleet/rows'],
  ],
  ['features/authoring/export', ['features/authoring/describe', 'features/authoring/merge']],
  ['features/authoring/upgrade', ['features/authoring/init']],
  [
    'features/authoring/init',
    ['features/authoring/describe', 'features/authoring/export', 'features/authoring/propose'],
  ],
  ['features/authoring/merge', ['features/authoring/describe']],
  [
    'features/authoring/promote',
    [
      'features/authoring/adopt-drift',
      'features/authoring/describe',
      'features/authoring/merge',
      'features/fleet/rows',
    ],
  ],
  ['features/authoring/propose', ['features/authoring/describe', 'features/authoring/export']],
  [
    'features/authoring/propose-fleets',
    [
      'features/authoring/describe',
      'features/authoring/export',
      'features/authoring/propose',
      'features/fleet',
    ],
  ],
  [
    'features/operations/adopt',
    [
      'features/authoring/propose',
      'features/authoring/propose-fleets',
      'features/operations/state',
    ],
  ],
  [
    'features/operations',
    [
      'features/operations/destroy',
      'features/operations/revert',
      'features/operations/run',
      'features/operations/undo',
    ],
  ],
  ['features/inspect/incidents', ['features/inspect/status']],
  ['features/operations/ignore', ['features/fleet/rows']],
  ['features/operations/resume', ['features/operations']],
  ['features/fleet/rows', ['features/fleet']],
  [
    'features/rollout',
    [
      'features/rollout/gate',
      'features/rollout/waves',
      'features/rollout/windows',
      'features/rollout/undo',
    ],
  ],
  [
    'features/rollout/gate',
    ['features/inspect/verify', 'features/rollout/waves', 'features/rollout/windows'],
  ],
  ['features/rollout/waves', ['features/rollout/windows']],
  [
    'features/rollout/decisions',
    ['features/rollout', 'features/rollout/gate', 'features/rollout/waves'],
  ],
  ['features/rollout/undo', ['features/rollout', 'features/rollout/waves']],
  ['features/fleet/pull', ['features/fleet/tables']],
  ['features/fleet/tables', ['features/fleet']],
  ['features/fleet', ['features/authoring/describe', 'features/fleet/eject']],
  ['features/fleet/rendered', ['features/ci/changed-since']],
  ['features/fleet/eject', ['features/authoring/describe', 'features/fleet']],
]);

/** Whether a file of one place may name a file of another. Stages and features have rules of their own. */
export function mayImport(own: Place, other: Place): boolean {
  if (own.layer === 'index' || own.layer === other.layer) return true;
  if (own.module === portOpener && opened.has(other.layer)) return true;
  return layers.get(own.layer)?.includes(other.layer) === true;
}

/** Whether a file of one stage may name a file of another. */
export function mayImportStage(own: Place, other: Place): boolean {
  if (own.layer !== 'engine' || other.layer !== 'engine' || own.module === other.module)
    return true;
  const [, stage = ''] = own.module.split('/');
  return assemblies.get(stage)?.has(other.module.split('/')[1] ?? '') === true;
}

/** Whether a file of one feature may name a file of another. */
export function mayImportFeature(own: Place, other: Place): boolean {
  if (own.layer !== 'features' || other.layer !== 'features') return true;
  return (
    own.module === other.module || featureUses.get(own.module)?.includes(other.module) === true
  );
}
