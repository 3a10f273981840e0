import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { count, wrapHanging, wrapIndented } from '../../../kit/text/text-layout.ts';
import { toLine, writeName } from '../../../kit/text/write-name.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import { writeFolder } from '../../../model/report/advice/write-folder.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import { writePath } from '../../../reports/words/write-path.ts';
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
export function writeDriftAdoptionText(adoption: DriftAdoption, at: AdoptionPlace): string {
  const { files, values, accounts, incomplete, alsoIn } = adoption;
  const { environment, directory, branch } = at;
  const looked = `${count(accounts, 'account')} of ${environment} ${accounts === 1 ? 'was' : 'were'} looked at; nothing was sent.`;
  const left = incomplete === 0 ? '' : ` Not all of ${count(incomplete, 'account')} is adopted.`;
  if (files.length === 0) return `${toLine(`Nothing was written. ${looked}${left}`)}\n`;
  const place = [...writeFolder(directory), `-e ${quoteArgument(environment)}`].join(' ');
  const changed = count(files.length, 'file');
  const where =
    branch === null
      ? `${changed} changed. A plan has nothing to do for what was written. To see that, and to note it:`
      : `One commit on the new branch ${writeName(branch)} changes ${changed}; what is checked out is as it was. Review and merge it; then:`;
  return [
    ...values.map((each) => wrapHanging(`~ ${toLine(sayAdopted(each))}`, 2)),
    toLine(`${looked}${left}`),
    ...(alsoIn.length === 0
      ? []
      : [toLine(`The files are also those of ${alsoIn.join(', ')}: look at that plan too.`)]),
    wrapIndented(where, 0),
    `  cyclectl plan ${place}    then    cyclectl apply ${place}`,
    '',
  ].join('\n');
}

/** One value that was taken over, in words: what the file said, and what it says now. */
export function sayAdopted(adopted: AdoptedValue): string {
  const { address, file, variable, wanted, before, now } = adopted;
  const change = `${writeShownValue(wanted)} → ${now.kind === 'unknown' ? 'no line' : writeShownValue(now)}`;
  // Where Git has moved too, the one value is lost with the file, and the other with the service.
  const lost = isSameJson(wanted, before) ? '' : ` (last applied: ${writeShownValue(before)})`;
  const place = variable === undefined ? writePath(file) : `vars.${variable} of ${writePath(file)}`;
  return `${address}: ${change}${lost} in ${place}`;
}

/** The same as data. */
export function writeDriftAdoptionJson(
  { files, ...adoption }: DriftAdoption,
  { environment, branch }: AdoptionPlace,
): string {
  const paths = files.map(({ path }) => path);
  return `${writeHead('drift-adopt')},"run":${writeSafeJson({ environment, branch, ...adoption, files: paths })}}\n`;
}
