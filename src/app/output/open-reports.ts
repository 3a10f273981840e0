import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ReportFile } from '../../model/report/report-document.ts';
import { isOwnReport } from '../../reports/judge/is-own-report.ts';
import { checkNotLink } from '../project/check-not-link.ts';
import { readHead } from '../run/open-text-file.ts';

/** The reports that a command was asked for, and whether it has written them. */
export type RequestedReports = {
  /** Its words on the command line; null until one was understood. */
  command: string | null;
  /** The environment that it is for; null until that is settled. */
  environment: string | null;
  requests: readonly ReportFile[];
  isWritten: boolean;
};

/** Nothing was asked for yet. */
export function openReports(): RequestedReports {
  return { command: null, environment: null, requests: [], isWritten: false };
}

/**
 * Notes which reports a command is to write, before it does anything: a file that could not be written would be
 * known only when all is done. `out` is the file that `--out` names. Throws `OperationalError`.
 */
export async function addReportRequests(
  reports: RequestedReports,
  asked: {
    readonly command: string;
    readonly wishes: readonly ReportFile[];
    readonly out: string | null;
  },
): Promise<void> {
  const { command, wishes, out } = asked;
  reports.command = command;
  const known = new Map<string, string>();
  if (out !== null && wishes.length > 0) known.set(await resolveFolder(out), 'what --out names');
  for (const { file } of wishes) {
    const place = await resolveFolder(file);
    const other = known.get(place);
    if (other !== undefined) {
      throw new OperationalError(
        `a report is to be written to ${toVisible(file)}, and so is ${other}`,
        {
          remedy: 'Name a file for each.',
        },
      );
    }
    known.set(place, 'another report');
  }
  for (const request of wishes) await checkReportFile(request, await resolveFolder(request.file));
  reports.requests = wishes;
}

// A folder may have several names. One that is not there is told of later.
async function resolveFolder(file: string): Promise<string> {
  const path = resolve(file);
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

// What a person wrote is not written over by a slip of the keyboard, and a branch does not choose what is.
async function checkReportFile({ format, file }: ReportFile, place: string): Promise<void> {
  if (/\.ya?ml$/i.test(file)) {
    throw new OperationalError(`${toVisible(file)} has the name of a manifest`, {
      remedy: 'Name a report otherwise.',
    });
  }
  if (place.split(sep).some((part) => part === '.git' || part === '.cyclectl')) {
    throw new OperationalError(
      `${toVisible(file)} stands among files that are not yours to write`,
      {
        remedy: 'Name a report elsewhere.',
      },
    );
  }
  await stat(dirname(place)).catch((error: unknown) => {
    throw toFileError('write', toVisible(file), error);
  });
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory() === true) {
    throw new OperationalError(`cannot write ${toVisible(file)}: it is a folder`, {
      remedy: 'Name a file.',
    });
  }
  await checkNotLink(file);
  if (found?.isFile() !== true || found.size === 0) return;
  if (isOwnReport(format, await readHead(file))) return;
  throw new OperationalError(
    `${toVisible(file)} is there already and is no report in ${format} of cyclectl`,
    {
      remedy: 'Name another file, or remove that one first.',
    },
  );
}
