import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatArgument } from '../../../kit/text/format-argument.ts';
import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging, formatParagraph } from '../../../kit/text/text-layout.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { formatFolderOption } from '../../../model/report/advice/format-folder-option.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import { formatPath } from '../../../reports/words/format-path.ts';
import type { AdoptedValue, DriftAdoption } from './drift-adoption.ts';

/** Where it was looked, and where the change of the files went. */
type AdoptionPlace = {
  readonly environment: string;
  /** The project folder as it was typed. */
  readonly directory: string;
  /** The new branch; null where the files themselves were written. */
  readonly branch: string | null;
};

/** What drift became what Git says, for people: a line for each value, then what to do. */
export function formatDriftAdoptionText(adoption: DriftAdoption, at: AdoptionPlace): string {
  const { files, values, accounts, incomplete, alsoIn } = adoption;
  const { environment, directory, branch } = at;
  const looked = `${count(accounts, 'account')} of ${environment} ${accounts === 1 ? 'was' : 'were'} looked at; nothing was sent.`;
  const left = incomplete === 0 ? '' : ` Not all of ${count(incomplete, 'account')} is adopted.`;
  if (files.length === 0) return `${toLine(`Nothing was written. ${looked}${left}`)}\n`;
  const place = [...formatFolderOption(directory), `-e ${formatArgument(environment)}`].join(' ');
  const changed = count(files.length, 'file');
  const where =
    branch === null
      ? `${changed} changed. A plan has nothing to do for what was written. To see that, and to note it:`
      : `One commit on the new branch ${formatName(branch)} changes ${changed}; what is checked out is as it was. Review and merge it; then:`;
  return [
    ...values.map((each) => formatHanging(`~ ${toLine(formatAdopted(each))}`, 2)),
    toLine(`${looked}${left}`),
    ...(alsoIn.length === 0
      ? []
      : [toLine(`The files are also those of ${alsoIn.join(', ')}: look at that plan too.`)]),
    formatParagraph(where, 0),
    `  cyclectl plan ${place}    then    cyclectl apply ${place}`,
    '',
  ].join('\n');
}

/** One value that was taken over, in words: what the file said, and what it says now. */
export function formatAdopted(adopted: AdoptedValue): string {
  const { address, file, variable, wanted, before, now } = adopted;
  const change = `${formatShownValue(wanted)} → ${now.kind === 'unknown' ? 'no line' : formatShownValue(now)}`;
  // Where Git has moved too, the one value is lost with the file, and the other with the service.
  const lost = isSameJson(wanted, before) ? '' : ` (last applied: ${formatShownValue(before)})`;
  const place =
    variable === undefined ? formatPath(file) : `vars.${variable} of ${formatPath(file)}`;
  return `${address}: ${change}${lost} in ${place}`;
}

/** The same as data. */
export function formatDriftAdoptionJson(
  { files, ...adoption }: DriftAdoption,
  { environment, branch }: AdoptionPlace,
): string {
  const paths = files.map(({ path }) => path);
  return `${formatDocumentHead('drift-adopt')},"run":${formatSafeJson({ environment, branch, ...adoption, files: paths })}}\n`;
}
