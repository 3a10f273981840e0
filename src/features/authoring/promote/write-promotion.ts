import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { count, wrapHanging } from '../../../kit/text/text-layout.ts';
import { toLine, writeName } from '../../../kit/text/write-name.ts';
import { writeFolder } from '../../../model/report/advice/write-folder.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import { writePath } from '../../../reports/words/write-path.ts';
import type { Carried, Promotion } from './promotion.ts';

/** Where a change of files was put. */
export type PromotionGoal = { readonly kind: 'branch' | 'file'; readonly name: string };

/** What was carried and what was not, for people: a line for each, then what to do. */
export function writePromotionText(
  promotion: Promotion,
  at: {
    readonly from: string;
    readonly to: string;
    /** The project folder as it was typed. */
    readonly directory: string;
    readonly goal: PromotionGoal | null;
  },
): readonly string[] {
  const { carried, files, accounts, incomplete } = promotion;
  const { from, to, directory, goal } = at;
  const read = `${count(accounts, 'account')} of ${from} ${accounts === 1 ? 'was' : 'were'} looked at`;
  const left = incomplete === 0 ? '' : ` Not all of ${count(incomplete, 'account')} is carried.`;
  if (files.length === 0) {
    return [toLine(`${read}; nothing in the files is to be changed for ${to}.${left}`)];
  }
  const plan = ['cyclectl plan', ...writeFolder(directory), `-e ${quoteArgument(to)}`].join(' ');
  const changed = count(files.length, 'file');
  const review =
    goal?.kind === 'branch'
      ? `One commit on the new branch ${writeName(goal.name)} changes ${changed}; what is checked out is as it was. Review and merge it`
      : `${goal === null ? 'The patch' : writeName(goal.name)} changes ${changed}. Review it, apply it with git apply and commit it`;
  return [
    ...carried.map((each) => wrapHanging(`+ ${toLine(sayCarried(each))}`, 2)),
    toLine(`${read}; nothing was sent.${left}`),
    toLine(`${review}; then: ${plan}`),
  ];
}

/** One thing that was carried, in words. */
export function sayCarried({ address, file, says }: Carried): string {
  return says === null
    ? `${address} in ${writePath(file)}`
    : `${address} in ${writePath(file)}: ${says}`;
}

/** The same as data, with the patch. */
export function writePromotionJson(
  { files, ...promotion }: Promotion,
  { from, to, patch }: { readonly from: string; readonly to: string; readonly patch: string },
): string {
  const paths = files.map(({ path, before }) => ({ path, isNew: before === null }));
  return `${writeHead('promote')},"run":${writeSafeJson({ from, to, ...promotion, files: paths, patch })}}\n`;
}
