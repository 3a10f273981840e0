import { toFieldAddress } from '../../../model/address.ts';
import { reportNotKept } from '../../../model/desired/cycle-file/report-not-kept.ts';
import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { listAmbiguities } from '../../../model/diff/list-ambiguities.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { toShownApplied, toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { formatAdoptCommand } from '../../../model/report/advice/format-state-command.ts';
import { describeLack } from '../../../model/secret/secret.ts';
import { decideCutover } from '../running/decide-cutover.ts';
import { decideRunning, isEdited, isWindowNeeded } from '../running/decide-running.ts';
import { checkOpenCategories } from './check-open-categories.ts';
import { checkProtected } from './check-protected.ts';
import { checkReplace } from './check-replace.ts';
import { checkUnobserved } from './check-unobserved.ts';
import { checkUnresolved } from './check-unresolved.ts';

type AnyDiff = AccountDiff['account'] | AccountDiff['connectors'][number] | CycleDiff;

/** What the manifest asks for and cannot have. An account with a refusal is not planned. */
export function listRefusals(diff: AccountDiff): Refusal[] {
  const objects: AnyDiff[] = [diff.account, ...diff.connectors, ...diff.cycles];
  return [
    ...checkUnresolved(diff),
    ...objects.flatMap(checkChanges),
    ...diff.cycles.flatMap((cycle) => checkRestructured(cycle, diff)),
    ...objects.flatMap(checkMissingSecrets),
    ...diff.cycles.flatMap((cycle) => checkUnknownSchedule(cycle, diff)),
    ...diff.cycles.flatMap((cycle) => checkUnpausable(cycle, diff)),
    ...checkUnobserved(diff),
    ...checkUsed(diff),
    ...checkProtected(diff),
    ...checkReplace(diff),
    ...checkOpenCategories(diff),
  ];
}

/**
 * Where what was found is not what the manifest means, or may not be all of it. This alone keeps an account from being
 * bound: what only a write would need, such as a schedule to end a pause with, is no matter of a binding.
 */
export function listMisfits(diff: AccountDiff): Refusal[] {
  return [
    ...listAmbiguities(diff),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(checkChanges),
    ...diff.cycles.flatMap((cycle) => checkRestructured(cycle, diff)),
    ...checkUnobserved(diff),
    ...checkOpenCategories(diff),
  ];
}

// The cycle could not run without it, and the service may refuse that too, when other things are done
// already. Where the cycles were not read, or one is bound away by this plan, nothing is known before.
function checkUsed(diff: AccountDiff): Refusal[] {
  if (diff.desired.connectors.kind !== 'set') return [];
  return diff.liveOnlyConnectors.flatMap(({ live, record }): Refusal[] => {
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
    const exchange = decideCutover(cycle, decideRunning(cycle, diff), diff);
    return (
      exchange.kind === 'stays' &&
      exchange.deposed.some(({ live }) => live.connectors.some((each) => each.id === id))
    );
  });
}

function isUsing({ live, fields }: CycleDiff, id: RemoteId): boolean {
  const isRebound = fields.some(({ path, isChange }) => isChange && path.startsWith('connectors/'));
  return !isRebound && live?.connectors.some((connector) => connector.id === id) === true;
}

function checkChanges(object: AnyDiff): Refusal[] {
  if (object.live === null) return [];
  return object.fields
    .filter(
      ({ path, isChange, state }) =>
        isChange && state !== 'new' && findFieldRow(object.kind, path).onChange === 'refused',
    )
    .map((field) => {
      const isHidden = field.live?.kind === 'not-readable';
      const was = isHidden ? toShownApplied(field) : toShownLive(field);
      const is = was.kind === 'plain' ? JSON.stringify(was.value) : 'another';
      return {
        code: 'change-refused',
        severity: 'error',
        summary: `${field.path} cannot be changed on what exists; it is ${is}`,
        at: field.desired.at,
        address: toFieldAddress(object.address, field.path),
        remedy: 'Put the earlier value back, or write a new entry under a key of its own.',
      };
    });
}

// What is ours is replaced, but for what was sent already and is not built so: another import would come to the same.
// What was found by its name is nobody's to replace before it is bound.
function checkRestructured(
  { address, live, record, fields, structure, desired }: CycleDiff,
  { desired: { environment }, memory }: AccountDiff,
): Refusal[] {
  const field = fields.find(({ path }) => path === 'from/file');
  const { source } = desired.bound;
  if (live === null || field?.isChange !== true || source.kind !== 'file') return [];
  const sent = record === null ? memory.creates.get(address)?.structure : record.unproven;
  if (sent === source.structure && structure !== undefined) {
    const { at } = field.desired;
    return [
      { ...reportNotKept({ environment, address, path: source.loaded.path }, structure), at },
    ];
  }
  if (record !== null) return [];
  const says = structure?.differences ?? [];
  return [
    {
      code: 'cycle-file-changed',
      severity: 'error',
      summary: `The cycle "${live.name}" (${live.id}) has the name of the entry and another structure than ${source.loaded.path}, and is not bound yet`,
      ...(says.length === 0 ? {} : { detail: says.join('; ') }),
      at: field.desired.at,
      address: toFieldAddress(address, field.path),
      remedy: `Where it is another one, give the entry another displayName. If it is the one that the file shall replace, bind it: ${formatAdoptCommand({ environment, address }, live.id)}`,
    },
  ];
}

function checkMissingSecrets(object: AnyDiff): Refusal[] {
  if (object.live !== null) return [];
  return object.fields.flatMap((field): Refusal[] => {
    const { value } = field.desired;
    if (value.kind !== 'secret' || value.secret.fingerprint !== null) return [];
    // It is made without what it has from others.
    if (field.owner === 'observed') return [];
    const { says, remedy } = describeLack(value.secret.ref, value.secret.lack ?? 'not-set');
    return [
      {
        code: 'secret-missing',
        severity: 'error',
        summary: `${says}, and ${object.kind} "${object.address}" is to be made with it`,
        at: field.desired.at,
        address: toFieldAddress(object.address, field.path),
        remedy: `${remedy}, and run the command again.`,
      },
    ];
  });
}

// ENGINE, Contracts: without a way to pause it, a running cycle is never edited.
function checkUnpausable(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const running = decideRunning(cycle, diff);
  if (cycle.live === null || !running.isRunning || running.canPause || !isEdited(cycle)) return [];
  const edit = cycle.fields.find((field) => field.isChange);
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
function checkUnknownSchedule(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const running = decideRunning(cycle, diff);
  if (cycle.live === null || running.schedule !== null || !isWindowNeeded(cycle, running))
    return [];
  if (!running.canPause) return [];
  const edit = cycle.fields.find((field) => field.isChange);
  return [
    {
      code: 'schedule-unknown',
      severity: 'error',
      summary: `"${cycle.live.name}" runs and would have to be paused, and nothing tells when to run it again`,
      at: edit?.desired.at ?? cycle.desired.bound.desired.at,
      address: cycle.address,
      remedy: formatRestartHint(cycle),
    },
  ];
}

function formatRestartHint({ desired }: CycleDiff): string {
  return desired.bound.desired.ownedActivity?.schedule == null
    ? 'Write its schedule in the cycle, such as schedule: {every: 15m}, or state: paused.'
    : 'Git has not the say over the schedule that it writes. Stop it in the console, apply, and start it there again; or give Git the say, in ownership: {schedule: managed}.';
}
