import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { isFolded } from '../../../model/plan/folded.ts';
import type { Notice, UnmanagedNotice } from '../../../model/plan/notice.ts';
import type { CommandContext } from '../../../model/report/report.ts';
import { formatPath } from '../../phrases/format-path.ts';
import { formatNotice } from '../../text/format-notices.ts';
import type { PartView } from '../account-view.ts';
import { makePartView } from '../account-view.ts';
import type { NoteBlock } from '../page-data.ts';

/** Notices as parts of a page: manual actions, information, and unmanaged objects. */
export function makeNoteBlocks(
  notices: readonly Notice[],
  context: CommandContext,
): readonly PartView[] {
  const notes = notices.flatMap((notice): NoteBlock[] => {
    if (notice.kind === 'foreign' || isFolded(notice)) return [];
    const { mark, about, text, command } = formatNotice(notice, context);
    const paste = command === undefined ? {} : { command: toVisible(command) };
    return [{ is: 'note', needs: mark === '!', about, says: toLine(text), ...paste }];
  });
  const unmanaged = notices.filter((notice) => notice.kind === 'foreign');
  return [
    ...makePart(
      'Manual actions',
      notes.filter(({ needs }) => needs),
    ),
    ...makePart(
      'To know',
      notes.filter(({ needs }) => !needs),
    ),
    ...makePart('Unmanaged, left unchanged', unmanaged.map(makeUnmanagedBlock)),
  ];
}

function makePart(title: string, blocks: readonly NoteBlock[]): readonly PartView[] {
  return blocks.length === 0 ? [] : [makePartView({ path: null, title, blocks })];
}

function makeUnmanagedBlock({ object, name }: UnmanagedNotice): NoteBlock {
  return { is: 'note', needs: false, about: object, says: formatQuoted(formatName(name)) };
}

/** The path of an object within its account, as the page names it; empty for the account itself. */
export function toObjectPath(address: string): string {
  const slash = address.indexOf('/');
  return slash < 0 ? '' : formatPath(address.slice(slash + 1));
}
