import { readPointer, toEntryPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { type Address, toFieldAddress } from '../../../model/address.ts';
import { parsePlaceholders, type Scalar } from '../../../model/manifest/interpolation.ts';
import { listUnplacedEdits } from '../merge/accept/accept-changes.ts';
import type { FieldEdit } from '../merge/accept/accepted.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import type { AcceptedFilter } from '../merge/merge-manifests.ts';

/** Variable that would express a live value, with its uses in an account. */
export type VariableChange = {
  readonly name: string;
  readonly value: Scalar;
  /** Fields that consist of the variable and changed to that value. */
  readonly addresses: readonly Address[];
  /** Other uses in the manifest, unchanged. */
  readonly others: readonly string[];
};

/** Lists variables to change for the live values. `settle` filters values that must stay. */
export function listVariableChanges(
  found: FoundAccount,
  settle: AcceptedFilter,
): readonly VariableChange[] {
  const { raw } = found;
  const edits = listUnplacedEdits(found).filter((edit) => readVariable(edit, found) !== null);
  const resolved = settle({ edits, diagnostics: [] }, found).edits;
  const groups = Map.groupBy(resolved, (edit) => readVariable(edit, found));
  return [...groups].flatMap(([name, own]): VariableChange[] => {
    const [first] = own;
    if (name === null || first?.kind !== 'set' || !isScalar(first.value)) return [];
    const { value } = first;
    const same = own.filter((edit) => edit.kind === 'set' && edit.value === value);
    const places = new Set(same.map(({ path }) => toPointer(path)));
    const others = listUses(raw.written, name).filter((pointer) => !places.has(pointer));
    const addresses = same.map(({ address, field }) => toFieldAddress(address, field));
    return [{ name, value, addresses, others }];
  });
}

/** Reads the variable of a place; null when the place has other text too. */
function readVariable(edit: FieldEdit, { raw }: FoundAccount): string | null {
  const text = readPointer(raw.written, toPointer(edit.path));
  const [piece, more] = typeof text === 'string' ? parsePlaceholders(text) : [];
  if (piece?.kind !== 'placeholder' || more !== undefined) return null;
  return /^vars\.(.+)$/.exec(piece.name)?.[1] ?? null;
}

// Counts anything that looks like a use, because a missed one would change another value.
function listUses(written: unknown, name: string, pointer = ''): readonly string[] {
  if (typeof written === 'string') return isUse(written, name) ? [pointer] : [];
  if (typeof written !== 'object' || written === null) return [];
  return Object.entries(written).flatMap(([key, part]) => {
    const beneath = toEntryPointer(pointer, key);
    return [...(isUse(key, name) ? [beneath] : []), ...listUses(part, name, beneath)];
  });
}

function isUse(text: string, name: string): boolean {
  return [...text.matchAll(/vars\.([a-zA-Z][a-zA-Z0-9]*)/g)].some(([, each]) => each === name);
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
