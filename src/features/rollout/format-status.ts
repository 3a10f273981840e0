import { systemClock } from '../../app/ports/open-ports.ts';
import { formatArgument } from '../../kit/text/format-name.ts';
import { count } from '../../kit/text/text-layout.ts';
import { type CommandPlace, formatCommand } from '../../model/report/advice/commands.ts';
import {
  type FleetProgress,
  formatPinned,
  formatRevisionCounts,
} from '../../model/report/fleet-progress.ts';
import { formatRevision } from '../../model/state/revision.ts';
import type { Rollout, RolloutAccount } from '../../model/state/rollout.ts';
import { checkRecorded } from './gate/check-gate.ts';
import { formatMissing } from './gate/format-gate-result.ts';
import {
  findWaveName,
  formatState,
  formatUnfinished,
  formatUnverified,
  formatWaveTally,
  listUnverified,
} from './waves/format-rollout.ts';
import { planStep } from './waves/plan-step.ts';
import { formatWaiting } from './windows/format-windows.ts';
import { planTurn } from './windows/plan-turn.ts';

/** A fleet, its accounts by revision, and its latest rollout. */
export type FleetStatus = {
  readonly fleet: string;
  /** Null for one that the project has no more, while its rollout is open. */
  readonly progress: FleetProgress | null;
  readonly rollout: ShownRollout | null;
};

export type ShownRollout = {
  readonly record: Rollout;
  readonly accounts: readonly RolloutAccount[];
  /** Accounts whose apply died within its work. */
  readonly unfinished: ReadonlySet<string>;
};

/** Formats fleets with their rollouts as text. */
export function formatStatus(found: readonly FleetStatus[], place: CommandPlace): string {
  if (found.length === 0) return 'The project has no fleet.\n';
  return found.map((each) => `${formatFleet(each, place).join('\n')}\n`).join('\n');
}

/** Cells of a wave: fleet, revision, rollout, its state, number and name of the wave, progress, accounts, done, failed, held. */
export function* listStatusRows(found: readonly FleetStatus[]): Generator<readonly string[]> {
  for (const { fleet, progress, rollout } of found) {
    if (rollout === null) {
      const written = progress === null ? '' : formatRevision(progress.written);
      yield [fleet, written, ...Array.from({ length: 9 }, () => '')];
      continue;
    }
    const { record, accounts } = rollout;
    const { id, revision, state } = record;
    for (const [wave, members] of listWaves(accounts)) {
      const counts = (['done', 'failed', 'held'] as const).map(
        (word) => `${members.filter((each) => each.state === word).length}`,
      );
      const name = findWaveName(record, wave);
      const whole = toProgress(record, wave, members);
      const own = [fleet, formatRevision(revision), id, state, `${wave + 1}`, name, whole];
      yield [...own, `${members.length}`, ...counts];
    }
  }
}

function listWaves(
  members: readonly RolloutAccount[],
): readonly (readonly [number, readonly RolloutAccount[]])[] {
  const waves = Map.groupBy(members, ({ wave }) => wave);
  return [...waves].toSorted(([one], [other]) => one - other);
}

function formatHead({ fleet, progress }: FleetStatus, place: CommandPlace): readonly string[] {
  if (progress === null) {
    const stop = formatCommand(`rollout stop ${formatArgument(fleet)}`, place, ['--reason TEXT']);
    return [fleet, `  Not in the project. Restore it, or end its rollout: ${stop}`];
  }
  const { written, revisions, pinned } = progress;
  return [
    fleet,
    `  Accounts: ${formatRevisionCounts(revisions)}`,
    ...(pinned.length === 0
      ? []
      : [`  Pinned:   ${count(pinned.length, 'account')}: ${formatPinned(pinned)}`]),
    `  Written:  ${formatRevision(written)}`,
  ];
}

