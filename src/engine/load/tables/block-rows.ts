import { CST, isMap, isNode, isSeq, Lexer, type Pair, parseDocument } from 'yaml';
import { strictYaml } from '../../../kit/yaml/strict-yaml.ts';

/** Offsets of a part of a text. */
type Place = { readonly start: number; readonly end: number };

type Pairs = readonly { readonly key: Place; readonly value: Place }[];

/** A row with the pairs of a map in braces; with null for a row in any other form. */
type Row = Place & { readonly pairs: Pairs | null };

/** A YAML table, with the places of its rows and of its comments. */
type RowList = Place & {
  readonly text: string;
  readonly isFlow: boolean;
  readonly rows: readonly Row[];
  readonly comments: readonly Place[];
};

/** Tokens that the lexer adds without text. */
const withoutText: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end']);

/**
 * Formats the rows of a YAML table as a block list, where they are in brackets or braces. Keys and
 * values keep their text; comments in or beside such a row come right above it.
 */
export function formatBlockRows(text: string): string {
  const list = readList(text);
  if (list === null || list.rows.length === 0) return text;
  return list.isFlow ? unfoldList(list) : unfoldRows(list);
}

/** Lists the offset of the dash of each row of a block list; null for another text. */
export function listDashes(text: string): readonly number[] | null {
  const list = readList(text);
  return list === null || list.isFlow ? null : list.rows.map((_, index) => findDash(list, index));
}

function unfoldList(list: RowList): string {
  const { text, start, end, rows, comments } = list;
  const head = [text.slice(0, start).trim(), ...listBeside(list, start + 1, rows[0]?.start)];
  const lines = head.filter((line) => line !== '');
  // Comments right above a row are its own.
  if (lines.at(-1)?.split('\n').at(-1)?.startsWith('#') === true) lines.push('');
  let done = start + 1 + (head.length > 1 ? text.slice(start + 1).indexOf('\n') : 0);
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]?.start ?? end;
    const above = comments.filter((each) => each.start >= done && each.start < row.start);
    const own = listOwn(list, row);
    const beside = listBeside(list, row.end, next);
    lines.push(...toTexts(text, above), ...own, ...beside, ...formatRow(text, row, ''));
    done = beside.length > 0 ? text.indexOf('\n', row.end) : row.end;
  }
  const below = comments.filter((each) => each.start >= done && each.start < end);
  return [...lines, ...toTexts(text, below), text.slice(end).trim()].join('\n').trimEnd();
}

function unfoldRows(list: RowList): string {
  const { text, rows } = list;
  const parts: string[] = [];
  let done = 0;
  for (const [index, row] of rows.entries()) {
    if (row.pairs === null) continue;
    const dash = findDash(list, index);
    const start = text.lastIndexOf('\n', dash) + 1;
    const before = list.comments.filter((each) => each.start > dash && each.start < row.start);
    const beside = listBeside(list, row.end, rows[index + 1]?.start ?? text.length);
    const indent = text.slice(start, dash);
    const above = [...toTexts(text, before), ...listOwn(list, row), ...beside];
    const lines = [...above.map((each) => indent + each), ...formatRow(text, row, indent)];
    parts.push(text.slice(done, start), lines.join('\n'));
    const end = text.indexOf('\n', row.end);
    done = end < 0 ? text.length : end;
  }
  return parts.join('') + text.slice(done);
}

function formatRow(text: string, { start, end, pairs }: Row, indent: string): readonly string[] {
  if (pairs === null) return [`${indent}- ${text.slice(start, end)}`];
  return pairs.map(({ key, value }, index) => {
    const [first = '', ...rest] = text.slice(value.start, value.end).split('\n');
    const lines = [`${text.slice(key.start, key.end)}: ${first}`.trimEnd()];
    // Lines in brackets and quotes have no indentation of their own.
    lines.push(...rest.map((line) => `${indent}    ${line.trim()}`.trimEnd()));
    return `${indent}${index === 0 ? '-' : ' '} ${lines.join('\n')}`;
  });
}

/** Comments in a row, without those in a value, which it keeps. */
function listOwn({ text, comments }: RowList, { start, end, pairs }: Row): readonly string[] {
  const own = comments.filter((each) => each.start > start && each.start < end);
  const isInValue = (each: Place) =>
    pairs?.some(({ value }) => each.start >= value.start && each.start < value.end) ?? true;
  return toTexts(
    text,
    own.filter((each) => !isInValue(each)),
  );
}

/** Comments from an offset to the end of its line, if nothing else begins before. */
function listBeside({ text, comments }: RowList, from: number, next = text.length) {
  const [line = ''] = text.slice(from, next).split('\n', 1);
  const end = from + line.length;
  return toTexts(
    text,
    comments.filter((each) => each.start >= from && each.start < end),
  );
}

function toTexts(text: string, places: readonly Place[]): readonly string[] {
  return places.map(({ start, end }) => text.slice(start, end).trimEnd());
}

function findDash({ text, rows, comments }: RowList, index: number): number {
  const row = rows[index];
  const from = rows[index - 1]?.end ?? 0;
  const isComment = (at: number) => comments.some((each) => each.start <= at && at < each.end);
  let at = text.lastIndexOf('-', (row?.start ?? 0) - 1);
  while (at > from && isComment(at)) at = text.lastIndexOf('-', at - 1);
  return at;
}

function readList(text: string): RowList | null {
  const { contents } = parseDocument(text, strictYaml);
  if (!isSeq(contents)) return null;
  const rows = contents.items.map((item) => ({ ...toPlace(item), pairs: readPairs(item) }));
  const comments = listComments(text);
  return { text, isFlow: contents.flow === true, ...toPlace(contents), rows, comments };
}

function readPairs(item: unknown): Pairs | null {
  if (!isMap(item) || item.flow !== true || item.items.length === 0) return null;
  return item.items.map(({ key, value }: Pair) => ({ key: toPlace(key), value: toPlace(value) }));
}

function toPlace(node: unknown): Place {
  const [start, end] = (isNode(node) ? node.range : null) ?? [0, 0];
  return { start, end };
}

function listComments(text: string): readonly Place[] {
  const comments: Place[] = [];
  let start = 0;
  let isText = false;
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    const isMark: boolean = !isText && type === 'scalar';
    if (!isMark && (type === null || !withoutText.has(type))) {
      const end = start + source.length;
      if (!isText && type === 'comment') comments.push({ start, end });
      start = end;
    }
    isText = isMark;
  }
  return comments;
}
