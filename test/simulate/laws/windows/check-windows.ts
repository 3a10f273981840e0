import type { RequestRecord } from '../../../../src/emulator/http/request-log.ts';
import type { OperationOutcome } from '../../../../src/model/plan/outcome.ts';
import type { DumpedAccount, DumpedCycle } from '../../../worlds/console/dumped.ts';
import { listReported } from '../../../worlds/quickstart.ts';
import { drawWindowed, listLiving } from '../../../worlds/rough/rough-oracle.ts';
import type { Evidence, Moment } from '../../simulation.ts';
import { openHiding, type Places } from '../hide-unverified.ts';
import { rewind } from './rewind.ts';

type Turn = Omit<Evidence, 'touchedBefore' | 'notKept' | 'edited'> & {
  /** State at the end. */
  readonly final: readonly DumpedAccount[];
  readonly unmanaged: ReadonlySet<string>;
  /** Ids of cycles that were asked to pause, also by a program that was dead when its request arrived. */
  readonly pausing: ReadonlySet<string>;
  /** Id of the key that makes fingerprints. */
  readonly keyId: string;
  /** What others changed in this turn and is left so. */
  readonly left: Places;
  /** Lines that Git has. */
  readonly lines: Places;
};

/** The cycles that requests ask to pause, by id. */
export function listPausing(requests: readonly RequestRecord[]): ReadonlySet<string> {
  return new Set(
    requests.flatMap(({ path }) => /\/cycles\/([^/]+)\/deactivate$/.exec(path)?.[1] ?? []),
  );
}

/**
 * Law 9 at every moment of a turn: a cycle runs as before, as a console user left it, or as at the
 * end. One that runs again is paused only with an entry in store and report.
 */
export function checkWindows(turn: Turn): string[] {
  return turn.moments.flatMap((moment) => [
    ...listCycles(moment.dump, turn.unmanaged).flatMap((cycle) => checkCycle(turn, moment, cycle)),
    ...checkAlone(moment, turn.unmanaged),
  ]);
}

// A replacement has the tag of its predecessor, and never runs beside it.
function checkAlone({ dump }: Moment, unmanaged: ReadonlySet<string>): string[] {
  return dump.flatMap((account) => {
    const running = listLiving(account, unmanaged).filter(({ status }) => status === 'Active');
    const tags = running.flatMap((cycle) =>
      cycle.tags.filter((tag) => tag.startsWith('cyclectl:')),
    );
    const twice = tags.filter((tag, index) => tags.indexOf(tag) !== index);
    return twice.map((tag) => `law 9: two cycles of ${account.externalId} run with the tag ${tag}`);
  });
}

function checkCycle(turn: Turn, moment: Moment, cycle: DumpedCycle): string[] {
  const find = (dump: readonly DumpedAccount[]) =>
    listCycles(dump, turn.unmanaged).filter(({ id }) => id === cycle.id);
  const allowed = moment.allowed.flatMap(find);
  const final = find(turn.final);
  if (cycle.status === 'Active') {
    const undone = moment.undone.flatMap(find);
    const may = [
      ...allowed,
      ...undone,
      ...final,
      ...final.flatMap((each) => listRewound(turn, moment, each)),
      ...listRestarted(turn, cycle, { allowed, final }),
    ];
    const hide = openHiding(moment.states.values(), { ...turn, id: cycle.id });
    const texts = may.map((each) => drawWindowed(hide(each)));
    if (texts.includes(drawWindowed(hide(cycle)))) return [];
    return [`law 9: ${cycle.name} runs with a mix: ${drawWindowed(cycle)} of ${texts.join('\n')}`];
  }
  const ran = allowed.length > 0 && allowed.every(({ status }) => status === 'Active');
  if (!ran || final.every(({ status }) => status !== 'Active')) return [];
  // A cycle that was started for one run pauses itself after it.
  return turn.pausing.has(cycle.id) ? checkPause(moment, cycle) : [];
}

// A revert after the moment brought baselines back that an apply had left as others changed them.
function listRewound(turn: Turn, { reverts }: Moment, final: DumpedCycle): DumpedCycle[] {
  const lines = turn.lines.get(final.id) ?? [];
  const find = (dump: readonly DumpedAccount[]) =>
    listCycles(dump, turn.unmanaged).find(({ id }) => id === final.id);
  const rewound: DumpedCycle[] = [];
  for (const each of reverts.toReversed()) {
    const [before, after] = [find(each.before), find(each.after)];
    if (before === undefined || after === undefined) continue;
    rewound.push(rewind(rewound.at(-1) ?? final, { before, after, lines }));
  }
  return rewound;
}

// A cycle with an unknown schedule is restarted unchanged, unless the manifest has one. Where it is
// deleted at the end, its replacement has that schedule.
function listRestarted(
  turn: Turn,
  cycle: DumpedCycle,
  { allowed, final }: Readonly<Record<'allowed' | 'final', readonly DumpedCycle[]>>,
): DumpedCycle[] {
  if (!turn.unclocked.has(cycle.id)) return [];
  const clocks = final.length > 0 ? final : listReplacements(turn, cycle);
  return clocks.flatMap(({ activation }) => allowed.map((each) => ({ ...each, activation })));
}

// The cycles that have its tag in its account at the end.
function listReplacements({ final, moments, unmanaged }: Turn, cycle: DumpedCycle): DumpedCycle[] {
  const own = moments
    .flatMap(({ dump }) => dump)
    .find(({ cycles }) => cycles.some(({ id }) => id === cycle.id));
  const account = final.find(({ externalId }) => externalId === own?.externalId) ?? null;
  return listLiving(account, unmanaged).filter((each) =>
    each.tags.some((tag) => tag.startsWith('cyclectl:') && cycle.tags.includes(tag)),
  );
}

function checkPause({ states, outcomes }: Moment, { id, name }: DumpedCycle): string[] {
  const pauses = [...states.values()].flatMap((state) => [...state.pauses.values()]);
  const pause = pauses.find(({ cycleId }) => cycleId === id);
  if (pause === undefined) return [`law 9: the store does not know that ${name} was paused by us`];
  if (outcomes === null) return [];
  const started = outcomes.flatMap((each) => each.outcomes).filter(isBegun);
  const own = started.filter(({ operation }) => operation.address === pause.address);
  const isCalledStarted = own.some(
    ({ operation, result }) => operation.action.kind === 'pause-cycle' && result === 'undone',
  );
  if (isCalledStarted)
    return [`law 9: the report says that ${pause.address} was started again, and it is paused`];
  const isReported = listReported(outcomes).some(({ address }) => address === pause.address);
  return own.length === 0 || isReported
    ? []
    : [`law 9: the report does not say that ${pause.address} is left paused`];
}

function isBegun({ result }: OperationOutcome): boolean {
  return result !== 'skipped';
}

function listCycles(
  dump: readonly DumpedAccount[],
  unmanaged: ReadonlySet<string>,
): readonly DumpedCycle[] {
  return dump.flatMap((account) => listLiving(account, unmanaged));
}
