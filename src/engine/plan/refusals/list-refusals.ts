import { toFieldAddress } from '../../../model/address.ts';
import { reportNotKept } from '../../../model/desired/cycle-file/cycle-import.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isChanged, isOfOthers } from '../../../model/diff/disposition.ts';
import {
  type AccountDiff,
  type AnyDiff,
  type CycleDiff,
  listAmbiguities,
} from '../../../model/diff/field-diff.ts';
import { isRunning } from '../../../model/diff/run-state.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { toShownApplied, toShownLive } from '../../../model/fields/to-shown-value.ts';
import { formatAdoptCommand } from '../../../model/report/advice/commands.ts';
import { describeLack } from '../../../model/secret/describe-lack.ts';
import { checkOpenCategories } from './check-open-categories.ts';
import { checkProtected } from './check-protected.ts';
import { checkReplace } from './check-replace.ts';
import { checkRequired } from './check-required.ts';
import { checkUnobserved } from './check-unobserved.ts';
import { checkUnresolved } from './check-unresolved.ts';

/**
 * Lists reasons not to plan an account or one of its objects, each with its address. Says nothing of
 * what depends on them.
 */
export function listRefusals(diff: AccountDiff): Refusal[] {
  const objects: AnyDiff[] = [diff.account, ...diff.connectors, ...diff.cycles];
  return [
    ...checkUnresolved(diff),
    ...objects.flatMap(checkChanges),
    ...diff.cycles.flatMap((cycle) => checkRestructured(cycle, diff)),
    ...objects.flatMap(checkMissingSecrets),
    ...diff.cycles.flatMap(checkWindow),
    ...checkUnobserved(diff),
    ...checkProtected(diff),
    ...checkReplace(diff),
    ...checkRequired(diff),
    ...checkOpenCategories(diff),
  ];
}

/**
 * Lists reasons not to bind an account: live objects that do not match the manifest, or incomplete
 * reads. Needs of a write, such as a schedule to end a pause, do not matter for binding.
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

function checkChanges(object: AnyDiff): Refusal[] {
  if (object.live === null) return [];
  return object.fields
    .filter(
      (field) =>
        isChanged(field) &&
        field.comparison !== 'new' &&
        findFieldRow(object.kind, field.path).onChange === 'refused',
    )
    .map((field) => {
      const isHidden = field.live?.kind === 'not-readable';
      const was = isHidden ? toShownApplied(field) : toShownLive(field);
      const is = was.kind === 'plain' ? JSON.stringify(was.value) : 'another';
      return reportError('change-refused', {
        summary: `${field.path} cannot be changed after creation; it is ${is}`,
        at: field.desired.at,
        address: toFieldAddress(object.address, field.path),
        remedy:
          field.path === 'connector/version'
            ? 'Restore the earlier value, or write a new entry under another key; docs/guides/move-connectors.md of the package has the steps.'
            : 'Restore the earlier value, or write a new entry under another key.',
      });
    });
}

// Our cycles are replaced, unless an import of the same file already gave this structure. A cycle
// found by name must be bound before it is replaced.
function checkRestructured(
  { address, live, record, fields, structure, desired }: CycleDiff,
  { desired: { environment }, state }: AccountDiff,
): Refusal[] {
  const field = fields.find(({ path }) => path === 'from/file');
  const { source } = desired.bound;
  if (live === null || field === undefined || !isChanged(field)) return [];
  if (source.kind !== 'file') return [];
  const sent = record === null ? state.creates.get(address)?.structure : record.unproven;
  if (sent === source.structure && structure !== undefined) {
    const { at } = field.desired;
    return [
      { ...reportNotKept({ environment, address, path: source.loaded.path }, structure), at },
    ];
  }
  if (record !== null) return [];
  const texts = structure?.differences ?? [];
  return [
    reportError('cycle-file-changed', {
      summary: `The cycle "${live.name}" (${live.id}) has the name of the entry but not the structure of ${source.loaded.path}, and is not in state`,
      ...(texts.length === 0 ? {} : { detail: texts.join('; ') }),
      at: field.desired.at,
      address: toFieldAddress(address, field.path),
      remedy: `If it is another cycle, give the entry another displayName. To replace it with the file, adopt it: ${formatAdoptCommand({ environment, address }, live.id)}`,
    }),
  ];
}

function checkMissingSecrets(object: AnyDiff): Refusal[] {
  if (object.live !== null) return [];
  return object.fields.flatMap((field): Refusal[] => {
    const { value } = field.desired;
    if (value.kind !== 'secret' || value.secret.fingerprint !== null) return [];
    // A create leaves out fields that others own.
    if (isOfOthers(field)) return [];
    const { says, remedy } = describeLack(value.secret);
    return [
      reportError('secret-missing', {
        summary: `${says}, and ${object.kind} "${object.address}" needs it for its creation`,
        at: field.desired.at,
        address: toFieldAddress(object.address, field.path),
        remedy: `${remedy}, and run the command again.`,
      }),
    ];
  });
}

// A running cycle is never edited without a pause, because it would run with a mix of values, and not
// paused without a schedule to start it again. A paused one waits.
function checkWindow(cycle: CycleDiff): Refusal[] {
  const { live, runState, runPlan, fields, address, desired } = cycle;
  if (live === null || !isRunning(runState) || runPlan.kind !== 'refuse') return [];
  const { code } = runPlan;
  const at = fields.find(isChanged)?.desired.at ?? desired.bound.desired.at;
  const head = { code, severity: 'error', at, address } as const;
  if (code === 'pause-not-offered') {
    return [
      {
        ...head,
        summary: `"${live.name}" runs and must be paused for this edit, but the service offers no way to pause it`,
        remedy: 'Pause it in the console and apply; apply starts it again.',
      },
    ];
  }
  return [
    {
      ...head,
      summary: `"${live.name}" runs and must be paused, but its schedule for the restart is unknown`,
      remedy: formatRestartHint(cycle),
    },
  ];
}

function formatRestartHint({ desired }: CycleDiff): string {
  return desired.bound.desired.ownedActivity?.schedule == null
    ? 'Write a schedule in the cycle, such as schedule: {every: 15m}, or state: paused.'
    : 'Git does not own the schedule in the manifest. Stop the cycle in the console, apply, and start it again there; or write ownership: {schedule: managed}.';
}
