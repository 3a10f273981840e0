import { loadDocuments } from '../../../engine/load/load-documents.ts';
import { parsePointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { toAccountAddress, toCycleAddress, toFieldAddress } from '../../../model/address.ts';
import type { DraftedText } from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { toUnescapedText } from '../../../model/manifest/interpolation.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { DriftFinding } from '../../../model/plan/plan.ts';
import type { Files } from '../../../model/ports.ts';
import { selectDescribed } from '../describe/account/select-described.ts';
import type { DescribedAccount, Fault } from '../describe/described-account.ts';
import { listDraftTexts } from '../describe/export-account.ts';
import { listMergeFaults, readMerged } from './check-merge.ts';
import type { FoundAccount } from './found-account.ts';
import {
  type AcceptedFilter,
  type MergedAccount,
  type MergedText,
  mergeManifests,
  type WrittenField,
} from './merge-manifests.ts';
import { type MergeContext, type ObservedAccount, observeForMerge } from './observe-for-merge.ts';

/**
 * Manifest file with merged changes, and the result of each account in the given order. `before`
 * and `text` include the byte order mark. `left`: an account could not be read, or the result is
 * invalid.
 */
export type FileMerge =
  | {
      readonly kind: 'merged';
      readonly before: string;
      readonly text: string;
      readonly accounts: readonly AccountMerge[];
    }
  | { readonly kind: 'left'; readonly accounts: readonly SkippedAccount[] };

/** Changes merged into an account, with its description if new entries are wanted. */
export type AccountMerge = MergedAccount & {
  readonly entry: AccountEntry;
  readonly additions: DescribedAccount | null;
  /** Requested drift. */
  readonly drift: readonly DriftFinding[];
  /** Requested addresses without drift. */
  readonly wrong: readonly Diagnostic[];
  /** Observation of the account. */
  readonly found: FoundAccount;
  /** Files of new cycles, in the order of writing. */
  readonly beside: readonly DraftedText[];
};

/** Reason why an account was not merged; empty when another account of its file is the reason. */
export type SkippedAccount = {
  readonly entry: AccountEntry;
  readonly diagnostics: readonly Diagnostic[];
};

/** Bounds the rounds, because one round removes what refers to removed parts of the one before. */
const maxRounds = 8;

/**
 * Observes the accounts of one file and merges changes of the service into its text. Writes
 * nothing.
 */
export async function mergeFile(
  merging: MergeContext,
  file: string,
  entries: readonly AccountEntry[],
): Promise<FileMerge> {
  const rows = entries.map((entry) => ({ entry, diagnostics: [checkOwnFile(entry) ?? []].flat() }));
  if (rows.some(({ diagnostics }) => diagnostics.length > 0))
    return { kind: 'left', accounts: rows };
  const reading = await merging.context.files.read(file);
  // Pins the text that is edited, because the file may change meanwhile.
  const files: Files = { ...merging.context.files, read: async () => reading };
  const loaded = await loadDocuments(files, file);
  const looked: ObservedAccount[] = [];
  const left: SkippedAccount[] = [];
  const looks = runInOrder(entries, merging.width, async (entry) => ({
    entry,
    look: await observeForMerge(merging, loaded, entry),
  }));
  for await (const { entry, look } of looks) {
    if ('looked' in look) looked.push(look.looked);
    left.push({ entry, diagnostics: 'refused' in look ? look.refused : [] });
  }
  if (!reading.ok || looked.length < entries.length) return { kind: 'left', accounts: left };
  const merge = await resolveText(files, { file, text: reading.text, looked }, merging.settle);
  if (merge.kind === 'left') return merge;
  const mark = reading.hasMark === true ? '\ufeff' : '';
  return { ...merge, before: mark + merge.before, text: mark + merge.text };
}

// Refuses a row of a table, because it has no file of its own.
function checkOwnFile({ key, at, layering }: AccountEntry): Diagnostic | null {
  if (layering === undefined || layering.fleet === null) return null;
  const { blueprint, fleet } = layering;
  return reportError('no-own-file', {
    summary: `${key} is a row of ${at.file}, and this command writes only into files of accounts`,
    at,
    remedy: `Write the change yourself: for this account as an override in ${fleet.document.file}, for all of them in ${blueprint.document.file}.`,
  });
}

type ObservedFile = {
  readonly file: string;
  readonly text: string;
  readonly looked: readonly ObservedAccount[];
};

// Leaves out invalid values until a plan of the manifest has nothing to do for the merged parts.
async function resolveText(
  files: Files,
  { file, text: before, looked }: ObservedFile,
  settle?: AcceptedFilter,
): Promise<FileMerge> {
  let found = looked.map((each) => each.found);
  for (let round = 0; round < maxRounds; round += 1) {
    const merged = mergeManifests(before, found, settle);
    const faults = merged.text === before ? [] : await checkText(files, { file, looked }, merged);
    if (faults.every(({ length }) => length === 0))
      return toMerge({ before, looked, found }, merged);
    const resolved = found.map((each, index) =>
      omitFaults(each, merged.accounts[index]?.written ?? [], faults[index] ?? []),
    );
    const next = resolved.flatMap((each) => each ?? []);
    if (next.length < found.length) return toSkipped(looked, faults);
    found = next;
  }
  const summary = 'No valid manifest remains without the invalid values';
  const fault: Fault = {
    pointer: null,
    diagnostic: reportError('not-proven', { summary }),
  };
  return toSkipped(
    looked,
    looked.map(() => [fault]),
  );
}

async function checkText(
  files: Files,
  { file, looked }: Pick<ObservedFile, 'file' | 'looked'>,
  { text, accounts }: MergedText,
): Promise<readonly (readonly Fault[])[]> {
  const loaded = await readMerged(files, { file, text });
  const faults: (readonly Fault[])[] = [];
  for (const [index, merged] of accounts.entries()) {
    const each = looked[index];
    if (each !== undefined) faults.push(await listMergeFaults(loaded, { looked: each, merged }));
  }
  return faults;
}

function toMerge(
  {
    before,
    looked,
    found,
  }: {
    readonly before: string;
    readonly looked: readonly ObservedAccount[];
    readonly found: readonly FoundAccount[];
  },
  { text, accounts }: MergedText,
): FileMerge {
  const merged = accounts.flatMap((account, index): AccountMerge[] => {
    const each = looked[index];
    if (each === undefined) return [];
    const additions = found[index]?.additions ?? null;
    const beside = listDraftTexts(each.drafts, listNamed(account, each.entry, additions));
    return [
      {
        ...account,
        entry: each.entry,
        additions,
        drift: each.drift,
        wrong: each.wrong,
        found: each.found,
        beside,
      },
    ];
  });
  return { kind: 'merged', before, text, accounts: merged };
}

// Lists the files of cycles that got an entry.
function listNamed(
  { entries }: MergedAccount,
  { key: account }: AccountEntry,
  additions: DescribedAccount | null,
): readonly string[] {
  return Object.entries(additions?.written.spec.cycles ?? {}).flatMap(([key, { from }]) =>
    'file' in from && entries.includes(toCycleAddress(account, key)) ? [from.file] : [],
  );
}

function toSkipped(
  looked: readonly ObservedAccount[],
  faults: readonly (readonly Fault[])[],
): FileMerge {
  return {
    kind: 'left',
    accounts: looked.map(({ entry }, index) => ({
      entry,
      // Drops spans, because they point into a text that is not written.
      diagnostics: (faults[index] ?? []).map(({ diagnostic: { at: _, ...diagnostic } }) => ({
        ...diagnostic,
        address: toAccountAddress(entry.key),
      })),
    })),
  };
}

/** Removes faulty parts from an account; null when a fault is not of a merged part. */
function omitFaults(
  account: FoundAccount,
  written: readonly WrittenField[],
  faults: readonly Fault[],
): FoundAccount | null {
  let { additions, rejected } = account;
  for (const fault of faults) {
    const fields = written.filter(({ pointer }) => isOf(fault.pointer, pointer));
    if (fields.length > 0) {
      rejected = new Map([
        ...rejected,
        ...fields.map((field) => toRejected(account, field, fault)),
      ]);
      continue;
    }
    additions = additions === null ? null : selectDescribed(additions, [fault]);
    if (additions === null) return null;
  }
  return { ...account, additions, rejected };
}

/** Names that lead to an object, because a fault of a whole account belongs to no single value. */
const depthOfObject = 3;

function isOf(fault: string | null, pointer: string): boolean {
  if (fault === null) return false;
  const meant = toPointer(parsePointer(pointer).map(toUnescapedText));
  const isInside = `${fault}/`.startsWith(`${meant}/`);
  return (
    isInside || (parsePointer(fault).length >= depthOfObject && `${meant}/`.startsWith(`${fault}/`))
  );
}

function toRejected(
  { raw }: FoundAccount,
  { address, field, pointer }: WrittenField,
  fault: Fault,
) {
  const name = toFieldAddress(address, field);
  const diagnostic: Diagnostic = reportError('value-not-written', {
    summary: `The live value of ${field} is not valid in the manifest: ${fault.diagnostic.summary}`,
    at: raw.spanOf(pointer),
    address: name,
    remedy: 'Change it in the service, or restore the value in Git with apply.',
  });
  return [name, diagnostic] as const;
}
