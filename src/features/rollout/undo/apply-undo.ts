import { systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { formatSome } from '../../../kit/text/format-some.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { type Admission, formatRevision } from '../../../model/state/revision.ts';
import type {
  RevisionChange,
  Rollout,
  RolloutAccount,
  RolloutAccountState,
} from '../../../model/state/rollout.ts';
import { findFleet, openFleetRevisions } from '../find-fleet.ts';
import {
  type AdmittedStates,
  type Admitting,
  type OpenedAdmitting,
  openAdmitting,
} from '../waves/open-admitting.ts';
import { runAdmitting } from '../waves/run-admitting.ts';
import type { LockedFleet } from '../with-locked-fleet.ts';
import { makeUndoHold } from './hold-undo.ts';

type UndoRequest = ProjectRequest<ChangeOptions>;

/** A rollout that is undone. */
export type UndoRun = LockedFleet &
  Pick<Admitting, 'confirm'> & {
    readonly rollout: Rollout;
    readonly accounts: readonly RolloutAccount[];
    /** For the history. */
    readonly why: string;
  };

/** Result of an undo. `partial`: some accounts still have the revision, or their apply failed. */
export type UndoResult = 'undone' | 'partial' | 'not-begun';

/**
 * Admits each account that has the revision of a rollout to the one it had before, and applies that. An
 * undo that was cut off goes on where it was.
 */
export async function applyUndo(request: UndoRequest, undo: UndoRun): Promise<UndoResult> {
  const { openSource, record } = await openUndo(request, undo);
  await runAdmitting(request, openSource);
  return record();
}

/** Opens an undo: the change of its accounts, and the record of what each came to. */
export async function openUndo(
  request: UndoRequest,
  undo: UndoRun,
): Promise<Pick<OpenedAdmitting, 'openSource'> & { readonly record: () => Promise<UndoResult> }> {
  const { rollout, accounts, confirm } = undo;
  const { fleet, revision } = rollout;
  const found = await findReturning(request, undo);
  const { returning } = found;
  const { openSource, readStates } = openAdmitting({
    entries: returning.map(({ entry }) => entry),
    fleet,
    admissions: { fleets: [], accounts: toAdmissions(fleet, returning) },
    choices: rollout.approved.options,
    reason: `undo of rollout ${formatRevision(revision)} of ${fleet}`,
    hold: makeUndoHold(accounts),
    confirm: rollout.state === 'undoing' ? null : confirm,
    admit: (keys) => admit(undo, found, keys),
    begin: null,
  });
  return { openSource, record: () => record(request, { ...undo, ...found }, readStates()) };
}

async function record(
  request: UndoRequest,
  undo: UndoRun & Found,
  states: AdmittedStates | null,
): Promise<UndoResult> {
  if (states === null) return 'not-begun';
  const { rollout, accounts, returning } = undo;
  const { fleet, revision } = rollout;
  const back = new Set([...states].flatMap(([key, state]) => (state === 'done' ? [key] : [])));
  // One that was not started keeps the revision, unless an earlier step has its apply open.
  const waiting = returning.filter(
    ({ entry: { key }, state }) => states.get(key) === 'waiting' && state !== 'returning',
  );
  const unstarted = new Set(waiting.map(({ entry }) => entry.key));
  const at = systemClock.now();
  await undo.update({
    rollout: { ...rollout, state: 'undoing' },
    admissions: waiting.map(({ entry }) => ({ account: entry.key, fleet, revision, at })),
    accounts: accounts.flatMap((each) => {
      if (back.has(each.account)) return [{ ...each, state: 'undone' as const }];
      return unstarted.has(each.account) ? [each] : [];
    }),
  });
  const left = returning.flatMap(({ entry: { key } }) => (back.has(key) ? [] : [key]));
  if (left.length === 0) await end(request, undo);
  reportEnd(request, undo, left);
  return left.length + undo.kept.length === 0 ? 'undone' : 'partial';
}

type Returning = {
  readonly entry: AccountEntry;
  readonly from: string;
  /** Its state before this step; undefined for one that is no member. */
  readonly state: RolloutAccountState | undefined;
};

type Found = {
  /** Accounts that are not back. */
  readonly returning: readonly Returning[];
  /** Accounts that have the revision and none before. */
  readonly kept: readonly AccountEntry[];
  /** Accounts that pins hold where they are. */
  readonly pinned: readonly Admission[];
};

async function findReturning(
  request: UndoRequest,
  { store, rollout, accounts }: UndoRun,
): Promise<Found> {
  const revisions = await openFleetRevisions(request, store);
  const { entries } = findFleet(request.project, rollout.fleet);
  const members = new Map(accounts.map((each) => [each.account, each]));
  const returning: Returning[] = [];
  const kept: AccountEntry[] = [];
  for (const entry of entries) {
    if (revisions.findPin(entry) !== null) continue;
    const { state, from = null } = members.get(entry.key) ?? {};
    if (state !== 'returning' && revisions.findDigest(entry) !== rollout.revision) continue;
    if (from === null) kept.push(entry);
    else returning.push({ entry, from, state });
  }
  return { returning, kept, pinned: revisions.listPinned(entries, systemClock.now()) };
}

function toAdmissions(fleet: string, returning: readonly Returning[]) {
  const at = systemClock.now();
  return returning.map(({ entry, from }) => ({ account: entry.key, fleet, revision: from, at }));
}

// The revision of the fleet is the earlier one from here: accounts that keep the other have an admission.
async function admit(
  { update, rollout, accounts, why }: UndoRun,
  { returning, kept, pinned }: Found,
  keys: ReadonlySet<string>,
): Promise<void> {
  const { fleet, revision, from, state } = rollout;
  const at = systemClock.now();
  const back = returning.filter(({ entry }) => keys.has(entry.key));
  const others = returning.flatMap(({ entry }) => (keys.has(entry.key) ? [] : [entry]));
  const admitted = new Set(
    accounts.flatMap((each) => (each.state === 'returning' ? [each.account] : [])),
  );
  const staying = [...kept, ...others.filter(({ key }) => !admitted.has(key))];
  const change = {
    fleets: from === null ? [] : [{ fleet, revision: from }],
    admissions: [
      ...toAdmissions(fleet, back),
      ...staying.map(({ key }) => ({ account: key, fleet, revision, at })),
      ...pinned,
    ],
    rollout: { ...rollout, state: 'undoing' as const },
    accounts: accounts.flatMap((each) =>
      keys.has(each.account) ? [{ ...each, state: 'returning' as const }] : [],
    ),
  };
  await update(change, state === 'undoing' ? undefined : `undo ${rollout.id} of ${fleet}: ${why}`);
}

async function end(
  request: UndoRequest,
  { store, update, rollout, returning, kept }: UndoRun & Found,
): Promise<void> {
  const { fleet, from, id } = rollout;
  const revisions = await openFleetRevisions(request, store);
  const at = systemClock.now();
  const others = findFleet(request.project, fleet).entries.flatMap((entry) => {
    const revision = revisions.findDigest(entry);
    return revision === from ? [] : [{ account: entry.key, fleet, revision, at }];
  });
  const settling: RevisionChange = from === null ? {} : { settled: [fleet], admissions: others };
  const left = kept.length === 0 ? '' : `, ${kept.length} kept it`;
  await update(
    { ...settling, rollout: { ...rollout, state: 'undone' } },
    `end of undo ${id} of ${fleet}: ${count(returning.length, 'account')} in this step${left}`,
  );
}

function reportEnd(
  { context, options: { directory }, project }: UndoRequest,
  { rollout: { fleet, revision }, returning, kept, pinned }: UndoRun & Found,
  left: readonly string[],
): void {
  const { log } = context.terminal;
  const short = formatRevision(revision);
  if (kept.length > 0)
    log(
      `${formatSome(
        kept.map(({ key }) => key),
        mostNamed,
      )} had no revision before: left on ${short}.`,
    );
  if (pinned.length > 0)
    log(
      `Pinned, and left as they are: ${formatSome(
        pinned.map(({ account }) => account),
        mostNamed,
      )}.`,
    );
  const place = { directory, environment: project.environment.name };
  log(
    left.length === 0
      ? `Undid the rollout of ${short}: ${count(returning.length, 'account')} brought back.`
      : `${count(left.length, 'account')} not brought back: ${formatSome(left, mostNamed)}. To go on: ${formatCommand(`rollout undo ${fleet}`, place)}`,
  );
}

/** Most accounts that are named. */
const mostNamed = 10;
