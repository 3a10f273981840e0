import {
  count,
  formatAligned,
  formatHanging,
  formatIndented,
  formatParagraph,
  formatWrappedCommand,
  isFittingBeside,
  type TextPlacement,
} from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { formatSpan, type SourceSpan } from '../../model/source-span.ts';
import type {
  Block,
  ChangeBlock,
  DiagnosticBlock,
  FieldBlock,
  ListBlock,
  Mark,
  NoteBlock,
} from '../blocks/block.ts';
import { makeDiagnosticBlock } from '../blocks/make-diagnostic-block.ts';
import type { Difference } from '../blocks/objects/make-field-block.ts';
import { formatPath } from '../blocks/words/format-path.ts';
import { formatTextDiff } from './format-text-diff.ts';
import type { Colour, Paint } from './paint.ts';

const object: TextPlacement = { column: 35, hang: 10, most: 2 };
const field: TextPlacement = { column: 44, hang: 10 };
const hang = 10;

/** Mappings of one object that are shown. */
const maxMappings = 40;

/** Things of a list that are shown; the rest is counted. */
const maxItems = 8;

/** A block as lines under the name of its account; none for an operation. */
export function formatBlock(block: Block, paint: Paint): string[] {
  switch (block.is) {
    case 'change':
      return formatChange(block, paint);
    case 'field':
      return formatField(block, { by: 2, name: formatAbout(block), placement: object }, paint);
    case 'note':
      return formatNote(block, paint);
    case 'list':
      return [formatList(block, paint)];
    case 'diagnostic':
      return [formatDiagnosticBlock(block, paint)];
    case 'step':
      return [];
  }
}

function formatChange(change: ChangeBlock, paint: Paint): string[] {
  const { mark, text, alarm, brief, fields, reasons } = change;
  const below = brief === '' ? [] : [formatParagraph(brief, 6, paint.columns)];
  const others = reasons.map((line) => formatParagraph(line, 6, paint.columns));
  // The settings of an account need no line of their own above them.
  if (text === '' && change.object === '') {
    const placed = { by: 2, placement: object };
    const lines = fields.flatMap((each) =>
      formatField(each, { ...placed, name: each.path ?? '' }, paint),
    );
    return [...lines, ...others];
  }
  const colour = alarm === undefined ? {} : { paint: alarm === 'loss' ? paint.red : paint.yellow };
  const head = `  ${paintMark(mark, paint)} ${formatAbout(change)}`;
  return [
    formatAligned(head, text, { ...object, ...colour, width: paint.columns }),
    ...below,
    ...formatFields(fields, paint),
    ...others,
  ];
}

function formatFields(fields: readonly FieldBlock[], paint: Paint): string[] {
  const shown = fields.filter(({ inBrief }) => inBrief !== true);
  const isNew = shown.every(({ before }) => before === null);
  const most = isNew ? maxMappings : shown.length;
  const left = shown.length - most;
  return [
    ...shown
      .slice(0, most)
      .flatMap((each) =>
        formatField(each, { by: 6, name: each.path ?? '', placement: field }, paint),
      ),
    ...(left > 0
      ? [`      … ${count(left, 'more mapping')}, which the HTML and JSON of this report have`]
      : []),
  ];
}

/** `timezone`, `connectors/crm/auth`, or `account`. */
function formatAbout({ object: own, path }: Pick<FieldBlock, 'object' | 'path'>): string {
  return [own, path ?? ''].filter((part) => part !== '').join('/') || 'account';
}

function formatField(
  block: FieldBlock,
  {
    by,
    name,
    placement,
  }: { readonly by: number; readonly name: string; readonly placement: TextPlacement },
  paint: Paint,
): string[] {
  const left = `${' '.repeat(by)}${paintMark(block.mark, paint)} ${name}`;
  const { wanted, origin, effects } = block;
  const below = [
    ...(origin.length === 0 ? [] : [origin.join('; ')]),
    ...effects,
    ...(wanted === null ? [] : [`${wanted.label} ${wanted.text}`]),
  ];
  return [
    formatDifference({ left, placement }, block, paint),
    ...below.slice(0, -1).map((line) => formatParagraph(line, hang, paint.columns)),
    ...(below.length === 0 ? [] : [formatPlaced(below.at(-1) ?? '', block.at, paint)]),
  ];
}

