import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { AccountBlocks } from '../../../reports/blocks/accounts/account-blocks.ts';
import type { FieldBlock } from '../../../reports/blocks/block.ts';
import { makeSection } from '../../../reports/blocks/section.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import type { AccountDifference, EnvironmentChange } from './compare-rendered.ts';

/** Two texts on one line that together have fewer characters than this are shown whole. */
const maxShort = 120;

const summaries: Readonly<Record<AccountDifference['kind'], string>> = {
  new: 'new',
  gone: 'gone',
  changed: 'changed',
  moved: 'moved',
};

/** Makes the blocks of an account that differs, as a plan of it would have them. */
export function makeDifferenceBlocks({ account, kind, changes }: AccountDifference): AccountBlocks {
  return {
    account,
    state: kind === 'gone' ? 'destroys' : 'changes',
    rank: 0,
    summary: summaries[kind],
    concerns: [],
    cells: null,
    isQuiet: changes.length === 0,
    sections: makeSection('objects', changes.map(makeBlock)),
    count: 0,
    impact: 'none',
    since: null,
    objects: new Map(),
    counted: [],
  };
}

const marks = { added: '+', removed: '-', changed: '~' } as const;

function makeBlock({ kind, path, before, after, environments }: EnvironmentChange): FieldBlock {
  const [section = '', key = '', ...rest] = path;
  const isObject = before === undefined && after === undefined;
  const isPart = section === 'connectors' || section === 'cycles';
  const names = isPart ? rest : path;
  const whole = { before: toText(before), after: toText(after) };
  const all = whole.before + whole.after;
  const isLong = !isObject && (all.length > maxShort || all.includes('\n'));
  return {
    is: 'field',
    mark: marks[kind],
    object: isPart ? toFieldPath(section, key) : '',
    path: names.length === 0 ? null : formatPath(toFieldPath(...names)),
    text: isObject ? kind : `${formatValue(before)} → ${formatValue(after)}`,
    isPair: !isObject,
    before: null,
    after: null,
    wanted: null,
    long: isLong ? whole : null,
    origin: environments === null ? [] : [`in ${environments.map(formatName).join(', ')}`],
    effects: [],
    at: null,
    ...(isObject && kind === 'removed' ? { alarm: 'loss' } : {}),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return value === null ? 'null' : 'nothing';
  return typeof value === 'string' ? formatQuoted(value) : toLine(JSON.stringify(value));
}