function formatFleet(shown: FleetStatus, place: CommandPlace): readonly string[] {
  const head = formatHead(shown, place);
  const { progress, rollout } = shown;
  if (rollout === null) {
    const applied = progress?.hasWaves === true ? '' : '; each apply brings what is written';
    return [...head, `  Rollout:  none${applied}`];
  }
  const { record, accounts: members } = rollout;
  const rows = listWaves(members).map(([wave, each]) => [
    `${wave + 1}`,
    findWaveName(record, wave),
    toProgress(record, wave, each),
    formatWaveTally(each),
  ]);
  const unverified = formatUnverified(record, members, place);
  const left = record.state === 'stopped' ? { members, unfinished: rollout.unfinished } : null;
  const unfinished = left === null ? null : formatUnfinished(record, left, place);
  const named = members.filter(({ state }) => state === 'failed' || state === 'held');
  return [
    ...head,
    `  Rollout:  ${record.id}, ${formatRevision(record.revision)}, ${formatState(record)}`,
    ...formatRows(rows).map((line) => `    ${line}`),
    ...formatGateLine(record, members),
    ...formatWindowLine(rollout),
    ...named.slice(0, mostNamed).map(({ account, state }) => `    ${account}: ${state}`),
    ...(named.length > mostNamed ? [`    and ${named.length - mostNamed} more`] : []),
    ...(unverified === null ? [] : [`    ${unverified}`]),
    ...(unfinished === null ? [] : [`    ${unfinished}`]),
  ];
}

function formatGateLine(record: Rollout, members: readonly RolloutAccount[]): readonly string[] {
  if (planStep(record, members).kind !== 'gate') return [];
  const result = checkRecorded(record, members, systemClock.now());
  if (result?.kind !== 'open') return [];
  const name = findWaveName(record, record.passed ?? 0);
  return [`    The wave ${name} waits: ${formatMissing(result)}.`];
}

function formatWindowLine(shown: ShownRollout): readonly string[] {
  const next = findTurn(shown);
  const waiting = next === null ? null : formatWaiting(next.turn);
  return waiting === null ? [] : [`    The wave ${next?.wave} waits: ${waiting}.`];
}

// Accounts of the next step by their windows; null where it begins with none.
function findTurn({ record, accounts, unfinished }: ShownRollout) {
  const step = record.state === 'open' ? planStep(record, accounts) : null;
  if (step?.kind !== 'apply') return null;
  const facts = { readTime: systemClock.now, unfinished };
  return {
    wave: findWaveName(record, step.admitted - 1),
    turn: planTurn(record, step.accounts, facts),
  };
}

// Without a gate, a wave has passed once the next is admitted or the rollout is done.
function toProgress(
  { admitted, passed = 0, state }: Rollout,
  wave: number,
  members: readonly RolloutAccount[],
): string {
  if (members.some((each) => each.state === 'returning')) return 'undoing';
  if (members.some((each) => each.state === 'undone')) return 'undone';
  if (wave >= admitted) return 'waiting';
  return wave < passed || wave + 1 < admitted || state === 'done' ? 'passed' : 'admitted';
}

function formatRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Most failed and held accounts that are named. */
const mostNamed = 10;

/** The same for one fleet, as data. */
export function toStatusData({ fleet, progress, rollout: shown }: FleetStatus) {
  const rollout = toRolloutData(shown);
  if (progress === null) return { fleet, rollout };
  const { written, revisions, pinned } = progress;
  return { fleet, written, accounts: revisions, pinned, rollout };
}

function toRolloutData(shown: ShownRollout | null) {
  if (shown === null) return null;
  const { seal: _, progressSeal: __, approved: ___, ...record } = shown.record;
  return {
    ...record,
    ...toWaiting(shown),
    unverified: listUnverified(shown.accounts).length,
    members: shown.accounts.map(({ account, wave, state, from, unverified }) => ({
      account,
      wave,
      state,
      from,
      unverified,
    })),
  };
}

function toWaiting(shown: ShownRollout) {
  const { waiting, next } = findTurn(shown)?.turn ?? { waiting: [], next: null };
  if (next === null) return {};
  const accounts = waiting.map(({ account }) => account);
  return { waiting: { accounts, opensAt: next.opensAt } };
}
