import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Address, fieldAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { findLostBinding } from '../../../model/diff/find-lost-binding.ts';
import type { FieldVerdict } from '../../../model/diff/verdict.ts';
import { toKept } from '../../../model/fields/field-value.ts';
import { showApplied, showDesired } from '../../../model/fields/show-value.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import { writeDriftCommand } from '../../../model/report/advice/drift-command.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import type { SettleTaken } from '../merge/merge-manifests.ts';
import { dropLone } from '../merge/place/drop-lone.ts';
import { findEditPlace } from '../merge/place/find-edit-place.ts';
import { refuseSecretTexts } from '../merge/refuse-secret-texts.ts';
import type { FieldEdit } from '../merge/take/taken.ts';

/**
 * What an account takes over of drift: without what looks like a secret, and without what would take the place of a
 * value that Git has and no apply has sent, unless a person gave the address of that very field.
 */
export function keepGitValues(named: readonly Address[]): SettleTaken {
  const consents = new Set(named);
  return (taken, found) => {
    const { edits, diagnostics } = refuseSecretTexts(taken, found);
    const lost = new Map(edits.map((edit) => [edit, findLost(edit, found, consents)]));
    const isLost = (edit: FieldEdit) => lost.get(edit) !== null;
    // What only goes with a value that stays does not go alone, and need not be told.
    const left = edits.filter((edit) => isLost(edit) && edit.isBeside !== true);
    const others = dropLone(edits.filter((edit) => !left.includes(edit)));
    const told = [...left, ...others].flatMap((edit) => {
      const verdict = lost.get(edit) ?? null;
      return verdict === null ? [] : [tell(edit, verdict, found)];
    });
    // What keeps its line has nothing to say of the line's going.
    const kept = new Set(told.map(({ address }) => address));
    return {
      edits: others.filter((edit) => !isLost(edit)),
      diagnostics: [...told, ...diagnostics.filter(({ address }) => !kept.has(address))],
    };
  };
}

/** A field whose value in Git an edit would take the place of. */
function findLost(
  edit: FieldEdit,
  found: FoundAccount,
  consents: ReadonlySet<Address>,
): FieldVerdict | null {
  const object = findObject(edit, found);
  const path = toPointer(edit.path);
  const lost = (object?.verdicts ?? []).filter((verdict) => {
    const isOwn = verdict.path === edit.field;
    const { pointer } = verdict.desired.at;
    if (!isOwn && !(pointer.startsWith(`${path}/`) && found.raw.isWritten(pointer))) return false;
    if (consents.has(fieldAddress(edit.address, verdict.path))) return false;
    return isGitsOwn(verdict, isRemembered(object, found)) && !isKept(edit, verdict);
  });
  return lost.find(({ path: of }) => of === edit.field) ?? lost[0] ?? null;
}

// Also of one that is gone, where another has its name: what Git says was sent to it.
function isRemembered(object: ReturnType<typeof findObject>, { diff }: FoundAccount): boolean {
  if (object === undefined) return true;
  return object.record !== null || findLostBinding(object, diff.memory) !== null;
}

// Of an object of which nothing is remembered what is there counts, as it does for promote. The schedule of a cycle at
// rest is judged by nothing else than what was applied.
function isGitsOwn({ state, applied, desired, live }: FieldVerdict, isKnown: boolean) {
  if (state === 'both' || state === 'manifest') return true;
  if (state === 'unknown') return applied === null && isKnown;
  if (state === 'live' || applied === null) return false;
  return [toKept(applied), live].every((side) => !isSameJson(side, desired.value));
}

function isKept(edit: FieldEdit, { desired: { value } }: FieldVerdict): boolean {
  return edit.kind === 'set' && value.kind === 'plain' && isSameJson(edit.value, value.value);
}

function tell(edit: FieldEdit, lost: FieldVerdict, found: FoundAccount): Diagnostic {
  const address = fieldAddress(edit.address, edit.field);
  const wanted = writeShownValue(showDesired(lost.desired.value));
  const isBound = findObject(edit, found)?.record !== null;
  const git = `${wanted} in Git, ${sayApplied(lost, isBound)}`;
  const where = { at: findEditPlace(edit, found), address } as const;
  const code = 'value-of-both';
  if (lost.path !== edit.field) {
    const other = fieldAddress(edit.address, lost.path);
    const summary = `What the service has would take the place of ${other}, which is ${git}`;
    return { code, severity: 'error', summary, ...where, remedy: byHand };
  }
  if (edit.isBeside === true) {
    const summary = `It is ${git}, and it would be lost with what the service moved beside it`;
    return { code, severity: 'error', summary, ...where, remedy: byHand };
  }
  const summary = `It is ${git}, and the service has another`;
  const { environment } = found.diff.desired;
  const [adopt, revert] = (['--adopt', '--revert'] as const).map((answer) =>
    writeDriftCommand(answer, { environment, address }),
  );
  const remedy = `To write the service's value over it, give its address: ${adopt}. To keep Git's: ${revert}`;
  return { code, severity: 'error', summary, ...where, remedy };
}

const byHand = 'Write by hand what shall stand there, or let apply send what Git has.';

function sayApplied(verdict: FieldVerdict, isBound: boolean): string {
  return verdict.applied === null
    ? `which no apply has written${isBound ? '' : ' to what is there now'}`
    : `where ${writeShownValue(showApplied(verdict))} was last applied`;
}

function findObject({ address }: FieldEdit, { diff }: FoundAccount) {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects.find((object) => object.address === address);
}
