import { fieldAddress } from '../../../model/address.ts';
import { reportNotKept } from '../../../model/desired/cycle-file/report-not-kept.ts';
import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import { listDoubts } from '../../../model/diff/doubt.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/verdict.ts';
import { rowOf } from '../../../model/fields/fields.ts';
import { showApplied, showLive } from '../../../model/fields/show-value.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { writeAdoptCommand } from '../../../model/report/advice/state-command.ts';
import { writeLack } from '../../../model/secret/secret.ts';
import { judgeExchange } from '../running/judge-exchange.ts';
import { isEdited, judgeRunning, needsWindow } from '../running/judge-running.ts';
import { refuseMissed } from './refuse-missed.ts';
import { refuseOpenCategories } from './refuse-open-categories.ts';
import { refuseProtected } from './refuse-protected.ts';
import { refuseReplace } from './refuse-replace.ts';
import { refuseUnseen } from './refuse-unseen.ts';

type AnyDiff = AccountDiff['account'] | AccountDiff['connectors'][number] | CycleDiff;

/** What the manifest asks for and cannot have. An account with a refusal is not planned. */
export function findRefusals(diff: AccountDiff): Refusal[] {
  const objects: AnyDiff[] = [diff.account, ...diff.connectors, ...diff.cycles];
  return [
    ...refuseMissed(diff),
    ...objects.flatMap(refuseChanges),
    ...diff.cycles.flatMap((cycle) => refuseRestructured(cycle, diff)),
    ...objects.flatMap(refuseMissingSecrets),
    ...diff.cycles.flatMap((cycle) => refuseUnknownSchedule(cycle, diff)),
    ...diff.cycles.flatMap((cycle) => refuseUnpausable(cycle, diff)),
    ...refuseUnseen(diff),
    ...refuseUsed(diff),
    ...refuseProtected(diff),
    ...refuseReplace(diff),
    ...refuseOpenCategories(diff),
  ];
}

/**
 * Where what was found is not what the manifest means, or may not be all of it. This alone keeps an account from being
 * bound: what only a write would need, such as a schedule to end a pause with, is no matter of a binding.
 */
export function findMisfits(diff: AccountDiff): Refusal[] {
  return [
    ...listDoubts(diff),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(refuseChanges),
    ...diff.cycles.flatMap((cycle) => refuseRestructured(cycle, diff)),
    ...refuseUnseen(diff),
    ...refuseOpenCategories(diff),
  ];
}

// The cycle could not run without it, and the service may refuse that too, when other things are done
// already. Where the cycles were not read, or one is bound away by this plan, nothing is known before.
function refuseUsed(diff: AccountDiff): Refusal[] {
  if (diff.desired.connectors.kind !== 'set') return [];
  return diff.leftConnectors.flatMap(({ live, record }): Refusal[] => {
    const user = diff.cycles.find((cycle) => isUsing(cycle, live.id)) ?? findStaying(diff, live.id);
    if (record === null || user === undefined) return [];
    return [
      {
        code: 'connector-in-use',
        severity: 'error',
        summary: `${record.address} is gone from the manifest and cannot be deleted: ${user.address} uses it`,
        at: user.at,
        address: record.address,
      },
    ];
  });
}

// One that makes way later than by this plan runs on with it.
function findStaying(diff: AccountDiff, id: RemoteId): CycleDiff | undefined {
  return diff.cycles.find((cycle) => {
    const exchange = judgeExchange(cycle, judgeRunning(cycle, diff), diff);
    return (
      exchange.kind === 'stays' &&
      exchange.predecessors.some(({ live }) => live.connectors.some((each) => each.id === id))
    );
  });
}

function isUsing({ live, verdicts }: CycleDiff, id: RemoteId): boolean {
  const isRebound = verdicts.some(
    ({ path, isChange }) => isChange && path.startsWith('connectors/'),
  );
  return !isRebound && live?.connectors.some((connector) => connector.id === id) === true;
}

function refuseChanges(object: AnyDiff): Refusal[] {
  if (object.live === null) return [];
  return object.verdicts
    .filter(
      ({ path, isChange, state }) =>
        isChange && state !== 'new' && rowOf(object.kind, path).onChange === 'refused',
    )
    .map((verdict) => {
      const isHidden = verdict.live?.kind === 'not-readable';
      const was = isHidden ? showApplied(verdict) : showLive(verdict);
      const is = was.kind === 'plain' ? JSON.stringify(was.value) : 'another';
      return {
        code: 'change-refused',
        severity: 'error',
        summary: `${verdict.path} cannot be changed on what exists; it is ${is}`,
        at: verdict.desired.at,
        address: fieldAddress(object.address, verdict.path),
        remedy: 'Put the earlier value back, or write a new entry under a key of its own.',
      };
    });
}

