import type { Fault, FaultAction } from '../../../src/emulator/control/faults.ts';
import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import type { Action } from '../../../src/model/plan/operation.ts';
import type { Draw } from '../generate/draw.ts';

type ActionKind = Action['kind'];

type Wire = { readonly method: string; readonly path: string };

/** The request by which the service is asked for each kind of operation, from the words of SPEC 4. */
const wires: Readonly<Record<ActionKind, Wire>> = {
  'create-account': { method: 'POST', path: '/v1.0/accounts' },
  'update-account': { method: 'PUT', path: '/v1.0/accounts/*' },
  'install-connector': { method: 'POST', path: '/v1.0/connectors/*/install' },
  'update-connector': { method: 'PUT', path: '/v1.0/account/connectors/*' },
  'set-property': { method: 'PUT', path: '/v1.0/account/connectors/*/properties/*' },
  'create-category': { method: 'POST', path: '/v1.0/account/connectors/*/customcategories' },
  'delete-account': { method: 'DELETE', path: '/v1.0/accounts/*' },
  'delete-connector': { method: 'DELETE', path: '/v1.0/account/connectors/*' },
  'install-template': { method: 'POST', path: '/v1.0/templates/*/install' },
  'import-cycle': { method: 'POST', path: '/v1.0/cycles/import' },
  'update-cycle': { method: 'PUT', path: '/v1.0/cycles/*' },
  'bind-slots': { method: 'PUT', path: '/v1.0/cycles/*/steps/*' },
  'set-variables': { method: 'PATCH', path: '/v1.0/cycles/*/variables' },
  'set-mapping': { method: 'PUT', path: '/v1.0/steps/**' },
  'pause-cycle': { method: 'PUT', path: '/v1.0/cycles/*/deactivate' },
  'activate-cycle': { method: 'PUT', path: '/v1.0/cycles/*/activate' },
  'delete-cycle': { method: 'DELETE', path: '/v1.0/cycles/*' },
  'run-cycle': { method: 'PUT', path: '/v1.0/cycles/*/activate' },
  'cancel-run': { method: 'PUT', path: '/v1.0/cycles/*/deactivate' },
};

const otherKinds: ReadonlySet<ActionKind> = new Set([
  'create-category',
  'delete-account',
  'import-cycle',
  'run-cycle',
  'cancel-run',
]);

// Generated worlds have no custom categories, because a lost answer needs a person. They have no
// cycle files either, and no apply deletes an account or runs a cycle once.
export const actionKinds = (Object.keys(wires) as readonly ActionKind[]).filter(
  (kind) => !otherKinds.has(kind),
);

/** Operations of one nature, of which the laws demand the same. */
const groups = {
  creates: ['create-account', 'install-connector', 'install-template'],
  edits: [
    'update-account',
    'update-connector',
    'set-property',
    'update-cycle',
    'bind-slots',
    'set-variables',
    'set-mapping',
  ],
  starts: ['pause-cycle', 'activate-cycle', 'run-cycle', 'cancel-run'],
  deletes: ['delete-account', 'delete-connector', 'delete-cycle'],
} as const satisfies Readonly<Record<string, readonly ActionKind[]>>;

type GroupName = keyof typeof groups;

function groupOf(kind: ActionKind): GroupName {
  const names = Object.keys(groups) as readonly GroupName[];
  const found = names.find((name) => (groups[name] as readonly ActionKind[]).includes(kind));
  if (found === undefined) throw new Error(`${kind} has no group`);
  return found;
}

/** A client's knowledge of a write that a fault hit: it was done wholly, or not at all. */
type Moment = 'refused' | 'lost before' | 'lost after' | 'ignored' | 'late';

export const moments: readonly Moment[] = [
  'refused',
  'lost before',
  'lost after',
  'ignored',
  'late',
];

const momentOf: Readonly<Record<FaultAction['do'], Moment | null>> = {
  status: 'refused',
  'drop-before': 'lost before',
  'drop-after': 'lost after',
  truncate: 'lost after',
  garble: 'lost after',
  ignore: 'ignored',
  lag: 'late',
  shift: null,
  stale: null,
  delay: null,
};

/** Which kind of operation met a fault in this request, and how; null where none did. */
export function classifyHit(record: RequestRecord): { kind: ActionKind; moment: Moment } | null {
  const moment = momentOf[(record.fault ?? 'delay') as FaultAction['do']];
  const kind = actionKinds.find(
    (each) => wires[each].method === record.method && toPattern(wires[each].path).test(record.path),
  );
  return moment === null || kind === undefined ? null : { kind, moment };
}

function toPattern(path: string): RegExp {
  const source = path.replaceAll('.', '\\.').replace(/\*+/g, (stars) => {
    return stars.length > 1 ? '.+' : '[^/]+';
  });
  return new RegExp(`^${source}$`);
}

