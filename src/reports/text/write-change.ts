import { align, type Place, wrapIndented } from '../../kit/text/text-layout.ts';
import { toLine } from '../../kit/text/write-name.ts';
import type { Change, FieldChange } from '../../model/plan/change.ts';
import { sayWhoMovesBack } from '../words/say-who-moved.ts';
import { fieldWithin, withinAccount, writePath } from '../words/write-path.ts';
import { describeNew } from './describe-new.ts';
import type { Paint } from './parts/paint.ts';
import { writeDifference } from './parts/write-difference.ts';
import { writeNewMappings } from './parts/write-new-mappings.ts';
import { writeOrigin } from './parts/write-origin.ts';

const head: Place = { column: 35, hang: 10, most: 2 };
const field: Place = { column: 44, hang: 10 };

/** One change as lines of a plan. `isChecked`: the names in its mappings were found in its template. */
export function writeChange(change: Change, isChecked: boolean, paint: Paint): string {
  switch (change.verb) {
    case 'create':
      return writeCreate(change, isChecked, paint);
    case 'update':
      return writeUpdate(change, paint);
    case 'replace':
      return writeReplace(change, paint);
    case 'adopt':
      return align(
        `  ${paint.cyan('=')} ${withinAccount(change.address)}`,
        'is there already; adopted, nothing is sent',
        head,
      );
    case 'delete': {
      const [why = '', ...others] = change.reasons.map(toLine);
      const left = `  ${paint.red('-')} ${withinAccount(change.address)}`;
      return [
        align(left, `deleted: ${why}`, { ...head, paint: paint.red }),
        ...others.map((reason) => wrapIndented(reason, 6)),
      ].join('\n');
    }
    case 'forget': {
      const { address, path } = change;
      return align(
        `  ${paint.dim('·')} ${path === null ? withinAccount(address) : fieldWithin(address, path)}`,
        'no longer in Git: stays as it is, and is no longer looked after',
        head,
      );
    }
  }
}

// What a cycle is made from and when it runs stand on one line; other reasons follow.
function writeCreate(
  change: Extract<Change, { readonly verb: 'create' }>,
  isChecked: boolean,
  paint: Paint,
): string {
  const { address, kind, origin } = change;
  const reasons = change.reasons.map(toLine);
  const from = kind === 'cycle' ? `from ${toLine(origin)}` : toLine(origin);
  const says = kind === 'cycle' ? [from, ...reasons.slice(0, 1)].join('; ') : from;
  const others = kind === 'cycle' ? reasons.slice(1) : reasons;
  return [
    align(`  ${paint.green('+')} ${withinAccount(address)}`, says, head),
    ...writeBelow([describeNew(change, isChecked)]),
    ...writeNewMappings(change.fields, paint),
    ...writeBelow(others),
  ].join('\n');
}

function writeBelow(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== '').map((text) => wrapIndented(text, 6));
}

// What it will be like is told as that of a new one; what differs where it is there already, as that of a change.
function writeReplace(change: Extract<Change, { readonly verb: 'replace' }>, paint: Paint): string {
  const { address, origin, fields } = change;
  const [start = '', ...others] = change.reasons.map(toLine);
  const isNew = fields.every(({ moved }) => moved === 'new');
  return [
    align(
      `  ${paint.red('±')} ${withinAccount(address)}`,
      `replaced by one from ${toLine(origin)}; ${start}`,
      { ...head, paint: paint.red },
    ),
    ...(isNew ? writeBelow([describeNew(change, true)]) : []),
    ...(isNew ? writeNewMappings(fields, paint) : []),
    ...(isNew ? [] : fields.map((item) => writeField(item, { by: 6, place: field }, paint))),
    ...others.map((reason) => wrapIndented(reason, 6)),
  ]
    .filter((line) => line.trim() !== '')
    .join('\n');
}

// The settings of an account need no line of its own above them.
function writeUpdate(change: Extract<Change, { readonly verb: 'update' }>, paint: Paint): string {
  const { address, fields, impact } = change;
  const reasons = change.reasons.map(toLine);
  if (change.kind === 'account') {
    return [
      ...fields.map((item) => writeField(item, { by: 2, place: head }, paint)),
      ...reasons.map((reason) => wrapIndented(reason, 6)),
    ].join('\n');
  }
  const [first = '', ...others] = reasons;
  const isBreak = impact === 'interrupts';
  const effect = isBreak ? `interrupts: ${first}` : first;
  return [
    align(`  ${paint.yellow('~')} ${withinAccount(address)}`, effect, {
      ...head,
      ...(isBreak ? { paint: paint.yellow } : {}),
    }),
    ...fields.map((item) => writeField(item, { by: 6, place: field }, paint)),
    ...others.map((reason) => wrapIndented(reason, 6)),
  ].join('\n');
}

function writeField(
  change: FieldChange,
  at: { readonly by: number; readonly place: Place },
  paint: Paint,
): string {
  const left = `${' '.repeat(at.by)}${paint.yellow('~')} ${writePath(change.path)}`;
  return [
    writeDifference({ ...change, left }, at.place, paint),
    writeOrigin(sayWhoMovesBack(change), change.at),
  ].join('\n');
}
