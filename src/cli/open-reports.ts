import { stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { Trouble, toFileTrouble } from '../kit/trouble.ts';
import { toVisible } from '../kit/visible-text.ts';
import type { ReportWish } from '../model/report-document.ts';
import { refuseLink } from './refuse-link.ts';

/** The reports that a command was asked for, and whether it has written them. */
export type AskedReports = {
  /** Its words on the command line; null until one was understood. */
  command: string | null;
  /** The environment that it is for; null until that is settled. */
  environment: string | null;
  wishes: readonly ReportWish[];
  isWritten: boolean;
};

/** Nothing was asked for yet. */
export function openReports(): AskedReports {
  return { command: null, environment: null, wishes: [], isWritten: false };
}

/**
 * Notes which reports a command is to write, before it does anything: a file that could not be written would be
 * known only when all is done. Throws `Trouble`.
 */
export async function expectReports(
  reports: AskedReports,
  command: string,
  wishes: readonly ReportWish[],
): Promise<void> {
  reports.command = command;
  const known = new Set<string>();
  for (const { file } of wishes) {
    const path = resolve(file);
    if (known.has(path)) {
      throw new Trouble(`two reports are to be written to ${toVisible(file)}`, {
        remedy: 'Name a file for each.',
      });
    }
    known.add(path);
    await refuseUnfit(file);
  }
  reports.wishes = wishes;
}

// What a person wrote is not written over by a slip of the keyboard.
async function refuseUnfit(file: string): Promise<void> {
  if (/\.ya?ml$/i.test(file)) {
    throw new Trouble(`${toVisible(file)} has the name of a manifest`, {
      remedy: 'Name a report otherwise.',
    });
  }
  if (
    resolve(file)
      .split(sep)
      .some((part) => part === '.git' || part === '.cyclectl')
  ) {
    throw new Trouble(`${toVisible(file)} stands among files that are not yours to write`, {
      remedy: 'Name a report elsewhere.',
    });
  }
  await stat(dirname(resolve(file))).catch((error: unknown) => {
    throw toFileTrouble('write', toVisible(file), error);
  });
  if ((await stat(file).catch(() => null))?.isDirectory() === true) {
    throw new Trouble(`cannot write ${toVisible(file)}: it is a folder`, {
      remedy: 'Name a file.',
    });
  }
  await refuseLink(file);
}