const reads: readonly string[] = [
  '/v1.0/accounts',
  '/v1.0/accounts/*',
  '/v1.0/account/connectors',
  '/v1.0/account/connectors/*',
  '/v1.0/cycles',
  '/v1.0/cycles/*',
  '/v1.0/cycles/*/steps',
  '/v1.0/cycles/*/edges',
  '/v1.0/cycles/*/variables',
  '/v1.0/cycles/*/prerequisites',
  '/v1.0/steps/*/parameters',
  '/v1.0/steps/*/fieldmappings',
  '/v1.0/connectors',
  '/v1.0/templates',
  '/v1.0/**',
];

/** Faults of the reads of a plan. 404 is not among them: it is an answer, and not a failure. */
export function drawReadFaults(draw: Draw): Fault[] {
  return Array.from({ length: draw.int(1, 2) }, (): Fault => {
    const aim = { method: 'GET', path: draw.pick(reads), ...drawFrequency(draw, 70) };
    return { ...aim, ...drawReadFaultAction(draw) } as Fault;
  });
}

function drawReadFaultAction(draw: Draw): FaultAction {
  return draw.pick<FaultAction>([
    { do: 'status', status: draw.pick([400, 401, 403, 409, 429, 500, 502, 503]) },
    { do: 'drop-before' },
    { do: 'drop-after' },
    { do: 'truncate' },
    { do: 'garble' },
    { do: 'shift' },
  ]);
}

/**
 * Faults of an apply with these operations: requests fail once or for good, are lost before or
 * after the effect, are answered without effect, or show late; or the service goes away.
 */
export function drawApplyFaults(draw: Draw, kinds: readonly ActionKind[]): Fault[] {
  if (kinds.length > 0 && draw.chance(9)) return drawOutage(draw);
  // Aim at rare operations alone, which come last in a plan, because earlier failures would prevent
  // them.
  const seldom = kinds.filter((kind) => groupOf(kind) === 'deletes');
  if (seldom.length > 0 && draw.chance(75)) {
    return seldom.map((kind) => drawWriteFault(draw, kind));
  }
  const left = [...kinds];
  const aimed: Fault[] = [];
  for (let more = draw.int(2, 5); more > 0 && left.length > 0; more -= 1) {
    const [kind] = left.splice(even(draw, left.length), 1);
    if (kind !== undefined) aimed.push(drawWriteFault(draw, kind));
  }
  return draw.chance(20) || aimed.length === 0 ? [...aimed, ...drawReadFaults(draw)] : aimed;
}

// Even, where a generator would try the least and the most more often.
function even(draw: Draw, count: number): number {
  return draw.int(0, 9999) % count;
}

// The first request is hit more often than a later one: few operations have a third.
function drawFrequency(draw: Draw, percentAll: number): Pick<Fault, 'nth' | 'every' | 'rate'> {
  if (draw.chance(percentAll)) return { every: 1 };
  const later = [{ nth: draw.int(1, 4) }, { nth: draw.int(1, 9) }, { every: 2 }, { rate: 0.4 }];
  const first = Array.from({ length: 8 }, () => ({ nth: 1 }));
  const all = [...first, ...later];
  return all[even(draw, all.length)] ?? { nth: 1 };
}

/** One fault of the writes of a kind of operation. */
export function drawWriteFault(draw: Draw, kind: ActionKind): Fault {
  const possible = moments.filter((moment) => canMeet(groupOf(kind), moment));
  const moment = possible[even(draw, possible.length)] ?? 'refused';
  return { ...wires[kind], ...drawFrequency(draw, 8), ...drawFaultAction(draw, moment) } as Fault;
}

/** Only of what is made it matters that it shows late. */
function canMeet(group: GroupName, moment: Moment): boolean {
  return moment !== 'late' || group === 'creates';
}

function drawFaultAction(draw: Draw, moment: Moment): FaultAction {
  const statuses = [400, 403, 404, 409, 422, 429, 500, 502, 503] as const;
  const actions: Readonly<Record<Moment, FaultAction>> = {
    refused: { do: 'status', status: statuses[even(draw, statuses.length)] ?? 400 },
    'lost before': { do: 'drop-before' },
    'lost after': draw.pick<FaultAction>([
      { do: 'drop-after' },
      { do: 'truncate' },
      { do: 'garble' },
    ]),
    ignored: { do: 'ignore' },
    late: { do: 'lag', requests: draw.int(1, 3) },
  };
  return actions[moment];
}

/** The service is gone from one of its writes on, for longer than all retries. */
export function drawOutage(draw: Draw): Fault[] {
  const first = draw.int(1, 6);
  const action = draw.pick<FaultAction>([{ do: 'drop-before' }, { do: 'status', status: 503 }]);
  return ['PUT', 'PATCH', 'POST', 'DELETE'].flatMap((method) =>
    Array.from({ length: 40 }, (_, index): Fault => {
      const nth = (method === 'PUT' ? first : 1) + index;
      return { method, path: '/v1.0/**', nth, ...action };
    }),
  );
}
