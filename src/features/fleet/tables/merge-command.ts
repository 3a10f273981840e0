import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { checkNotNamedPipe } from '../../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { mergeTables } from './merge-tables.ts';

type MergeOptions = GlobalOptions & Readonly<Record<'base' | 'ours' | 'theirs', string>>;

/**
 * `cyclectl fleet merge BASE OURS THEIRS`: merges a CSV table by row and column into OURS, as a
 * merge driver of git. Needs no project.
 */
export async function runFleetMerge(
  context: CommandContext,
  { directory, format, base, ours, theirs }: MergeOptions,
): Promise<ExitCode> {
  const { text, conflicts } = mergeTables({
    base: await readTable(base),
    ours: await readTable(ours),
    theirs: await readTable(theirs),
  });
  await writeFileAtomically({ path: ours, text, mode: 0o644 });
  if (format === 'json') await context.terminal.out(formatDocument('fleet-merge', { conflicts }));
  if (conflicts.length === 0) return exitCodes.ok;
  const reported = conflicts.map((summary) =>
    reportError('table-conflict', {
      summary,
      remedy: 'Edit the rows between the markers in the table, then run git add.',
    }),
  );
  return printRefused(context, directory, reported);
}

async function readTable(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (bytes.length > maxTableBytes) {
    throw new OperationalError(`cannot merge ${path}: it is larger than 16 MiB`, {
      remedy: 'Split the table on both branches, and merge again.',
    });
  }
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new OperationalError(`cannot merge ${path}: it is not UTF-8 text`, {
    remedy: 'Save the spreadsheet as CSV in UTF-8 on both branches, and merge again.',
  });
}

/** Reads a file, and of one that is larger than a table one byte more than a table has. */
async function readBytes(path: string): Promise<Buffer> {
  try {
    checkNotNamedPipe(path);
    const pieces: Buffer[] = [];
    for await (const piece of createReadStream(path, { end: maxTableBytes })) pieces.push(piece);
    return Buffer.concat(pieces);
  } catch (error) {
    throw toFileError('read', path, error);
  }
}
