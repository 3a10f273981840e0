import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import type { EnvironmentContext } from '../../app/ports/open-environment-secrets.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openStoreReader } from '../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { withRenames } from '../../engine/index/revisions/with-renames.ts';
import { countRevisions } from '../../engine/run/report-revisions.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { StoreReader } from '../../model/ports.ts';
import type { CommandPlace } from '../../model/report/advice/commands.ts';
import {
  type FleetProgress,
  formatPinned,
  formatRevisionCounts,
} from '../../model/report/fleet-progress.ts';
import { formatRevision } from '../../model/state/revision.ts';
import type { Rollout, RolloutAccount } from '../../model/state/rollout.ts';
import { formatDocument } from '../../reports/json/format-document.ts';
import { openNested } from '../../reports/json/open-nested.ts';
import { findMembers, openFleetRevisions } from './find-fleet.ts';
import { checkRecorded } from './gate/check-gate.ts';
import { formatMissing } from './gate/format-gate-result.ts';
import { applyPins } from './waves/apply-pins.ts';
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

export type RolloutStatusOptions = GlobalOptions & { readonly fleet?: string };

/** A fleet, its accounts by revision, and its latest rollout. */
type FleetStatus = {
  readonly progress: FleetProgress;
  readonly rollout: ShownRollout | null;
};

type ShownRollout = {
  readonly record: Rollout;
  readonly accounts: readonly RolloutAccount[];
  /** Accounts whose apply died within its work. */
  readonly unfinished: ReadonlySet<string>;
};

/** `cyclectl rollout status [FLEET]`: shows which revision accounts are on, and the latest rollout. */
export async function runRolloutStatus(
  context: CommandContext,
  options: RolloutStatusOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    withOpened(openStoreReader(request), async (store) => {
      const { fleet } = options;
      if (fleet !== undefined) findMembers(request.project, fleet);
      const found = await readStatus(request, store);
      await context.terminal.out(
        options.format === 'json'
          ? formatDocument('rollout', { fleets: found.map(toData) })
          : formatText(found, toPlace(request)),
      );
      return exitCodes.ok;
    }),
  );
}

/**
 * Does a work, and prints what it reports as one document where data is asked for; the rollout of its fleet
 * where it reports nothing.
 */
export async function withRolloutData<Options extends RolloutStatusOptions>(
  request: ProjectRequest<Options>,
  work: (request: ProjectRequest<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options } = request;
  const { terminal } = context;
  if (options.format !== 'json') return work(request);
  // A step that applies a wave and then undoes it has the report of the undo within its own.
  const nested = openNested('undo', terminal.out);
  try {
    const shown = { ...context, terminal: { ...terminal, out: nested.add } };
    const code = await work({ ...request, context: shown });
    if (nested.isEmpty())
      await withOpened(openStoreReader(request), async (store) => {
        const found = await readStatus(request, store);
        await nested.add(formatDocument('rollout', { fleets: found.map(toData) }));
      });
    return code;
  } finally {
    await nested.end();
  }
}

/** Prints the latest rollout of a fleet as data, from the store alone. */
export async function printStored(
  request: EnvironmentContext & { readonly options: { readonly fleet: string } },
): Promise<void> {
  const { fleet } = request.options;
  await withOpened(openStoreReader(request), async (store) => {
    const record = (await store.listRollouts()).find((each) => each.fleet === fleet);
    const shown =
      record === undefined
        ? null
        : {
            record,
            accounts: await store.listRolloutAccounts(record.id),
            unfinished: new Set(await store.listUnfinished()),
          };
    const found = { fleet, rollout: toRolloutData(shown) };
    await request.context.terminal.out(formatDocument('rollout', { fleets: [found] }));
  });
}

async function readStatus(
  request: ProjectRequest<RolloutStatusOptions>,
  store: StoreReader,
): Promise<readonly FleetStatus[]> {
  const { accounts, fleets, environment } = request.project;
  const { fleet } = request.options;
  const revisions = await openFleetRevisions(request, store);
  const pinned = revisions.listPinned(accounts, systemClock.now());
  const counted = await countRevisions(
    { revisions, store },
    { fleets, accounts, environment: environment.name },
  );
  const renamed = await withRenames(store, accounts, environment.name);
  const rollouts = await store.listRollouts();
  const unfinished = new Set(await store.listUnfinished());
  const found: FleetStatus[] = [];
  for (const each of counted) {
    if (fleet !== undefined && each.fleet !== fleet) continue;
    const record = rollouts.find(({ id }) => id === each.rollout?.id);
    const rollout =
      record === undefined
        ? null
        : {
            record,
            accounts: applyPins(record, await renamed.listRolloutAccounts(record.id), pinned),
            unfinished,
          };
    found.push({ progress: each, rollout });
  }
  return found;
}

function toPlace({ options, project }: ProjectRequest): CommandPlace {
  return { directory: options.directory, environment: project.environment.name };
}

function formatText(found: readonly FleetStatus[], place: CommandPlace): string {
  if (found.length === 0) return 'The project has no fleet.\n';
  return found.map((each) => `${formatFleet(each, place).join('\n')}\n`).join('\n');
}

function formatFleet({ progress, rollout }: FleetStatus, place: CommandPlace) {
  const { fleet, written, revisions, pinned, hasWaves } = progress;
  const head = [
    fleet,
    `  Accounts: ${formatRevisionCounts(revisions)}`,
    ...(pinned.length === 0
      ? []
      : [`  Pinned:   ${count(pinned.length, 'account')}: ${formatPinned(pinned)}`]),
    `  Written:  ${formatRevision(written)}`,
  ];
  if (rollout === null) {
    return [...head, `  Rollout:  none${hasWaves ? '' : '; each apply brings what is written'}`];
  }
  const { record, accounts: members } = rollout;
  const waves = Map.groupBy(members, ({ wave }) => wave);
  const rows = [...waves]
    .toSorted(([one], [other]) => one - other)
    .map(([wave, each]) => [
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

function toData({ progress: { fleet, written, revisions, pinned }, rollout }: FleetStatus) {
  return { fleet, written, accounts: revisions, pinned, rollout: toRolloutData(rollout) };
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
