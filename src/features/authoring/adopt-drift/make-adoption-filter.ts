import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Address, toFieldAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isKept } from '../../../model/diff/disposition.ts';
import { type FieldDiff, findLostBinding } from '../../../model/diff/field-diff.ts';
import { toStoredValue } from '../../../model/fields/field-value.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { toShownApplied, toShownDesired } from '../../../model/fields/to-shown-value.ts';
import { formatDriftCommand } from '../../../model/report/advice/commands.ts';
import { deleteLoneEdits, type FieldEdit, findEditPlace } from '../merge/accept/accepted.ts';
import { checkSecretTexts } from '../merge/check-secret-texts.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import type { AcceptedFilter } from '../merge/merge-manifests.ts';

/**
 * Filters the drift of an account: leaves out secret-like texts, and values of Git that no apply
 * has sent, unless their address was given.
 */
export function makeAdoptionFilter(named: readonly Address[]): AcceptedFilter {
  const consents = new Set(named);
  return (taken, found) => {
    const { edits, diagnostics } = checkSecretTexts(taken, found);
    const lost = new Map(edits.map((edit) => [edit, findOverwritten(edit, found, consents)]));
    const isLost = (edit: FieldEdit) => lost.get(edit) !== null;
    // Omits fields that only travel with a refused value.
    const left = edits.filter((edit) => isLost(edit) && edit.isBeside !== true);
    const others = deleteLoneEdits(edits.filter((edit) => !left.includes(edit)));
    const reported = [...left, ...others].flatMap((edit) => {
      const lostEdit = lost.get(edit) ?? null;
      return lostEdit === null ? [] : [reportOverwritten(edit, lostEdit, found)];
    });
    // Omits a remark about a removed line that stays.
    const kept = new Set(reported.map(({ address }) => address));
    return {
      edits: others.filter((edit) => !isLost(edit)),
      diagnostics: [...reported, ...diagnostics.filter(({ address }) => !kept.has(address))],
    };
  };
}

/** Finds the field whose value in Git an edit would replace. */
function findOverwritten(
  edit: FieldEdit,
  found: FoundAccount,
  consents: ReadonlySet<Address>,
): FieldDiff | null {
  const object = findObject(edit, found);
  const path = toPointer(edit.path);
  const lost = (object?.fields ?? []).filter((field) => {
    const isOwn = field.path === edit.field;
    const { pointer } = field.desired.at;
    if (!isOwn && !(pointer.startsWith(`${path}/`) && found.raw.isWritten(pointer))) return false;
    if (consents.has(toFieldAddress(edit.address, field.path))) return false;
    return isUnapplied(field, isInState(object, found)) && !isUnchanged(edit, field);
  });
  return lost.find(({ path: of }) => of === edit.field) ?? lost[0] ?? null;
}

// Includes a replaced object, because the value of Git was sent to the earlier one.
function isInState(object: ReturnType<typeof findObject>, { diff }: FoundAccount): boolean {
  if (object === undefined) return true;
  return object.record !== null || findLostBinding(object, diff.state) !== null;
}

// Accepts the live values of an object without state, as promote does. Checks the schedule of a
// paused cycle by its applied value alone.
function isUnapplied(field: FieldDiff, isKnown: boolean) {
  const { comparison, applied, desired, live } = field;
  if (comparison === 'both' || comparison === 'git') return true;
  if (comparison === 'unknown')
    return isKept(field, 'out-of-scope') || (applied === null && isKnown);
  if (comparison === 'live' || applied === null) return false;
  return [toStoredValue(applied), live].every((side) => !isSameJson(side, desired.value));
}

function isUnchanged(edit: FieldEdit, { desired: { value } }: FieldDiff): boolean {
  return edit.kind === 'set' && value.kind === 'plain' && isSameJson(edit.value, value.value);
}

function reportOverwritten(edit: FieldEdit, lost: FieldDiff, found: FoundAccount): Diagnostic {
  const address = toFieldAddress(edit.address, edit.field);
  const wanted = formatShownValue(toShownDesired(lost.desired.value));
  const isBound = findObject(edit, found)?.record !== null;
  const git = `${wanted} in Git, ${formatApplied(lost, isBound)}`;
  const where = { at: findEditPlace(edit, found), address } as const;
  const code = 'value-of-both';
  if (lost.path !== edit.field) {
    const other = toFieldAddress(edit.address, lost.path);
    const summary = `The live value would replace ${other}, which is ${git}`;
    return reportError(code, { summary, ...where, remedy: manualRemedy });
  }
  if (edit.isBeside === true) {
    const summary = `It is ${git}, and would be lost with a change in the service next to it`;
    return reportError(code, { summary, ...where, remedy: manualRemedy });
  }
  const summary = `It is ${git}, and the service has another value`;
  const { environment } = found.diff.desired;
  const [adopt, revert] = (['--adopt', '--revert'] as const).map((answer) =>
    formatDriftCommand(answer, { environment, address }),
  );
  const remedy = `To overwrite it with the live value, pass its address: ${adopt}. To keep the value in Git: ${revert}`;
  return reportError(code, { summary, ...where, remedy });
}

const manualRemedy = 'Write the wanted value in the manifest, or send the value in Git with apply.';

function formatApplied(field: FieldDiff, isBound: boolean): string {
  return field.applied === null
    ? `which no apply has written${isBound ? '' : ' to the live object'}`
    : `where ${formatShownValue(toShownApplied(field))} was last applied`;
}

function findObject({ address }: FieldEdit, { diff }: FoundAccount) {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects.find((object) => object.address === address);
}
