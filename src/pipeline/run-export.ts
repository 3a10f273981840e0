import { mapInOrder } from '../kit/map-in-order.ts';
import type { Answer } from '../model/api-failure.ts';
import type { DescribedAccount } from '../model/described-account.ts';
import type { ExportedAccount } from '../model/export-report.ts';
import type { Files, NewFiles } from '../model/ports.ts';
import { makePrefixes } from '../stages/describe/secret-names.ts';
import { openShelf } from '../stages/live/open-shelf.ts';
import { type AccountFile, type Exporting, exportAccount } from './export-account.ts';
import type { Exportable, ExportableAccount } from './list-exportable.ts';
import { openLooking, type Run } from './make-plan.ts';
import { writeAccountFiles } from './write-account-files.ts';

/** What an export is made of beside its accounts. */
export type ExportRun = Pick<Exporting, 'variables' | 'isFull' | 'now' | 'folder'> & {
  readonly looking: Run['looking'];
  readonly files: NewFiles;
  readonly width: number;
  /** Hears what each file that was written says. */
  readonly onWritten?: (described: DescribedAccount) => void;
};

/** What is read once per export; a failure leaves every account unread. */
export async function openExporting(
  run: Omit<ExportRun, 'files' | 'width'>,
  { keys, accounts }: Pick<Exportable, 'keys' | 'accounts'>,
): Promise<Answer<Exporting>> {
  const looking = await openLooking({ ...run.looking, keys }, 0);
  const shelf = await openShelf(
    looking.reader,
    run.looking.templates,
  )(accounts[0]?.account.id ?? null);
  if (!shelf.ok) return shelf;
  const { variables, isFull, now, folder } = run;
  const open = async () => shelf;
  return {
    ok: true,
    value: {
      looking: { ...looking, openShelf: open },
      shelf: shelf.value,
      prefixes: makePrefixes(keys),
      variables,
      isFull,
      now,
      folder,
    },
  };
}

/**
 * Writes a manifest for each account that has none, many read at a time and written in the order of their keys as they
 * come: no more than those in flight are in memory. A file that is there already is left as it is.
 */
export async function* runExport(
  run: Pick<ExportRun, 'files' | 'width' | 'onWritten'>,
  exporting: Exporting,
  accounts: readonly ExportableAccount[],
): AsyncGenerator<ExportedAccount, void, undefined> {
  const there = exporting.looking.files;
  const made = mapInOrder(accounts, run.width, async (each) => ({
    each,
    made: each.entry === null ? await exportAccount(exporting, each) : null,
  }));
  for await (const { each, made: file } of made) {
    yield file === null ? toManaged(each) : await writeOut({ ...run, there }, file);
  }
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
  const inTheWay = await writeAccountFiles({ files: there, newFiles: files }, wanted);
  if (inTheWay === null) {
    onWritten?.(made.described);
    return exported;
  }
  const what = inTheWay === file ? 'has no manifest of this account' : 'is another one';
  const summary = `${inTheWay} is there already, and ${what}`;
  const diagnostics = [{ code: 'file-in-the-way', severity: 'error', summary } as const];
  return { kind: 'failed', account, id, diagnostics };
}