// What is ours is replaced, but for what was sent already and is not built so: another import would come to the same.
// What was found by its name is nobody's to replace before it is bound.
function refuseRestructured(
  { address, live, record, verdicts, structure, desired }: CycleDiff,
  { desired: { environment }, memory }: AccountDiff,
): Refusal[] {
  const verdict = verdicts.find(({ path }) => path === 'from/file');
  const { source } = desired.bound;
  if (live === null || verdict?.isChange !== true || source.kind !== 'file') return [];
  const sent = record === null ? memory.creates.get(address)?.structure : record.unproven;
  if (sent === source.structure && structure !== undefined) {
    const { at } = verdict.desired;
    return [
      { ...reportNotKept({ environment, address, path: source.loaded.path }, structure), at },
    ];
  }
  if (record !== null) return [];
  const says = structure?.says ?? [];
  return [
    {
      code: 'cycle-file-changed',
      severity: 'error',
      summary: `The cycle "${live.name}" (${live.id}) has the name of the entry and another structure than ${source.loaded.path}, and is not bound yet`,
      ...(says.length === 0 ? {} : { detail: says.join('; ') }),
      at: verdict.desired.at,
      address: fieldAddress(address, verdict.path),
      remedy: `Where it is another one, give the entry another displayName. If it is the one that the file shall replace, bind it: ${writeAdoptCommand({ environment, address }, live.id)}`,
    },
  ];
}

function refuseMissingSecrets(object: AnyDiff): Refusal[] {
  if (object.live !== null) return [];
  return object.verdicts.flatMap((verdict): Refusal[] => {
    const { value } = verdict.desired;
    if (value.kind !== 'secret' || value.secret.fingerprint !== null) return [];
    // It is made without what it has from others.
    if (verdict.owner === 'observed') return [];
    const { says, remedy } = writeLack(value.secret.ref, value.secret.lack ?? 'not-set');
    return [
      {
        code: 'secret-missing',
        severity: 'error',
        summary: `${says}, and ${object.kind} "${object.address}" is to be made with it`,
        at: verdict.desired.at,
        address: fieldAddress(object.address, verdict.path),
        remedy: `${remedy}, and run the command again.`,
      },
    ];
  });
}

// ENGINE, Contracts: without a way to pause it, a running cycle is never edited.
function refuseUnpausable(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const running = judgeRunning(cycle, diff);
  if (cycle.live === null || !running.isRunning || running.canPause || !isEdited(cycle)) return [];
  const edit = cycle.verdicts.find((verdict) => verdict.isChange);
  return [
    {
      code: 'pause-not-offered',
      severity: 'error',
      summary: `"${cycle.live.name}" runs and would have to be paused for this edit, and the service offers no way to pause it`,
      at: edit?.desired.at ?? cycle.desired.bound.desired.at,
      address: cycle.address,
      remedy: 'Pause it in the console and apply; the apply starts it again.',
    },
  ];
}

// What is paused and cannot be started is held back; what runs and must be edited is refused.
function refuseUnknownSchedule(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const running = judgeRunning(cycle, diff);
  if (cycle.live === null || running.schedule !== null || !needsWindow(cycle, running)) return [];
  if (!running.canPause) return [];
  const edit = cycle.verdicts.find((verdict) => verdict.isChange);
  return [
    {
      code: 'schedule-unknown',
      severity: 'error',
      summary: `"${cycle.live.name}" runs and would have to be paused, and nothing tells when to run it again`,
      at: edit?.desired.at ?? cycle.desired.bound.desired.at,
      address: cycle.address,
      remedy: sayHowToRestart(cycle),
    },
  ];
}

function sayHowToRestart({ desired }: CycleDiff): string {
  return desired.bound.desired.leftActivity?.schedule == null
    ? 'Write its schedule in the cycle, such as schedule: {every: 15m}, or state: paused.'
    : 'Git has not the say over the schedule that it writes. Stop it in the console, apply, and start it there again; or give Git the say, in ownership: {schedule: managed}.';
}
