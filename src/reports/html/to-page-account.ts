import { formatName } from '../../kit/text/format-name.ts';
import { toShortMiddle } from '../../kit/text/to-short-visible.ts';
import { impacts } from '../../model/plan/change.ts';
import type { Labels } from '../../model/report/report-document.ts';
import type { AccountBlocks } from '../blocks/accounts/account-blocks.ts';
import { type Concern, formatConcernItems } from '../blocks/accounts/concern.ts';
import type { Block, FieldBlock } from '../blocks/block.ts';
import { type Section, sectionTitles } from '../blocks/section.ts';
import { objectStates } from '../classify/object-states.ts';
import { listPageBlocks, listSays } from './list-page-blocks.ts';
import type { PageAccount, PageBlock, PageLabel, PagePart } from './page-data.ts';

/** Places of the paths of objects, by which accounts name theirs. */
export type PageKeys = ReadonlyMap<string, number>;

/** Blocks of one part; the JSON of the report has all of them. */
const maxBlocks = 200;

/** An account in the data of the page, without its parts. */
export function toPageAccount(
  account: AccountBlocks,
  { keys, labels: names }: { readonly keys: PageKeys; readonly labels: PageKeys },
): PageAccount {
  const { state, rank, count, impact, since, objects, labels } = account;
  const changes = formatChanges(account);
  return {
    name: formatName(account.account),
    state,
    rank,
    ...(labels === undefined ? {} : { labels: listPageLabels(labels, names) }),
    // The state of an account in sync says it.
    ...(state === 'clean' ? {} : { says: formatSays(account) }),
    ...(changes === '' ? {} : { changes }),
    ...(count === 0 ? {} : { count }),
    ...(impact === 'none' ? {} : { impact: impacts.indexOf(impact) }),
    ...(since === null ? {} : { since }),
    objects: [...objects.keys()].map((path) => keys.get(path) ?? -1),
    letters: [...objects.values()].map((one) => objectStates[one].letter).join(''),
  };
}

/** Changes in a row of the table; the rest are counted. */
const maxChanges = 2;

// A row has room for a line; a long value is cut.
function formatChanges({ sections }: AccountBlocks): string {
  const changes = sections.flatMap(({ kind, blocks }) =>
    kind === 'objects' ? blocks.flatMap(listStatements) : [],
  );
  const more = changes.length - maxChanges;
  const shown = changes.slice(0, maxChanges).map((text) => toShortMiddle(text, maxStatement));
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

const maxStatement = 100;

function listStatements(block: Block): readonly string[] {
  if (block.is === 'field') return [formatStatement(block.object, block)];
  if (block.is !== 'change') return [];
  const { object, path, text, brief } = block;
  const fields = block.fields.filter(({ inBrief }) => inBrief !== true);
  if (fields.length > 0 && brief === '') {
    return fields.map((field) => formatStatement(object, field));
  }
  const whole = [text, brief].filter((part) => part !== '').join(', ');
  return whole === '' ? [] : [formatStatement(object, { path, text: whole })];
}

function formatStatement(
  object: string,
  { path, text }: Pick<FieldBlock, 'path' | 'text'>,
): string {
  const place = [object, path ?? ''].filter((part) => part !== '').join('/');
  return place === '' ? text : `${place}: ${text}`;
}

// In one order, whatever the manifest has, so that a report that is read back gives the same page.
function listPageLabels(labels: Labels, names: PageKeys): readonly PageLabel[] {
  return Object.entries(labels)
    .map(([name, value]): PageLabel => [names.get(name) ?? -1, formatName(value)])
    .toSorted(([left], [right]) => left - right);
}

// Its concerns, in the words of Markdown.
function formatSays({ summary, concerns }: AccountBlocks): string {
  const texts = concerns.map(formatConcern);
  const isSaid = concerns.some(({ text }) => text === summary);
  return [...(isSaid ? [] : [summary]), ...texts].join('; ');
}

function formatConcern(concern: Concern): string {
  return [concern.text, formatConcernItems(concern)].filter((part) => part !== '').join(' ');
}

/** The parts of an account: its changed objects, then its other sections. */
export function listPageParts(account: AccountBlocks, keys: PageKeys): readonly PagePart[] {
  return account.sections.flatMap((section) =>
    section.kind === 'objects' ? listObjectParts(section, account, keys) : [toPart(section)],
  );
}

function listObjectParts(
  { blocks }: Section,
  { objects }: AccountBlocks,
  keys: PageKeys,
): readonly PagePart[] {
  const byPath = Map.groupBy(blocks, (block) => ('object' in block ? block.object : ''));
  return [...byPath].map(([path, own]) => {
    const state = objects.get(path);
    const key = keys.get(path);
    const says = own.flatMap(listSays);
    return {
      ...(key === undefined ? {} : { key }),
      title: path === '' ? sectionTitles.objects : path,
      ...(state === undefined ? {} : { letter: objectStates[state].letter }),
      ...(says.length === 0 ? {} : { says }),
      blocks: cutBlocks(own.flatMap(listPageBlocks)),
    };
  });
}

function toPart({ kind, blocks }: Section): PagePart {
  const isOrdered = kind === 'planned' || kind === 'completed';
  return {
    title: sectionTitles[kind],
    blocks: cutBlocks(blocks.flatMap(listPageBlocks)),
    ...(isOrdered ? { ordered: true } : {}),
  };
}

function cutBlocks(blocks: readonly PageBlock[]): readonly PageBlock[] {
  const left = blocks.length - maxBlocks;
  if (left <= 0) return blocks;
  const says = `${left} more are not shown here; the JSON of this report has them`;
  return [...blocks.slice(0, maxBlocks), { is: 'note', needs: false, says }];
}
