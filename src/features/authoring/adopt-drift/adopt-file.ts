import { listKnownAddresses } from '../../../engine/diff/report-not-drifted.ts';
import type { RunContext } from '../../../engine/observe/observe-account.ts';
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

/** A file that takes drift over: what is kept of it until all files have been looked at. */
export type AdoptedFile = {
  readonly file: string;
  readonly entries: readonly AccountEntry[];
  /** Null where it stays as it is. */
  readonly edit: FileEdit | null;
  readonly accounts: readonly AccountDriftAdoption[];
};

/** What became of the drift of an account that was asked for. */
export type AccountDriftAdoption = {
  readonly entry: AccountEntry;
  /** What moved, and all that its manifest names where addresses were given; null where nobody could look. */
  readonly looked: {
    readonly moved: readonly Address[];
    readonly known: readonly Address[];
  } | null;
  readonly values: readonly AdoptedValue[];
  readonly diagnostics: readonly Diagnostic[];
  readonly variables: readonly ChangedVariable[];
};

/** A variable that would say what moved, with each value of it, and where else the account has it. */
export type ChangedVariable = VariableChange & {
  readonly values: readonly Omit<AdoptedValue, 'file' | 'variable'>[];
  readonly places: readonly SourceSpan[];
};

/** What files take over of drift. */
export type FileRun = {
  readonly context: RunContext;
  /** What a person named; without any it is all that has moved. */
  readonly addresses: readonly Address[];
};

/** Takes the drift of a file's accounts over into its text. Writes nothing. */
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
  const summary = `Another account of ${file} could not be looked at, and the file is left as it is`;
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
