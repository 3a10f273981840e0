import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatArgument, formatName, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging, formatParagraph } from '../../../kit/text/text-layout.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { formatFolderOption } from '../../../model/report/advice/commands.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { AdoptedValue, DriftAdoption } from './drift-adoption.ts';

/** Observed environment, and the destination of the edits. */
type AdoptionPlace = {
  readonly environment: string;
  /** Project folder as typed. */
  readonly directory: string;
  /** New branch; null for edits in place. */
  readonly branch: string | null;
};

/** Formats adopted drift, a line each, and the next steps. */
export function formatDriftAdoptionText(adoption: DriftAdoption, at: AdoptionPlace): string {
  const { files, values, accounts, incomplete, alsoIn } = adoption;
  const { environment, directory, branch } = at;
  const looked = `${count(accounts, 'account')} of ${environment} ${accounts === 1 ? 'was' : 'were'} compared; nothing was sent.`;
  const left = incomplete === 0 ? '' : ` ${count(incomplete, 'account')} not adopted in full.`;
  if (files.length === 0) return `${toLine(`Nothing was written. ${looked}${left}`)}\n`;
  const location = [...formatFolderOption(directory), `-e ${formatArgument(environment)}`].join(
    ' ',
  );
  const changed = count(files.length, 'file');
  const where =
    branch === null
      ? `${changed} changed. A plan has no changes for the written values. To verify and record that:`
      : `One commit on the new branch ${formatName(branch)} changes ${changed}; the working tree is unchanged. Review and merge it; then:`;
  return [
    ...values.map((each) => formatHanging(`~ ${toLine(formatAdopted(each))}`, 2)),
    toLine(`${looked}${left}`),
    ...(alsoIn.length === 0
      ? []
      : [toLine(`The files also apply to ${alsoIn.join(', ')}: review that plan too.`)]),
    formatParagraph(where, 0),
    `  cyclectl plan ${location}    then    cyclectl apply ${location}`,
    '',
  ].join('\n');
}

/** Formats one adopted value: the old and the new one. */
export function formatAdopted(adopted: AdoptedValue): string {
  const { address, file, variable, wanted, before, now } = adopted;
  const change = `${formatShownValue(wanted)} → ${now.kind === 'unknown' ? 'no line' : formatShownValue(now)}`;
  // Adds the last applied value when Git changed too, because it is otherwise lost.
  const lost = isSameJson(wanted, before) ? '' : ` (last applied: ${formatShownValue(before)})`;
  const location =
    variable === undefined ? formatPath(file) : `vars.${variable} of ${formatPath(file)}`;
  return `${address}: ${change}${lost} in ${location}`;
}

/** Formats the result as data. */
export function formatDriftAdoptionJson(
  { files, ...adoption }: DriftAdoption,
  { environment, branch }: AdoptionPlace,
): string {
  const paths = files.map(({ path }) => path);
  return formatDocument('drift-adopt', {
    run: { environment, branch, ...adoption, files: paths },
  });
}
