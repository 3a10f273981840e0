import { formatArgument } from '../../../kit/text/format-argument.ts';
import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging } from '../../../kit/text/text-layout.ts';
import { formatFolderOption } from '../../../model/report/advice/format-folder-option.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import { formatPath } from '../../../reports/words/format-path.ts';
import type { PromotedItem, Promotion } from './promotion.ts';

/** Where a change of files was put. */
export type PromotionDestination = { readonly kind: 'branch' | 'file'; readonly name: string };

/** What was carried and what was not, for people: a line for each, then what to do. */
export function formatPromotionText(
  promotion: Promotion,
  at: {
    readonly from: string;
    readonly to: string;
    /** The project folder as it was typed. */
    readonly directory: string;
    readonly goal: PromotionDestination | null;
  },
): readonly string[] {
  const { carried, files, accounts, incomplete } = promotion;
  const { from, to, directory, goal } = at;
  const read = `${count(accounts, 'account')} of ${from} ${accounts === 1 ? 'was' : 'were'} looked at`;
  const left = incomplete === 0 ? '' : ` Not all of ${count(incomplete, 'account')} is carried.`;
  if (files.length === 0) {
    return [toLine(`${read}; nothing in the files is to be changed for ${to}.${left}`)];
  }
  const plan = ['cyclectl plan', ...formatFolderOption(directory), `-e ${formatArgument(to)}`].join(
    ' ',
  );
  const changed = count(files.length, 'file');
  const review =
    goal?.kind === 'branch'
      ? `One commit on the new branch ${formatName(goal.name)} changes ${changed}; what is checked out is as it was. Review and merge it`
      : `${goal === null ? 'The patch' : formatName(goal.name)} changes ${changed}. Review it, apply it with git apply and commit it`;
  return [
    ...carried.map((each) => formatHanging(`+ ${toLine(formatPromoted(each))}`, 2)),
    toLine(`${read}; nothing was sent.${left}`),
    toLine(`${review}; then: ${plan}`),
  ];
}

/** One thing that was carried, in words. */
export function formatPromoted({ address, file, says }: PromotedItem): string {
  return says === null
    ? `${address} in ${formatPath(file)}`
    : `${address} in ${formatPath(file)}: ${says}`;
}

/** The same as data, with the patch. */
export function formatPromotionJson(
  { files, ...promotion }: Promotion,
  { from, to, patch }: { readonly from: string; readonly to: string; readonly patch: string },
): string {
  const paths = files.map(({ path, before }) => ({ path, isNew: before === null }));
  return `${formatDocumentHead('promote')},"run":${formatSafeJson({ from, to, ...promotion, files: paths, patch })}}\n`;
}
