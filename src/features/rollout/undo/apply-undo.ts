import { Refusal } from '../../../app/output/refusal.ts';
import { systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { formatSome } from '../../../kit/text/format-some.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Signer } from '../../../model/ports.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { type Admission, formatRevision } from '../../../model/state/revision.ts';
import {
  isInProgress,
  type RevisionChange,
  type Rollout,
  type RolloutAccount,
} from '../../../model/state/rollout.ts';
import { findFleet, openFleetRevisions } from '../find-fleet.ts';
import { checkApproved, openSigner } from '../waves/check-seal.ts';
import {
  type AdmittedStates,
  type Admitting,
  type OpenedAdmitting,
  openAdmitting,
} from '../waves/open-admitting.ts';
import { readUnsettled, selectWhole } from '../waves/read-unsettled.ts';
import { type RecordedAdmitting, runAdmitting } from '../waves/run-admitting.ts';
import type { LockedFleet } from '../with-locked-fleet.ts';
import { type Found, findReturning, type Returning } from './find-returning.ts';
import { makeUndoHold } from './hold-undo.ts';
import { makeLeftNaming } from './name-left.ts';

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
  return runAdmitting(request, await openUndo(request, undo, await openSigner(request)));
}

/** The same for a person. Throws `Refusal` where it would bring no account back and leave some. */
export async function applyAskedUndo(request: UndoRequest, undo: UndoRun): Promise<UndoResult> {
  const opened = await openUndo(request, undo, await openSigner(request));
  const { returning, kept } = opened.found;
  if (returning.length === 0 && kept.length > 0 && undo.rollout.state !== 'undoing')
    throw refuseEmpty(request, undo.rollout, kept);
  return runAdmitting(request, opened);
}

function refuseEmpty(
  { options: { directory }, project }: UndoRequest,
  { id, fleet, state }: Rollout,
  kept: Found['kept'],
): Refusal {
  const place = { directory, environment: project.environment.name };
  const names = formatSome(
    kept.map(({ key }) => key),
    mostNamed,
  );
  const open = formatCommand(`rollout open ${fleet}`, place);
  return new Refusal({
    ...reportError('rollout-refused', {
      summary: `The rollout ${id} of the fleet ${fleet} has no account to bring back: no earlier revision is recorded of ${names}`,
    }),
    remedy: isInProgress({ state })
      ? `Stop it with ${formatCommand(`rollout stop ${fleet}`, place, ['--reason TEXT'])}, correct the blueprint, and run ${open}.`
      : `Correct the blueprint, and run ${open}.`,
  });
}

/**
 * Opens an undo: the change of its accounts, and the record of what each came to. Throws `Refusal` if its
 * rollout is not as it was approved.
 */
export async function openUndo(
  request: UndoRequest,
  undo: UndoRun,
  signer: Signer,
): Promise<RecordedAdmitting<UndoResult> & { readonly found: Found }> {
  const { confirm } = undo;
  const { state, endedFor: before = undo.why } = undo.rollout;
  const rollout = { ...undo.rollout, endedFor: state === 'undoing' ? before : undo.why };
  const { fleet, revision } = rollout;
  const { options, project } = request;
  const place = { directory: options.directory, environment: project.environment.name };
  checkApproved({ signer, place }, rollout, undo.accounts);
  const unsettled = selectWhole({ signer }, await readUnsettled(undo.store, fleet));
  const found = await findReturning(request, undo, unsettled);
  const { returning, approved } = found;
  const hold = makeUndoHold(approved);
  const naming = makeLeftNaming(approved);
  const { openSource, readStates, readTroubles, readResult } = openAdmitting({
    entries: returning.map(({ entry }) => entry),
    fleet,
    admissions: { fleets: [], accounts: returning.map((each) => admitBack(fleet, each)) },
    // Sends no more than it takes back.
    choices: { ...rollout.approved.options, rewrite: false },
    reason: `undo of rollout ${formatRevision(revision)} of ${fleet}`,
    see: naming.see,
    hold: (planned) => naming.name(hold(planned)),
    confirm: rollout.state === 'undoing' ? null : confirm,
    start: () => start({ ...undo, rollout }, found),
    admit: async (key) => {
      const accounts = returning.filter(({ entry }) => entry.key === key);
      await saveBack({ ...undo, rollout }, accounts, 'returning');
      return true;
    },
  });
  const undone = { ...undo, ...found, rollout, readResult };
  const recordStates = () => record(request, undone, readStates());
  return { openSource, readTroubles, record: recordStates, found };
}

async function record(
  request: UndoRequest,
  undo: UndoRun & Found & Pick<OpenedAdmitting, 'readResult'>,
  states: AdmittedStates | null,
): Promise<UndoResult> {
  if (states === null) return 'not-begun';
  const { returning, readResult } = undo;
  const isBack = ({ entry }: Returning) => states.get(entry.key) === 'done';
  const back = returning.filter(isBack).map((each) => {
    const { unverified: _, ...member } = each.member;
    return { ...each, member: { ...member, ...readResult(each.entry.key) } };
  });
  // One that needed nothing is admitted here.
  await saveBack(undo, back, 'undone');
  const left = returning.filter((each) => !isBack(each)).map(({ entry }) => entry.key);
  if (left.length === 0) await end(request, undo);
  reportEnd(request, undo, left);
  return left.length + undo.kept.length === 0 ? 'undone' : 'partial';
}

function admitBack(fleet: string, { entry, to }: Returning): Admission {
  return { account: entry.key, fleet, revision: to, at: systemClock.now() };
}

function saveBack(
  { update, rollout }: Pick<UndoRun, 'update' | 'rollout'>,
  accounts: readonly Returning[],
  state: 'returning' | 'undone',
): Promise<void> {
  return update({
    rollout: { ...rollout, state: 'undoing' },
    admissions: accounts.map((each) => admitBack(rollout.fleet, each)),
    accounts: accounts.map(({ member }) => ({ ...member, state })),
  });
}

// The revision of the fleet is the earlier one from here: accounts that keep the other have an admission.
async function start(
  { update, rollout, why }: UndoRun,
  { returning, kept, pinned }: Found,
): Promise<void> {
  const { fleet, revision, from, state } = rollout;
  const at = systemClock.now();
  const staying = [
    ...kept.map(({ key }) => ({ account: key, revision })),
    ...returning.map(({ entry, on }) => ({ account: entry.key, revision: on })),
  ];
  const change = {
    fleets: from === null ? [] : [{ fleet, revision: from }],
    admissions: [...staying.map((each) => ({ ...each, fleet, at })), ...pinned],
    rollout: { ...rollout, state: 'undoing' as const },
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
  const others = findFleet(request, fleet).entries.flatMap((entry) => {
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
      `No earlier revision is recorded of ${formatSome(
        kept.map(({ key }) => key),
        mostNamed,
      )}: left on ${short}.`,
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
