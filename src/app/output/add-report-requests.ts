import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ReportFile } from '../../model/report/report-document.ts';
import { isOwnReport } from '../../reports/classify/is-own-report.ts';
import { checkNotLink } from '../project/make-own-folder.ts';
import { readHead } from '../run/open-text-file.ts';
import type { RequestedReports } from './requested-reports.ts';

/**
 * Checks the requested report files before the command starts, because a failure at the end would
 * lose the report. `out` is the file of `--out`. Throws `OperationalError`.
 */
export async function addReportRequests(
  reports: RequestedReports,
  asked: {
    readonly wishes: readonly ReportFile[];
    readonly out: string | null;
  },
): Promise<void> {
  const { wishes, out } = asked;
  const known = new Map<string, string>();
  if (out !== null) known.set(await resolveFolder(out), 'the file of --out');
  for (const { file } of wishes) {
    const location = await resolveFolder(file);
    const other = known.get(location);
    if (other !== undefined) {
      throw new OperationalError(
        `a report and ${other} would be written to the same file, ${toVisible(file)}`,
        {
          remedy: 'Name a different file for each.',
        },
      );
    }
    known.set(location, 'another report');
  }
  for (const request of wishes) await checkReportFile(request, await resolveFolder(request.file));
  reports.requests = wishes;
}

// Resolves links, because a folder may have several names. A missing one is reported later.
async function resolveFolder(file: string): Promise<string> {
  const path = resolve(file);
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}

// Protects files of people from a typing error, and from names that a branch chooses.
async function checkReportFile({ format, file }: ReportFile, location: string): Promise<void> {
  if (/\.ya?ml$/i.test(file)) {
    throw new OperationalError(`${toVisible(file)} has the name of a manifest`, {
      remedy: 'Give the report another name.',
    });
  }
  if (location.split(sep).some((part) => part === '.git' || part === '.cyclectl')) {
    throw new OperationalError(
      `${toVisible(file)} is in .git or .cyclectl, where no report is written`,
      {
        remedy: 'Write the report to another folder.',
      },
    );
  }
  await stat(dirname(location)).catch((error: unknown) => {
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
    `${toVisible(file)} exists already and is not a ${format} report of cyclectl`,
    {
      remedy: 'Name another file, or remove this one first.',
    },
  );
}
