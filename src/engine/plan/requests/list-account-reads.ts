import { type Address, findByAddress, parseObjectAddress } from '../../../model/address.ts';
import type { DesiredCycle } from '../../../model/desired/desired.ts';
import { type Deposed, toReplacement } from '../../../model/desired/scope/deposed.ts';
import {
  type AccountDiff,
  type CycleDiff,
  findDeposed,
  listDeposed,
} from '../../../model/diff/field-diff.ts';
import { contentLists } from '../../../model/observed/contents.ts';
import type { Read } from './request-tally.ts';

/** Before the writes of an apply, or after them. */
type Phase = 'before' | 'after';

/** Lists the reads of a look at a whole account. The cycles of `whole` are read whole. */
export function listAccountReads(
  diff: AccountDiff,
  phase: Phase,
  whole: ReadonlySet<Address>,
): readonly Read[] {
  if (phase === 'before' && diff.account.live === null) return listOwnReads(diff);
  const cycles = diff.cycles.filter(({ live }) => phase === 'after' || live !== null);
  return [
    ...listOwnReads(diff),
    ...listLists(diff, diff.desired.cycles.kind === 'set' || hasDeletes(diff)),
    ...(phase === 'before' ? listMissing(diff) : []),
    ...cycles.flatMap((cycle) => listCycleReads(cycle, phase, whole.has(cycle.address))),
    ...listDeposedReads(diff, phase),
  ];
}

/** Reads of a look at one object: of the object itself, and of lists that it refers to. */
export type ObjectReads = { readonly own: readonly Read[]; readonly lists: readonly Read[] };

/**
 * Lists the reads of a look at one object: a connector, or a cycle with its managed parts, by its id. The
 * lists are read where a cycle is replaced.
 */
export function listObjectReads(diff: AccountDiff, address: Address): ObjectReads {
  const kind = parseObjectAddress(address)?.kind;
  const cycle = findByAddress(diff.cycles, address);
  const inside = cycle === undefined ? [] : listCycleReads(cycle, 'after', false);
  if (toReplacement(address) !== null || findDeposed(diff, address).length > 0) {
    const own = [
      ...listOwnReads(diff),
      ...listLists(diff, true),
      ...listMissing(diff),
      ...inside,
      ...listDeposedReads(diff, 'before'),
    ];
    return { own, lists: [] };
  }
  const itself: Read = { of: kind === 'cycle' ? 'cycles' : 'account', key: `${address} itself` };
  return {
    own: [...listOwnReads(diff), ...(kind === 'account' ? [] : [itself]), ...inside],
    lists: kind === 'connector' ? [] : listLists(diff, false, kind === 'cycle'),
  };
}

/** Lists the reads that name what is in a cycle: steps, variables, and edges if step names repeat. */
export function listNameReads(cycle: CycleDiff): readonly Read[] {
  return [
    of(cycle, 'steps', 'steps'),
    of(cycle, 'variables', 'variables'),
    ...listEdgeReads(cycle),
    ...listSourceReads(cycle),
  ];
}

/** Lists the addresses of the objects that are in the service. */
export function listLiveAddresses(diff: AccountDiff): ReadonlySet<Address> {
  const left = [...diff.liveOnlyConnectors, ...diff.liveOnlyCycles];
  return new Set([
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(({ address, live }) =>
      live === null ? [] : [address],
    ),
    ...left.flatMap(({ record }) => record?.address ?? []),
    ...listDeposed(diff).map(({ address }) => address),
  ]);
}

// Cycles that use a connector which is to be deleted are looked for.
function hasDeletes({ desired, liveOnlyConnectors }: AccountDiff): boolean {
  const isManaged = desired.connectors.kind === 'set';
  return isManaged && liveOnlyConnectors.some(({ record }) => record !== null);
}

// A missing account with another id in state is read by both ids.
function listOwnReads({ account: { live, record } }: AccountDiff): readonly Read[] {
  const ids = live === null && record !== null ? ['id', 'external id'] : ['id'];
  return ids.map((key) => ({ of: 'account', key }));
}

function listLists(
  { desired }: AccountDiff,
  hasCycles: boolean,
  usesConnectors = hasCycles,
): readonly Read[] {
  const hasConnectors = desired.connectors.kind === 'set' || usesConnectors;
  return [
    ...(hasConnectors ? [{ of: 'account', key: 'connectors' } as const] : []),
    ...(hasCycles ? [{ of: 'cycles', key: 'cycles' } as const] : []),
  ];
}

