import { formatSpan } from '../../model/source-span.ts';
import type { Block, DiagnosticBlock, FieldBlock, Side } from '../blocks/block.ts';
import type { NextCommands } from '../blocks/verdict/verdict.ts';
import { formatPath } from '../blocks/words/format-path.ts';
import { objectStates } from '../classify/object-states.ts';
import { makeDiffLines } from './diff-lines.ts';
import type { PageBlock, PageSide, PlaceOnPage, TroubleOnPage } from './page-data.ts';

/** Sentences about a changed object, above its fields. */
export function listSays(block: Block): readonly string[] {
  if (block.is !== 'change') return [];
  const { path, text, reasons } = block;
  const first = path === null ? text : `${path}: ${text}`;
  return [...(first === '' ? [] : [first]), ...reasons];
}

/** A block in the data of the page; of a change, its fields. */
export function listPageBlocks(block: Block): readonly PageBlock[] {
  switch (block.is) {
    case 'change':
      return block.fields.map(toFieldOnPage);
    case 'field':
      return [toFieldOnPage(block)];
    case 'note': {
      const { about, text, mark, command } = block;
      const paste = command === undefined ? {} : { command };
      return [{ is: 'note', needs: mark === '!', about, says: text, ...paste }];
    }
    case 'list':
      return block.items.map((item) => ({
        is: 'note',
        needs: false,
        about: item,
        says: block.text,
      }));
    case 'diagnostic':
      return [toTrouble(block)];
    case 'step': {
      const letter =
        block.result === undefined ? {} : { letter: objectStates[block.result].letter };
      return [{ is: 'step', says: block.text, ...letter }];
    }
  }
}

/** A diagnostic in the data of the page. */
export function toTrouble(block: DiagnosticBlock): TroubleOnPage {
  const { severity, code, summary, about, facts, remedy, at } = block;
  const lines = [...(about === null ? [] : [about]), ...facts];
  return { is: 'trouble', severity, code, summary, lines, remedy, ...toPlace(at) };
}

// Long values are shown by their differences, a new field by its value alone.
function toFieldOnPage(block: FieldBlock): PageBlock {
  const { path, text, before, after, wanted, long, origin, effects } = block;
  const place = toPlace(block.at);
  if (path !== null && before === null && after !== null) {
    return { is: 'value', path, value: toSide(after), ...place };
  }
  const isSaid = block.isPair || path === null;
  const sides = long === null ? [before, after, wanted] : [wanted];
  return {
    is: 'field',
    path: path ?? text,
    tags: [...(isSaid || after !== null ? [] : [text]), ...origin, ...effects],
    sides: sides.filter((side) => side !== null).map(toSide),
    ...(long === null ? {} : { diff: makeDiffLines(long) }),
    ...(block.answers === undefined ? {} : { answers: block.answers.map(toAnswer) }),
    ...place,
  };
}

function toAnswer({ does, commands }: NextCommands): readonly [string, string] {
  return [does, commands.join('\n')];
}

function toSide({ label, text, kind }: Side): PageSide {
  return kind === 'plain' ? { label, text } : { label, text, is: kind };
}

function toPlace(at: FieldBlock['at']): PlaceOnPage {
  return at === null ? {} : { where: formatPath(formatSpan(at)) };
}
