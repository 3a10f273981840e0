import { toVisible } from '../../../kit/text/visible-text.ts';
import { quote, toLine, writeName } from '../../../kit/text/write-name.ts';
import { isFolded } from '../../../model/plan/folded.ts';
import type { ForeignNotice, Notice } from '../../../model/plan/notice.ts';
import type { CommandPlace } from '../../../model/report/report.ts';
import { writeNotice } from '../../text/write-notices.ts';
import { writePath } from '../../words/write-path.ts';
import type { NoteBlock } from '../page-data.ts';
import type { ShownPart } from '../shown-account.ts';
import { makeShownPart } from '../shown-account.ts';

/** Notices as parts of a page: what a person has to see to, what is only told, and what is not ours. */
export function makeNoteBlocks(
  notices: readonly Notice[],
  place: CommandPlace,
): readonly ShownPart[] {
  const notes = notices.flatMap((notice): NoteBlock[] => {
    if (notice.kind === 'foreign' || isFolded(notice)) return [];
    const { mark, about, says, command } = writeNotice(notice, place);
    const paste = command === undefined ? {} : { command: toVisible(command) };
    return [{ is: 'note', needs: mark === '!', about, says: toLine(says), ...paste }];
  });
  const foreign = notices.filter((notice) => notice.kind === 'foreign');
  return [
    ...makePart(
      'For a person',
      notes.filter(({ needs }) => needs),
    ),
    ...makePart(
      'To know',
      notes.filter(({ needs }) => !needs),
    ),
    ...makePart('Not ours, left alone', foreign.map(writeForeign)),
  ];
}

function makePart(title: string, blocks: readonly NoteBlock[]): readonly ShownPart[] {
  return blocks.length === 0 ? [] : [makeShownPart({ path: null, title, blocks })];
}

function writeForeign({ object, name }: ForeignNotice): NoteBlock {
  return { is: 'note', needs: false, about: object, says: quote(writeName(name)) };
}

/** The path of an object within its account, as the page names it; empty for the account itself. */
export function pathWithin(address: string): string {
  const slash = address.indexOf('/');
  return slash < 0 ? '' : writePath(address.slice(slash + 1));
}
