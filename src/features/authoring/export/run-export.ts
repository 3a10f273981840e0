import { openCatalog } from '../../../engine/live/open-catalog.ts';
import { openRunContext, type Run } from '../../../engine/run/open-run.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { toAccountAddress } from '../../../model/address.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Files, ManifestFiles } from '../../../model/ports.ts';
import type { DescribedAccount } from '../describe/described-account.ts';
import { type AccountFile, type ExportContext, exportAccount } from '../describe/export-account.ts';
import type { ExportedAccount } from '../describe/export-report.ts';
import { makePrefixes } from '../describe/secrets/secret-names.ts';
import { mergeFile } from '../merge/merge-file.ts';
import { writeAccountFiles } from '../merge/write-account-files.ts';
import { checkWrite, toMergedParts, writeMerged } from '../merge/write-merged.ts';
import type { Exportable, ExportableAccount } from './list-exportable.ts';

export type ExportRun = Pick<ExportContext, 'variables' | 'isFull' | 'now' | 'folder'> & {
  readonly context: Run['context'];
  readonly files: ManifestFiles;
  readonly width: number;
  /** Receives the description of each written file. */
  readonly onWritten?: (described: DescribedAccount) => void;
  /** Merges changes of the service into existing manifests; the last value adds unmanaged objects. */
  readonly merge: 'nothing' | 'moved' | 'foreign';
};

/** Reads the shared data of an export once; a failure leaves every account unread. */
export async function openExportContext(
  run: Omit<ExportRun, 'files' | 'width' | 'merge'>,
  { keys, accounts }: Pick<Exportable, 'keys' | 'accounts'>,
): Promise<Answer<ExportContext>> {
  const context = await openRunContext({ ...run.context, keys }, 0);
  const catalog = await openCatalog(
    context.reader,
    run.context.templates,
  )(accounts[0]?.account.id ?? null);
  if (!catalog.ok) return catalog;
  const { variables, isFull, now, folder } = run;
  const open = async () => catalog;
  return {
    ok: true,
    value: {
      context: { ...context, openCatalog: open },
      catalog: catalog.value,
      prefixes: makePrefixes(keys),
      variables,
      isFull,
      now,
      folder,
    },
  };
}

/**
 * Writes new manifests and merges into existing ones if requested, in the order of keys. Reads many
 * accounts at a time, and keeps only those in memory.
 */
export async function* runExport(
  run: Pick<ExportRun, 'files' | 'width' | 'merge' | 'onWritten'>,
  exporting: ExportContext,
  { accounts, absent }: Pick<Exportable, 'accounts' | 'absent'>,
): AsyncGenerator<ExportedAccount, void, undefined> {
  const { files, width, merge } = run;
  const there = exporting.context.files;
  const merging = {
    context: exporting.context,
    foreign: merge === 'foreign' ? exporting : null,
    width,
  };
  const works = merge === 'nothing' ? accounts.map(toTask) : groupByFile(accounts, absent);
  const made = runInOrder(works, width, async (work) => {
    if (work.kind === 'managed') return async () => [toManaged(work.each)];
    if (work.kind === 'new') {
      const file = await exportAccount(exporting, work.each);
      return async () => [await writeOut({ ...run, there }, file)];
    }
    const merged = await mergeFile(merging, work.file, work.entries);
    return () =>
      writeMerged(
        { files: there, newFiles: files },
        work.file,
        toMergedParts(merged, exporting.context),
      );
  });
  for await (const write of made) yield* await write();
}

/** File to create or change, or an account without one. */
type ExportTask =
  | { readonly kind: 'new'; readonly each: ExportableAccount }
  | { readonly kind: 'managed'; readonly each: ExportableAccount }
  | { readonly kind: 'file'; readonly file: string; readonly entries: readonly AccountEntry[] };

function toTask(each: ExportableAccount): ExportTask {
  return { kind: each.entry === null ? 'new' : 'managed', each };
}

// Places a file where its first account is.
function groupByFile(
  accounts: readonly ExportableAccount[],
  absent: readonly AccountEntry[],
): readonly ExportTask[] {
  const entries = [...accounts.flatMap(({ entry }) => entry ?? []), ...absent].toSorted(
    (left, right) => (left.key < right.key ? -1 : 1),
  );
  const files = [...Map.groupBy(entries, ({ file }) => file)].map(([file, own]) => ({
    key: own[0]?.key ?? '',
    work: { kind: 'file', file, entries: own } as const,
  }));
  const fresh = accounts
    .filter(({ entry }) => entry === null)
    .map((each) => ({ key: each.key, work: toTask(each) }));
  return [...files, ...fresh]
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ work }) => work);
}

function toManaged({ key, account, entry }: ExportableAccount): ExportedAccount {
  return { kind: 'managed', account: key, id: account.id, file: entry?.file ?? '' };
}

async function writeOut(
  { files, there, onWritten }: Pick<ExportRun, 'files' | 'onWritten'> & { readonly there: Files },
  made: AccountFile,
): Promise<ExportedAccount> {
  if (made.text === null) return made.exported;
  const { exported, text, beside } = made;
  const { account, id, file } = exported;
  const wanted = { manifest: { path: file, text }, beside };
  const why = await checkWrite(async () => {
    const inTheWay = await writeAccountFiles({ files: there, newFiles: files }, wanted);
    return inTheWay === null ? null : reportInTheWay(inTheWay, file);
  });
  if (why === null) {
    onWritten?.(made.described);
    return exported;
  }
  const diagnostics = [{ ...why, address: toAccountAddress(account) }];
  return { kind: 'failed', account, id, diagnostics };
}

function reportInTheWay(path: string, manifest: string): Diagnostic {
  const what = path === manifest ? 'has no manifest of this account' : 'has another content';
  const summary = `${path} exists already and ${what}`;
  return reportError('file-in-the-way', { summary });
}
