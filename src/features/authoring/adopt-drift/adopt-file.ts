import { listKnownAddresses } from '../../../engine/diff/report-not-drifted.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { type Address, toAccountAddress, toFieldAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { FileEdit } from '../../../model/manifest/manifest-files.ts';
import type { DriftFinding } from '../../../model/plan/plan.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import {
  type AccountMerge,
  type FileMerge,
  mergeFile,
  type SkippedAccount,
} from '../merge/merge-file.ts';
import type { AdoptedValue } from './drift-adoption.ts';
import { listValues, listWritten } from './list-adopted.ts';
import { listVariableChanges, type VariableChange } from './list-variable-changes.ts';
import { makeAdoptionFilter } from './make-adoption-filter.ts';

/** File with adopted drift, kept until all files are observed. */
export type AdoptedFile = {
  readonly file: string;
  readonly entries: readonly AccountEntry[];
  /** Null when the file does not change. */
  readonly edit: FileEdit | null;
  readonly accounts: readonly AccountDriftAdoption[];
};

/** Result of the drift of one account. */
export type AccountDriftAdoption = {
  readonly entry: AccountEntry;
  /** Drift, and with addresses all declared fields; null when the account could not be read. */
  readonly looked: {
    readonly moved: readonly Address[];
    readonly known: readonly Address[];
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
): FileEdit | null {
  return text === before ? null : { path, before, after: text };
}

function toSkipped(file: string, { entry, diagnostics }: SkippedAccount): AccountDriftAdoption {
  const summary = `Another account of ${file} could not be read, and the file was not changed`;
  const address = toAccountAddress(entry.key);
  const reported: Diagnostic = { code: 'file-not-merged', severity: 'error', summary, address };
  const nothing = { looked: null, values: [], variables: [] };
  return { entry, ...nothing, diagnostics: diagnostics.length > 0 ? diagnostics : [reported] };
}

function toAdopted(
  file: string,
  { entry, found, drift, written, diagnostics }: AccountMerge,
  addresses: readonly Address[],
): AccountDriftAdoption {
  const variables = listVariableChanges(found, makeAdoptionFilter(addresses)).map((request) => ({
    ...request,
    values: listValues(found.diff, request.addresses),
    places: request.others.map((pointer) => found.raw.spanOf(pointer)),
  }));
  return {
    entry,
    looked: {
      moved: drift.map(toAddress),
      known: addresses.length === 0 ? [] : listKnownAddresses(found.diff),
    },
    values: listWritten(found, written).map((each) => ({ ...each, file })),
    diagnostics,
    variables,
  };
}

function toAddress({ address, path }: DriftFinding): Address {
  return path === null ? address : toFieldAddress(address, path);
}
