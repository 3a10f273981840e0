import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { listMovedRows, type MemberFacts, type RowName } from './member-facts.ts';

/** The same account before and after others worked in it. */
export type Moves = {
  readonly before: MemberFacts;
  readonly after: MemberFacts;
  /** A path that this service does not show. */
  readonly hidden: string;
  /** Is told of each row that drift has to report. */
  readonly met: (row: RowName) => void;
};

/** What drift has to report. */
export type Moved = {
  readonly moved: ReadonlySet<string>;
  /** Whether drift may report an address or not. */
  readonly either: (name: string) => boolean;
};

/** Addresses at which something is another than before: told from the state of the service alone. */
export function listMoved(records: readonly ObjectRecord[], moves: Moves): Moved {
  const { before, after } = moves;
  const there = new Set([...after.values.keys()].map((key) => key.slice(0, key.indexOf(' '))));
  const rows = listMovedRows(before, after);
  const moved = new Set<string>();
  const open: ((name: string) => boolean)[] = [];
  const doubtful = new Set<string>();
  // Drift counts an object without a baseline, and knows nothing of it.
  for (const record of records.filter(({ baseline }) => baseline !== undefined)) {
    const { kind, remoteId, address, applied } = record;
    const id = kind === 'account' ? '' : remoteId;
    if (!there.has(id)) {
      moved.add(address);
      // A copy has taken its place.
      open.push((name) => name.startsWith(`${address}/`));
      continue;
    }
    const own = [...rows].filter(([key]) => key.startsWith(`${id} `));
    const paths = own.map(([key]) => key.slice(id.length + 1));
    if (Object.keys(applied).some((path) => path.startsWith('connectors/'))) {
      // A slot is the connector of each of its steps, and is numbered in their order.
      if (paths.some((path) => /^(?:steps\/[^/]*\/connector|steps|edges)$/.test(path)))
        open.push(
          (name) =>
            name.startsWith(`${address}/connectors/`) ||
            (name.startsWith(`${address}/steps/`) && name.endsWith('/connector')),
        );
    }
    for (const [key, names] of own) {
      const path = key.slice(id.length + 1);
      if (isQuiet(path, record, { moves, paths })) continue;
      moved.add(`${address}/${path}`);
      for (const row of names) moves.met(row);
    }
    // A line may say that the cycle rests, and on what it runs.
    if (isSingleRun('state', id, after))
      for (const path of ['state', 'schedule']) doubtful.add(`${address}/${path}`);
    // The template may not have the slot of a line any more.
    if (after.behind.has(id)) open.push((name) => name.startsWith(`${address}/connectors/`));
    const lines = listLines(record, moves);
    for (const path of lines.moved) {
      moved.add(`${address}/${path}`);
      for (const row of rows.get(`${id} ${path}`) ?? []) moves.met(row);
    }
    for (const path of lines.unset) doubtful.add(`${address}/${path}`);
    // A step may be called otherwise now, which leaves its line without a source.
    if (paths.includes('steps'))
      for (const path of listSourced(record, moves)) doubtful.add(`${address}/${path}`);
  }
  return { moved, either: (name) => doubtful.has(name) || open.some((isOpen) => isOpen(name)) };
}

function isQuiet(
  path: string,
  { kind, remoteId, applied }: ObjectRecord,
  { moves: { after, hidden }, paths }: { readonly moves: Moves; readonly paths: readonly string[] },
): boolean {
  const isThere = after.values.has(`${kind === 'account' ? '' : remoteId} ${path}`);
  // A cycle at rest shows no schedule, and a service may not show when a cycle runs.
  if (path === hidden || (path === 'schedule' && !isThere)) return true;
  // A connector waits for a sign-in.
  if (kind === 'connector' && path === 'auth') {
    return after.values.get(`${remoteId} auth`)?.['connector.Authenticated'] === 'true';
  }
  // A single run ends by itself.
  if (isSingleRun(path, remoteId, after)) return true;
  // Lines are told at the path that Git has.
  if (isTarget(path)) return [path, toNumbered(path)].some((each) => Object.hasOwn(applied, each));
  if (path !== 'variables') return false;
  const of = paths.filter((each) => each.startsWith('variables/'));
  return of.length > 0 && of.every((each) => Object.hasOwn(applied, each));
}

function isSingleRun(path: string, id: string, { values }: MemberFacts): boolean {
  return path === 'state' && values.get(`${id} state`)?.['cycle.Status'] === 'once';
}

function isTarget(path: string): boolean {
  return /^steps\/[^/]*\/(?:parameters|fields|launchVisible)\//.test(path);
}

// A line of `NAME#1` is about NAME where that is alone now, and tells itself that it is lost.
function toNumbered(path: string): string {
  return path.replace(/^steps\/[^/]*/, (step) => `${step}#1`);
}

function listSourced(
  { remoteId, applied }: ObjectRecord,
  { before: { values } }: Moves,
): readonly string[] {
  return Object.keys(applied)
    .filter(isTarget)
    .filter((path) => {
      const was = values.get(`${remoteId} ${path}`);
      return was?.['mapping.SourceStepId'] || was?.['mapping.Value']?.includes('{{');
    });
}

// A line means the step of its name: of one that is left of several nobody knows which it is.
function listLines(
  { kind, remoteId, applied }: ObjectRecord,
  { before, after }: Moves,
): { readonly moved: readonly string[]; readonly unset: readonly string[] } {
  if (kind !== 'cycle') return { moved: [], unset: [] };
  const lines = Object.keys(applied)
    .filter(isTarget)
    .map((path) => {
      const [was, is] = [before, after].map(({ values, targets }) => ({
        value: JSON.stringify(values.get(`${remoteId} ${path}`) ?? ''),
        state: targets.get(`${remoteId} ${path}`) ?? null,
      }));
      const [one, other] = [was?.state ?? null, is?.state ?? null];
      const isUnset = [one, other].toSorted().join() === 'set,unset';
      return { path, isSame: was?.value === is?.value, isUnset, isKept: one === other };
    });
  return {
    moved: lines.flatMap(({ path, isSame, isUnset, isKept }) =>
      isSame && (isUnset || isKept) ? [] : [path],
    ),
    // It is ignored with a mapping and without one, and a service may show which.
    unset: lines.flatMap(({ path, isSame, isUnset }) => (isSame && isUnset ? [path] : [])),
  };
}
