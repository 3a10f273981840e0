import { toDriftAddress } from '../../../engine/diff/check-drift-addresses.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { readPointer, toEntryPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { type Address, toAccountAddress, toFieldAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { parsePlaceholders, type Scalar } from '../../../model/manifest/interpolation.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { isScalar } from '../../../model/manifest/variable.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { listUnplacedEdits } from '../merge/accept/accept-changes.ts';
import type { FieldEdit } from '../merge/accept/accepted.ts';
import type { FoundAccount } from '../merge/found-account.ts';
import {
  type AccountMerge,
  type FileMerge,
  mergeFile,
  type SkippedAccount,
} from '../merge/merge-file.ts';
import type { AcceptedFilter } from '../merge/merge-manifests.ts';
import type { AdoptedValue } from './drift-adoption.ts';
import { listValues, listWritten } from './list-adopted.ts';
import { makeAdoptionFilter } from './make-adoption-filter.ts';

/** Variable that would express a live value, with its uses in an account. */
type VariableChange = {
  readonly name: string;
  readonly value: Scalar;
  /** Fields that consist of the variable and changed to that value. */
  readonly addresses: readonly Address[];
  /** Other uses in the manifest, unchanged. */
  readonly others: readonly string[];
};

/** File with adopted drift, kept until all files are observed. */
export type AdoptedFile = {
  readonly file: string;
  readonly entries: readonly AccountEntry[];
  /** Null when the file does not change. */
  readonly edit: TextChange | null;
  readonly accounts: readonly AccountDriftAdoption[];
};

/** Result of the drift of one account. */
export type AccountDriftAdoption = {
  readonly entry: AccountEntry;
  /** Drift, and requested addresses without it; null when the account could not be read. */
  readonly looked: {
    readonly moved: readonly Address[];
    readonly wrong: readonly Diagnostic[];
  } | null;
  readonly values: readonly AdoptedValue[];
  readonly diagnostics: readonly Diagnostic[];
  readonly variables: readonly ChangedVariable[];
};

/** Variable that would express the drift, with its values and other uses in the account. */
export type ChangedVariable = VariableChange & {
  readonly values: readonly Omit<AdoptedValue, 'file' | 'variable'>[];
  readonly places: readonly SourceSpan[];
};

export type FileRun = {
  readonly context: RunContext;
  /** Addresses to adopt; all drift without any. */
  readonly addresses: readonly Address[];
};

/** Adopts the drift of a file's accounts into its text. Writes nothing. */
export async function adoptFile(
  { context, addresses }: FileRun,
  file: string,
  entries: readonly AccountEntry[],
): Promise<AdoptedFile> {
  const settle = makeAdoptionFilter(addresses);
  const merging = { context, foreign: null, width: 1, asked: addresses, settle };
  const merge = await mergeFile(merging, file, entries);
  if (merge.kind === 'left') {
    const accounts = merge.accounts.map((each) => toSkipped(file, each));
    return { file, entries, edit: null, accounts };
  }
  const accounts = merge.accounts.map((each) => toAdopted(file, each, addresses));
  return { file, entries, edit: toEdit(file, merge), accounts };
}

function toEdit(
  path: string,
  { before, text }: Extract<FileMerge, { readonly kind: 'merged' }>,
): TextChange | null {
  return text === before ? null : { path, before, after: text };
}

function toSkipped(file: string, { entry, diagnostics }: SkippedAccount): AccountDriftAdoption {
  const summary = `Another account of ${file} could not be read, and the file was not changed`;
  const address = toAccountAddress(entry.key);
  const reported: Diagnostic = reportError('file-not-merged', { summary, address });
  const nothing = { looked: null, values: [], variables: [] };
  return { entry, ...nothing, diagnostics: diagnostics.length > 0 ? diagnostics : [reported] };
}

function toAdopted(
  file: string,
  { entry, found, drift, wrong, written, diagnostics }: AccountMerge,
  addresses: readonly Address[],
): AccountDriftAdoption {
  const variables = listVariableChanges(found, makeAdoptionFilter(addresses)).map((request) => ({
    ...request,
    values: listValues(found.diff, request.addresses),
    places: request.others.map((pointer) => found.raw.spanOf(pointer)),
  }));
  return {
    entry,
    looked: { moved: drift.map(toDriftAddress), wrong },
    values: listWritten(found, written).map((each) => ({ ...each, file })),
    diagnostics,
    variables,
  };
}

/** Lists variables to change for the live values. `settle` filters values that must stay. */
function listVariableChanges(
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