/** Two values beside their field if they fit, else below it; of long ones only the differences. */
export function formatDifference(
  { left, placement: at }: { readonly left: string; readonly placement: TextPlacement },
  { text, isPair, before, after, long }: Difference,
  paint: Paint,
): string {
  const width = paint.columns;
  const placement = { ...at, width };
  if (long !== null)
    return `${formatHanging(left, placement.hang, width)}\n${formatTextDiff(long, paint)}`;
  const below = { column: placement.hang, hang: placement.hang, width };
  const isShort = isFittingBeside(left, text, placement) || isFittingBeside('', text, below);
  if (!isPair || isShort || before === null || after === null) {
    return formatAligned(left, text, placement);
  }
  const sides = [before.text, `→ ${after.text}`];
  return [
    formatHanging(left, placement.hang, width),
    ...sides.map((side) => formatParagraph(side, placement.hang, width)),
  ].join('\n');
}

// A place in the manifest: on the same line, or below where that is long.
function formatPlaced(text: string, at: SourceSpan | null, { columns: width }: Paint): string {
  const left = formatParagraph(text, hang, width);
  if (at === null) return left;
  const place = formatPath(formatSpan(at));
  return left.length + 2 > object.column
    ? `${left}\n${formatParagraph(place, hang, width)}`
    : formatAligned(left, place, { column: object.column, hang, width });
}

function formatNote({ mark, about, text, command }: NoteBlock, paint: Paint): string[] {
  const width = paint.columns;
  const line = formatAligned(`  ${paintMark(mark, paint)} ${about}`, text, { ...object, width });
  return command === undefined ? [line] : [line, formatWrappedCommand(command, hang, width)];
}

function formatList({ text, items }: ListBlock, paint: Paint): string {
  const left = items.length - maxItems;
  const all = [...items.slice(0, maxItems), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
  const [first = '', ...others] = formatParagraph(`${text}: ${all}`, 4, paint.columns).split('\n');
  return [`  ${paintMark('·', paint)} ${first.trimStart()}`, ...others].join('\n');
}

/** A diagnostic without lines of its file: summary, place, facts, remedy. */
export function formatDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  return formatDiagnosticBlock(makeDiagnosticBlock(diagnostic), paint);
}

function formatDiagnosticBlock(block: DiagnosticBlock, paint: Paint): string {
  const { code, severity, summary, about, at, facts, remedy } = block;
  const [first = '', ...rest] = formatParagraph(`${summary} [${code}]`, 4, paint.columns).split(
    '\n',
  );
  const below = [
    ...listUnnamed(about, summary),
    ...(at === null ? [] : [formatPath(formatSpan(at))]),
    ...facts,
    `→ ${remedy}`,
  ];
  const mark = paintMark(severity === 'error' ? 'x' : '!', paint);
  return [
    formatIndented(`${mark} ${first.trimStart()}`, 2),
    ...rest,
    ...below.map((line) => formatParagraph(line, hang, paint.columns)),
  ].join('\n');
}

// The connector or cycle alone, because a summary names the part of it in its own words.
function listUnnamed(about: string | null, summary: string): string[] {
  const names = (about ?? '').split('/').slice(0, 3);
  const object = names.join('/');
  return names.length < 3 || summary.includes(object) ? [] : [object];
}

const colours: Readonly<Record<Mark, Colour>> = {
  '+': 'green',
  '-': 'red',
  '±': 'red',
  '>': 'green',
  '~': 'yellow',
  '=': 'cyan',
  '!': 'yellow',
  x: 'red',
  '✓': 'green',
  '·': 'dim',
};

function paintMark(mark: Mark, paint: Paint): string {
  return paint[colours[mark]](mark);
}
