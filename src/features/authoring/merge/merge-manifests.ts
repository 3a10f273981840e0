import { toPointer } from '../../../kit/json/json-pointer.ts';
import { addYamlComments } from '../../../kit/yaml/add-yaml-comments.ts';
import { type LineColumn, type RefusedEdit, updateYaml } from '../../../kit/yaml/update-yaml.ts';
import { type Address, type FieldPath, toFieldAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import { toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { isUpgradeAt } from '../../../model/observed/unmanaged.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import { hasPossibleToken } from '../../../model/secret/redact-address.ts';
import { isSecretName, isSecretText } from '../../../model/secret/secret-name.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { acceptChanges } from './accept/accept-changes.ts';
import {
  type Accepted,
  deleteLoneEdits,
  type EntryEdit,
  type FieldEdit,
} from './accept/accepted.ts';
import { addEntries } from './add-entries.ts';
import { checkSecretTexts } from './check-secret-texts.ts';
import type { FoundAccount } from './found-account.ts';

/** Written field with the pointer of its value; for a removed line, that of its former place. */
export type WrittenField = {
  readonly address: Address;
  readonly field: FieldPath;
  readonly pointer: string;
  /** True when the service changed it; false when it travels with such a field. */
  readonly isMoved: boolean;
};

/** Changes merged into a manifest. */
export type MergedAccount = {
  readonly written: readonly WrittenField[];
  /** New entries. */
  readonly entries: readonly Address[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Text of a merged manifest file, with the result of each account in order. */
export type MergedText = { readonly text: string; readonly accounts: readonly MergedAccount[] };

/** Filters the changes of one account before any is written. */
export type AcceptedFilter = (taken: Accepted, found: FoundAccount) => Accepted;

/**
 * Writes changes of the service into a manifest file, for one account or several, after the filter
 * `settle`. Keeps all else byte for byte; reports a value shared by an anchor.
 */
export function mergeManifests(
  text: string,
  accounts: readonly FoundAccount[],
  settle: AcceptedFilter = checkSecretTexts,
): MergedText {
  const taken = accounts.map((account) => ({ account, ...acceptAll(account, settle) }));
  const { text: edited, refused } = updateYaml(
    text,
    taken.flatMap(({ edits }) => edits),
  );
  const left = new Map(refused.map((each) => [each.edit, each]));
  const comments = taken.flatMap(({ account, edits, comments: own }) => {
    const { documentIndex } = account.raw;
    return edits.some((edit) => edit.field === null && left.has(edit))
      ? []
      : own.map((comment) => ({ ...comment, documentIndex }));
  });
  return {
    text: addYamlComments(edited, comments),
    accounts: taken.map(({ account, edits, diagnostics }) => {
      const made = edits.filter((edit) => !left.has(edit));
      return {
        written: made.flatMap((edit) => (edit.field === null ? [] : [toWrittenField(edit)])),
        entries: made.flatMap(({ address, field }) => (field === null ? [address] : [])),
        diagnostics: [
          ...diagnostics,
          ...edits.flatMap((edit) => left.get(edit) ?? []).map(reportRefusedEdit),
        ].map((diagnostic) => withFieldName(account.diff, diagnostic)),
      };
    }),
  };
}

function toWrittenField({ address, field, path, isBeside }: FieldEdit): WrittenField {
  return { address, field, pointer: toPointer(path), isMoved: isBeside !== true };
}

type Edit = (FieldEdit | EntryEdit) & {
  readonly documentIndex: number;
  readonly raw: RawDocument;
};

function acceptAll(account: FoundAccount, settle: AcceptedFilter) {
  const { raw, rejected } = account;
  const { documentIndex } = raw;
  const taken = settle(acceptChanges(account), account);
  const added = addEntries(account);
  const addressOf = ({ address, field }: FieldEdit) => toFieldAddress(address, field);
  const edits: readonly Edit[] = [
    ...deleteLoneEdits(
      [...taken.edits, ...added.slots].filter((edit) => !rejected.has(addressOf(edit))),
    ),
    ...added.edits,
  ].map((edit) => ({ ...edit, documentIndex, raw }));
  const bars = taken.edits.flatMap((edit) => rejected.get(addressOf(edit)) ?? []);
  return {
    edits,
    comments: added.comments,
    diagnostics: [...taken.diagnostics, ...bars, ...added.diagnostics],
  };
}

function reportRefusedEdit({ edit, why, places }: RefusedEdit<Edit>): Diagnostic {
  const { raw, field } = edit;
  const pointer = toPointer(edit.path);
  const at = raw.isWritten(pointer) ? raw.spanOf(pointer) : raw.keySpanOf(pointer);
  const address = field === null ? edit.address : toFieldAddress(edit.address, field);
  const where = { severity: 'error', address } as const;
  if (why === 'form' || places === null) {
    const summary = `It ${formatNewValue(edit)}, and cannot be written here without a change of the text around it`;
    return { code: 'value-not-written', summary, ...where, at };
  }
  const isAlias = why === 'alias';
  const becomes = field === null ? 'would get a new entry' : formatNewValue(edit);
  const summary = isAlias
    ? `It is an alias, and ${becomes}`
    : `It is an anchor of others, and ${becomes}`;
  const [own, other] = [places.own, places.other].map((position) => toSpan(raw.file, position));
  const text = isAlias ? 'its anchor' : 'an alias that would change with it';
  const related = other === undefined ? [] : [{ at: other, says: text }];
  // Points to the anchor, because readers of manifests resolve an alias.
  return { code: 'value-of-anchor', summary, ...where, at: isAlias ? (own ?? at) : at, related };
}

// Describes a field that travels with another, as a schedule with the start of a cycle.
function formatNewValue(edit: Edit): string {
  if (edit.field === null) return 'is unmanaged';
  return edit.isBeside === true
    ? 'would change with a changed field next to it'
    : 'changed in the service';
}

function toSpan(file: string, { line, column }: LineColumn): SourceSpan {
  return { file, line, column, endLine: line, endColumn: column, pointer: '' };
}

/**
 * Adds the name of the field to the summary, because an account has many of one name, and the live
 * value if people may see it, because they may write it manually.
 */
function withFieldName(diff: AccountDiff, diagnostic: Diagnostic): Diagnostic {
  const { address, summary, code } = diagnostic;
  if (address === undefined) return diagnostic;
  const named = summary.includes(address)
    ? diagnostic
    : { ...diagnostic, summary: `${address}: ${summary[0]?.toLowerCase()}${summary.slice(1)}` };
  // An upgrade has the value that the manifest has.
  const isUnshown = code === 'secret-not-written' || isUpgradeAt(diff, address);
  const field = isUnshown ? undefined : findFieldDiff(diff, address);
  const live = field === undefined ? null : toShown(field);
  return live === null ? named : { ...named, live };
}

function findFieldDiff(diff: AccountDiff, address: Address): FieldDiff | undefined {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects
    .flatMap((object) => object.fields.map((field) => ({ verdict: field, of: object.address })))
    .find(({ verdict: field, of }) => toFieldAddress(of, field.path) === address)?.verdict;
}

// Hides secret-like texts, and webhook URLs that need no password.
function toShown(field: FieldDiff): ShownValue | null {
  const { path } = field;
  const shown = toShownLive(field);
  if (shown.kind !== 'plain' || isSecretName(path)) return null;
  const texts = listTexts(shown.value);
  if (texts.some(isSecretText)) return null;
  return path === 'errorWebhook/url' && texts.some(hasPossibleToken) ? null : shown;
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}
