import { formatArgument, formatName, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging } from '../../../kit/text/text-layout.ts';
import { formatFolderOption } from '../../../model/report/advice/commands.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { PromotedItem, Promotion } from './promotion.ts';

/** Destination of the edits. */
export type PromotionDestination = { readonly kind: 'branch' | 'file'; readonly name: string };

/** Formats promoted and refused changes, a line each, and the next steps. */
export function formatPromotionText(
  promotion: Promotion,
  at: {
    readonly from: string;
    readonly to: string;
    /** Project folder as typed. */
    readonly directory: string;
    readonly goal: PromotionDestination | null;
  },
): readonly string[] {
  const { carried, files, accounts, incomplete } = promotion;
  const { from, to, directory, goal } = at;
  const read = `${count(accounts, 'account')} of ${from} ${accounts === 1 ? 'was' : 'were'} compared`;
  const left = incomplete === 0 ? '' : ` ${count(incomplete, 'account')} not promoted in full.`;
  if (files.length === 0) {
    return [toLine(`${read}; no file needs a change for ${to}.${left}`)];
  }
  const plan = ['cyclectl plan', ...formatFolderOption(directory), `-e ${formatArgument(to)}`].join(
    ' ',
  );
  const changed = count(files.length, 'file');
  const review =
    goal?.kind === 'branch'
      ? `One commit on the new branch ${formatName(goal.name)} changes ${changed}; the working tree is unchanged. Review and merge it`
      : `${goal === null ? 'The patch' : formatName(goal.name)} changes ${changed}. Review it, apply it with git apply and commit it`;
  return [
    ...carried.map((each) => formatHanging(`+ ${toLine(formatPromoted(each))}`, 2)),
    toLine(`${read}; nothing was sent.${left}`),
    toLine(`${review}; then: ${plan}`),
  ];
}

/** Formats one promoted change. */
export function formatPromoted({ address, file, says: text }: PromotedItem): string {
  return text === null
    ? `${address} in ${formatPath(file)}`
    : `${address} in ${formatPath(file)}: ${text}`;
}

/** Formats the result as data, with the patch. */
export function formatPromotionJson(
  { files, ...promotion }: Promotion,
  { from, to, patch }: { readonly from: string; readonly to: string; readonly patch: string },
): string {
  const paths = files.map(({ path, before }) => ({ path, isNew: before === null }));
  return formatDocument('promote', { run: { from, to, ...promotion, files: paths, patch } });
}
