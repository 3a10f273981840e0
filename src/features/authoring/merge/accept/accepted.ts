import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { YamlData } from '../../../../kit/yaml/yaml-value.ts';
import {
  type Address,
  type FieldPath,
  parsePath,
  toFieldAddress,
} from '../../../../model/address.ts';
import type { DiagnosticCode } from '../../../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, AnyDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import type { PlainValue } from '../../../../model/fields/field-value.ts';
import type { AccountDocument } from '../../../../model/manifest/manifest.ts';
import type { KnownSecrets } from '../../../../model/secret/known-secrets.ts';
import type { SourceSpan } from '../../../../model/source-span.ts';
import type { FoundAccount } from '../found-account.ts';

/** Edit of a manifest by path, and its field. */
export type FieldEdit = {
  readonly address: Address;
  readonly field: FieldPath;
  readonly path: readonly string[];
  /** Marks a field that did not change and is written only with its group. */
  readonly isBeside?: true;
} & (
  | { readonly kind: 'set'; readonly value: YamlData; readonly order?: readonly string[] }
  | { readonly kind: 'remove' }
);

/** New entry of a manifest for an unmanaged object. */
export type EntryEdit = {
  readonly kind: 'set';
  readonly address: Address;
  readonly field: null;
  readonly path: readonly string[];
  readonly value: YamlData;
  readonly order?: readonly string[];
};

/** Edits for accepted changes, and diagnostics for the rest. */
export type Accepted = {
  readonly edits: readonly FieldEdit[];
  readonly diagnostics: readonly Diagnostic[];
};

export const nothingAccepted: Accepted = { edits: [], diagnostics: [] };

/** Object with its observation, and its path in the document. */
export type Entry<T extends AnyDiff> = {
  readonly object: T;
  readonly diff: AccountDiff;
  readonly document: AccountDocument;
  readonly secrets: KnownSecrets;
  readonly root: readonly string[];
};

/** The live value of a field; null if it has none. */
export function toLiveValue({ live }: FieldDiff): PlainValue {
  return live?.kind === 'plain' ? live.value : null;
}

/** Sets a value of the manifest. */
export function acceptValue(
  { object: { address } }: Entry<AnyDiff>,
  { path: field }: Pick<FieldDiff, 'path'>,
  set: {
    readonly path: readonly string[];
    readonly value: YamlData;
    readonly order?: readonly string[];
  },
): Accepted {
  return { edits: [{ kind: 'set', address, field, ...set }], diagnostics: [] };
}

/** Removes a line of the manifest, so that the field is unmanaged. */
export function acceptRemoval(
  { object: { address } }: Entry<AnyDiff>,
  { path: field }: FieldDiff,
  path: readonly string[],
): Accepted {
  return { edits: [{ kind: 'remove', address, field, path }], diagnostics: [] };
}

/** Refuses a change with the reason. */
export function makeRefusal(
  { object: { address } }: Entry<AnyDiff>,
  { path, desired: { at } }: FieldDiff,
  message: {
    readonly code?: DiagnosticCode;
    readonly severity?: Diagnostic['severity'];
    readonly summary: string;
    readonly remedy?: string;
  },
): Accepted {
  const { summary, remedy, code = 'value-not-written', severity = 'error' } = message;
  const where = { at, address: toFieldAddress(address, path) };
  const diagnostic = { code, severity, summary, ...where };
  return {
    edits: [],
    diagnostics: [remedy === undefined ? diagnostic : { ...diagnostic, remedy }],
  };
}

/** Marks edits that are written only with a changed field. */
export function acceptBeside({ edits, diagnostics }: Accepted): Accepted {
  return { edits: edits.map((edit) => ({ ...edit, isBeside: true })), diagnostics };
}

/** Joins accepted changes in order. */
export function mergeAccepted(all: readonly Accepted[]): Accepted {
  return {
    edits: all.flatMap(({ edits }) => edits),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Drops edits that only travel with another one, where none of those is left. */
export function deleteLoneEdits(edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const groups = new Set(edits.filter(({ isBeside }) => isBeside !== true).map(toGroupName));
  return edits.filter((edit) => edit.isBeside !== true || groups.has(toGroupName(edit)));
}

// Groups a schedule with the start of its cycle, and both retentions.
function toGroupName({ address, field }: FieldEdit): string {
  const [room = ''] = parsePath(field);
  return `${address} ${room === 'schedule' ? 'state' : room}`;
}

/** Finds the span of an edit in the file; for a new value, its future place. */
export function findEditPlace({ path }: FieldEdit, { raw }: FoundAccount): SourceSpan {
  const pointer = toPointer(path);
  return raw.isWritten(pointer) ? raw.spanOf(pointer) : raw.keySpanOf(pointer);
}
