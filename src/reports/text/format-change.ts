import { toLine } from '../../kit/text/format-name.ts';
import { formatAligned, formatParagraph, type TextPlacement } from '../../kit/text/text-layout.ts';
import type { Change, FieldChange } from '../../model/plan/change.ts';
import { formatPlannedDirection } from '../phrases/format-direction.ts';
import { formatFieldPath, formatObjectPath, formatPath } from '../phrases/format-path.ts';
import { describeNew } from './describe-new.ts';
import { formatDifference } from './parts/format-difference.ts';
import { formatNewMappings } from './parts/format-new-mappings.ts';
import { formatOrigin } from './parts/format-origin.ts';
import type { Paint } from './parts/paint.ts';

const head: TextPlacement = { column: 35, hang: 10, most: 2 };
const field: TextPlacement = { column: 44, hang: 10 };

/** One change as lines of a plan. `isChecked`: the names in its mappings were found in its template. */
export function formatChange(change: Change, isChecked: boolean, paint: Paint): string {
  switch (change.verb) {
    case 'create':
      return formatCreate(change, isChecked, paint);
    case 'update':
      return formatUpdate(change, paint);
    case 'replace':
      return formatReplace(change, paint);
    case 'adopt':
      return formatAligned(
        `  ${paint.cyan('=')} ${formatObjectPath(change.address)}`,
        'exists already; adopted, nothing is sent',
        head,
      );
    case 'delete': {
      const [why = '', ...others] = change.reasons.map(toLine);
      const left = `  ${paint.red('-')} ${formatObjectPath(change.address)}`;
      return [
        formatAligned(left, `deleted: ${why}`, { ...head, paint: paint.red }),
        ...others.map((reason) => formatParagraph(reason, 6)),
      ].join('\n');
    }
    case 'forget': {
      const { address, path } = change;
      return formatAligned(
        `  ${paint.dim('·')} ${path === null ? formatObjectPath(address) : formatFieldPath(address, path)}`,
        'no longer in Git: left unchanged and no longer managed',
        head,
      );
    }
  }
}

// Origin and schedule of a cycle share a line; other reasons follow.
function formatCreate(
  change: Extract<Change, { readonly verb: 'create' }>,
  isChecked: boolean,
  paint: Paint,
): string {
  const { address, kind, origin } = change;
  const reasons = change.reasons.map(toLine);
  const from = kind === 'cycle' ? `from ${toLine(origin)}` : toLine(origin);
  const text = kind === 'cycle' ? [from, ...reasons.slice(0, 1)].join('; ') : from;
  const others = kind === 'cycle' ? reasons.slice(1) : reasons;
  return [
    formatAligned(`  ${paint.green('+')} ${formatObjectPath(address)}`, text, head),
    ...formatBelow([describeNew(change, isChecked)]),
    ...formatNewMappings(change.fields, paint),
    ...formatBelow(others),
  ].join('\n');
}

function formatBelow(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== '').map((text) => formatParagraph(text, 6));
}

// A replacement without an existing object reads as a new one; otherwise its differences are shown
// as those of a change.
function formatReplace(
  change: Extract<Change, { readonly verb: 'replace' }>,
  paint: Paint,
): string {
  const { address, origin, fields } = change;
  const [start = '', ...others] = change.reasons.map(toLine);
  const isNew = fields.every(({ moved }) => moved === 'new');
  return [
    formatAligned(
      `  ${paint.red('±')} ${formatObjectPath(address)}`,
      `replaced by one from ${toLine(origin)}; ${start}`,
      { ...head, paint: paint.red },
    ),
    ...(isNew ? formatBelow([describeNew(change, true)]) : []),
    ...(isNew ? formatNewMappings(fields, paint) : []),
    ...(isNew ? [] : fields.map((item) => formatField(item, { by: 6, placement: field }, paint))),
    ...others.map((reason) => formatParagraph(reason, 6)),
  ]
    .filter((line) => line.trim() !== '')
    .join('\n');
}

// The settings of an account need no line of its own above them.
function formatUpdate(change: Extract<Change, { readonly verb: 'update' }>, paint: Paint): string {
  const { address, fields, impact } = change;
  const reasons = change.reasons.map(toLine);
  if (change.kind === 'account') {
    return [
      ...fields.map((item) => formatField(item, { by: 2, placement: head }, paint)),
      ...reasons.map((reason) => formatParagraph(reason, 6)),
    ].join('\n');
  }
  const [first = '', ...others] = reasons;
  const isBreak = impact === 'interrupts';
  const effect = isBreak ? `interrupts: ${first}` : first;
  return [
    formatAligned(`  ${paint.yellow('~')} ${formatObjectPath(address)}`, effect, {
      ...head,
      ...(isBreak ? { paint: paint.yellow } : {}),
    }),
    ...fields.map((item) => formatField(item, { by: 6, placement: field }, paint)),
    ...others.map((reason) => formatParagraph(reason, 6)),
  ].join('\n');
}

function formatField(
  change: FieldChange,
  at: { readonly by: number; readonly placement: TextPlacement },
  paint: Paint,
): string {
  const left = `${' '.repeat(at.by)}${paint.yellow('~')} ${formatPath(change.path)}`;
  return [
    formatDifference({ ...change, left }, at.placement, paint),
    formatOrigin(formatPlannedDirection(change), change.at),
  ].join('\n');
}