// Each object that a list lacks is read by its id.
function listMissing(diff: AccountDiff): readonly Read[] {
  const lists = {
    account: false,
    connector: diff.desired.connectors.kind === 'set' || diff.desired.cycles.kind === 'set',
    cycle: diff.desired.cycles.kind === 'set',
  };
  const live = listLiveAddresses(diff);
  const records = [...diff.state.objects.values()].filter(
    ({ kind, address }) => lists[kind] && !live.has(address),
  );
  return records.map(({ kind, address }) => ({
    of: kind === 'cycle' ? 'cycles' : 'account',
    key: `missing ${address}`,
  }));
}

// Its steps; or its steps, edges, variables and the mappings of each step.
function listDeposedReads(diff: AccountDiff, phase: Phase): readonly Read[] {
  return listDeposed(diff).flatMap((each) => {
    const inside = Array.from(
      { length: countDeposed(each) },
      (_, index): Read => ({ of: 'steps', key: `${each.address} ${index}` }),
    );
    return phase === 'after'
      ? inside
      : [...inside, { of: 'cycles', key: `${each.address} itself` } as const];
  });
}

function countDeposed({ contents }: Deposed): number {
  const steps = contents?.members.get(contentLists.steps);
  return Array.isArray(steps) ? 3 + 2 * steps.length : 1;
}

function listCycleReads(cycle: CycleDiff, phase: Phase, isWhole: boolean): readonly Read[] {
  const { desired, source } = cycle.desired.bound;
  const { shape } = cycle.desired;
  const structure = source.kind === 'file' && phase === 'before';
  const targets = [...desired.mappings, ...desired.visibilities];
  const steps = (shape?.steps ?? []).flatMap(({ label, parameters, fields }) =>
    [parameters, fields].flatMap((list, index) =>
      list.length === 0 ? [] : [{ step: label, slot: index === 0 ? 'parameters' : 'fields' }],
    ),
  );
  const mapped = isWhole && shape !== null ? steps : targets;
  const hasAll = isWhole && shape !== null;
  return [
    ...(structure ? [of(cycle, 'steps', 'structure')] : []),
    ...(hasAll || needsSteps(desired)
      ? [of(cycle, 'steps', 'steps'), ...listSourceReads(cycle)]
      : []),
    ...(hasAll ? [of(cycle, 'steps', 'edges')] : needsSteps(desired) ? listEdgeReads(cycle) : []),
    ...(hasAll || needsVariables(desired) ? [of(cycle, 'variables', 'variables')] : []),
    ...mapped.map(({ step, slot }) => toMappingRead(cycle, step, slot)),
  ];
}

function toMappingRead(cycle: CycleDiff, step: string, slot: string): Read {
  return of(cycle, 'mappings', `${step} ${slot}`);
}

function needsSteps({ activity, mappings, visibilities, slots }: DesiredCycle): boolean {
  const runsOnWebhook = activity.kind !== 'set' || activity.value.schedule === null;
  return mappings.length + visibilities.length > 0 || slots.size > 0 || runsOnWebhook;
}

function needsVariables({ fields, mappings, visibilities }: DesiredCycle): boolean {
  const isManaged = [...fields.keys()].some((path) => path.startsWith('variables/'));
  return isManaged || mappings.length + visibilities.length > 0;
}

// Edges are read if step names repeat, which is possible while no step is known.
function listEdgeReads(cycle: CycleDiff): readonly Read[] {
  const { shape, bound } = cycle.desired;
  const names = new Set(shape?.steps.map(({ name }) => name));
  const isNumbered = [...bound.desired.slots.keys()].some((slot) => slot.includes('#'));
  const isRead = shape === null || names.size < shape.steps.length || isNumbered;
  return isRead ? [of(cycle, 'steps', 'edges')] : [];
}

function listSourceReads(cycle: CycleDiff): readonly Read[] {
  return Array.from({ length: cycle.desired.shape?.sourceReads ?? 0 }, (_, index) =>
    of(cycle, 'steps', `sources ${index}`),
  );
}

function of({ address }: CycleDiff, kind: Read['of'], part: string): Read {
  return { of: kind, key: `${address} ${part}` };
}
