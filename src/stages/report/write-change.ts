import { diffLines } from 'diff';
import { align, count, wrapIndented } from '../../kit/text-layout.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { Change, FieldChange, ShownValue } from '../../model/change.ts';
import { writeSpan } from '../../model/source-span.ts';
import { describeNew } from './describe-new.ts';
import type { Paint } from './paint.ts';
import { withinAccount } from './write-notice.ts';
import { writeShownValue } from './write-value.ts';

const valueColumn = 44;
const reasonColumn = 35;
const longText = 60;
const mostDiffLines = 8;

/** One change as lines of a plan. */
export function writeChange(change: Change, paint: Paint): string {
  switch (change.verb) {
    case 'create':
      return writeCreate(change, paint);
    case 'update':
      return writeUpdate(change, paint);
    case 'adopt':
      return writeHead(
        paint.cyan('='),
        withinAccount(change.address),
        'exists and is adopted; nothing is sent',
      );
    case 'delete':
      return writeHead(
        paint.red('-'),
        withinAccount(change.address),
        `deleted: ${change.reasons.join('; ')}`,
      );
    case 'forget': {
      const about =
        change.path === null ? withinAccount(change.address) : within(change.address, change.path);
      return writeHead(
        paint.dim('·'),
        about,
        'no longer in Git: what is live stays, and is not managed',
      );
    }
  }
}

function writeHead(mark: string, about: string, says: string): string {
  return align(`  ${mark} ${about}`, says, { column: reasonColumn, hang: 10 });
}

function within(address: Change['address'], path: string): string {
  const object = withinAccount(address);
  return object === 'account' ? toVisible(path) : `${object}/${toVisible(path)}`;
}

function writeCreate(change: Extract<Change, { readonly verb: 'create' }>, paint: Paint): string {
  const from = change.kind === 'cycle' ? 'from ' : '';
  const [start, ...rest] = change.kind === 'cycle' ? change.reasons : ['', ...change.reasons];
  const head = writeHead(
    paint.green('+'),
    withinAccount(change.address),
    `${from}${toVisible(change.origin)}${start ? `; ${start}` : ''}`,
  );
  const details = describeNew(change);
  return [
    head,
    ...(details === '' ? [] : [wrapIndented(details, 6)]),
    ...rest.map((reason) => wrapIndented(toVisible(reason), 6)),
  ].join('\n');
}

function writeUpdate(change: Extract<Change, { readonly verb: 'update' }>, paint: Paint): string {
  const isAccount = change.kind === 'account';
  const [reason = '', ...rest] = change.reasons;
  const effect = change.impact === 'interrupts' ? `interrupts: ${reason}` : reason;
  const fields = change.fields.map((field) => writeField(field, isAccount ? 2 : 6, paint));
  const after = rest.map((line) => wrapIndented(toVisible(line), 6));
  if (isAccount) return [...fields, ...after].join('\n');
  const painted = change.impact === 'interrupts' ? paint.yellow(effect) : effect;
  return [
    writeHead(paint.yellow('~'), withinAccount(change.address), painted),
    ...fields,
    ...after,
  ].join('\n');
}

function writeField(field: FieldChange, indentBy: number, paint: Paint): string {
  const left = `${' '.repeat(indentBy)}${paint.yellow('~')} ${toVisible(field.path)}`;
  const line = isLongText(field)
    ? `${left}\n${writeTextDiff(field, paint)}`
    : align(left, writeStep(field), {
        column: indentBy === 2 ? reasonColumn : valueColumn,
        hang: 10,
      });
  const place = field.at === null ? [] : [writeSpan(field.at)];
  return [line, ...[sayWhoMoved(field), ...place].map((text) => wrapIndented(text, 10))].join('\n');
}

function writeStep(field: FieldChange): string {
  if (!field.secret) return `${writeShownValue(field.before)} → ${writeShownValue(field.after)}`;
  const isNew = field.before.kind === 'plain' && field.before.value === null;
  return `${isNew ? 'secret set' : 'secret changed'}, ${writeShownValue(field.after)}`;
}

function isLongText(field: FieldChange): boolean {
  const [before, after] = [textOf(field.before), textOf(field.after)];
  if (before === null || after === null) return false;
  return before.length + after.length > 2 * longText || /\n/.test(before + after);
}

function textOf(shown: ShownValue): string | null {
  if (shown.kind !== 'plain') return null;
  const { value } = shown;
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || !('kind' in value)) return null;
  if (value.kind === 'value') return value.value;
  return value.kind === 'expression' ? value.expression : null;
}

function writeTextDiff(field: FieldChange, paint: Paint): string {
  const parts = diffLines(textOf(field.before) ?? '', textOf(field.after) ?? '');
  const lines = parts.flatMap((part) => {
    if (!part.added && !part.removed) return [];
    const [mark, colour] = part.added ? (['+', paint.green] as const) : (['-', paint.red] as const);
    return part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => colour(`${mark} ${cut(toVisible(line))}`));
  });
  const shown = lines.slice(0, mostDiffLines).map((line) => `          ${line}`);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`          (and ${count(more, 'more line')})`] : [])].join(
    '\n',
  );
}

function cut(line: string): string {
  return line.length <= longText ? line : `${line.slice(0, longText)}… (${line.length} characters)`;
}

function sayWhoMoved(field: FieldChange): string {
  switch (field.moved) {
    case 'manifest':
      return 'Git moved';
    case 'live':
      return 'the service moved since our last apply; this puts it back';
    case 'both':
      return 'Git and the service both moved; this takes what Git says';
    case 'unknown':
      return 'who moved is not known; this takes what Git says';
    case 'new':
      return 'new';
  }
}
