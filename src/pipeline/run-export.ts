import { mapInOrder } from '../kit/map-in-order.ts';
import type { Answer } from '../model/api-failure.ts';
import type { DescribedAccount } from '../model/described-account.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ExportedAccount } from '../model/export-report.ts';
import type { NewFiles } from '../model/ports.ts';
import { makePrefixes } from '../stages/describe/secret-names.ts';
import { openShelf } from '../stages/live/open-shelf.ts';
import { type AccountFile, type Exporting, exportAccount } from './export-account.ts';
import type { Exportable, ExportableAccount } from './list-exportable.ts';
import { openLooking, type Run } from './make-plan.ts';

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
  const made = mapInOrder(accounts, run.width, async (each) => ({
    each,
    made: each.entry === null ? await exportAccount(exporting, each) : null,
  }));
  for await (const { each, made: file } of made) {
    yield file === null ? toManaged(each) : await writeOut(run, file);
  }
}

function toManaged({ key, account, entry }: ExportableAccount): ExportedAccount {
  return { kind: 'managed', account: key, id: account.id, file: entry?.file ?? '' };
}

async function writeOut(
  { files, onWritten }: Pick<ExportRun, 'files' | 'onWritten'>,
  made: AccountFile,
): Promise<ExportedAccount> {
  if (made.text === null) return made.exported;
  const { account, id, file } = made.exported;
  if (await files.create(file, made.text)) {
    onWritten?.(made.described);
    return made.exported;
  }
  return { kind: 'failed', account, id, diagnostics: [reportInTheWay(file)] };
}

function reportInTheWay(file: string): Diagnostic {
  return {
    code: 'file-in-the-way',
    severity: 'error',
    summary: `${file} is there already, and has no manifest of this account`,
  };
}
