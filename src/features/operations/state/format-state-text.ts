import { formatName } from '../../../kit/text/format-name.ts';
import {
  formatAligned,
  formatHanging,
  formatParagraph,
  type TextPlacement,
} from '../../../kit/text/text-layout.ts';
import { formatYamlName } from '../../../kit/yaml/yaml-name.ts';
import type { FieldPath } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { AccountState, ObjectRecord, RunState } from '../../../model/memory/account-state.ts';
import type { FieldSides, ObjectSides, StateObject } from '../../../model/memory/state-object.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import { formatFieldValue } from '../../../reports/text/parts/format-difference.ts';
import { formatPath } from '../../../reports/words/format-path.ts';
import { formatWebhook } from '../../../reports/words/format-webhook.ts';

const object: TextPlacement = { column: 44, hang: 4 };
const field: TextPlacement = { column: 36, hang: 6 };
const side: TextPlacement = { column: 20, hang: 6, most: 3 };

/** What we remember of an account: an object a line, then what was begun and is not finished. */
export function formatStateText({ objects, pauses, creates, writes }: AccountState): string {
  const lines = [
    ...[...objects.values()].map(formatObject),
    ...[...pauses.values()].map(({ address, pausedAt }) =>
      formatAligned(
        formatPath(address),
        toReplacement(address) === null
          ? `paused by us since ${pausedAt}, to be started again`
          : `stopped by us since ${pausedAt}, so that another takes its place`,
        object,
      ),
    ),
    ...[...creates.values()].map(({ address, begunAt }) =>
      formatAligned(
        formatPath(address),
        `making it was begun ${begunAt}; its end is not known`,
        object,
      ),
    ),
    ...[...writes.values()].map(({ address, begunAt, does }) =>
      formatAligned(
        formatPath(address),
        `begun ${begunAt}: ${formatName(does)}; its end is not known`,
        object,
      ),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** One object: its id, what runs it, and its fields; from all sides where it was looked at. */
export function formatStateEntryText({ address, record, sides }: StateObject): string {
  const lines = [
    record === null ? `${formatPath(address)}: nothing is remembered of it` : formatObject(record),
    ...(record?.run == null ? [] : [formatHanging(`  ${formatRun(record.run)}`, 4)]),
    ...(sides === null ? listApplied(record) : formatSides(sides)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function formatObject(record: ObjectRecord): string {
  const kept = record.isProtected === true ? ', protected' : '';
  const successor = toReplacement(record.address);
  const goes = successor === null ? '' : `, makes way for ${formatPath(successor)}`;
  return formatAligned(
    formatPath(record.address),
    `${record.kind} ${formatName(record.remoteId)}${kept}${goes}`,
    object,
  );
}

function formatRun(run: RunState): string {
  const { schedule, sent, activatedAt } = run;
  const runs = formatShownValue({ kind: 'plain', value: schedule });
  const first = sent.startTime === undefined ? '' : `, its first run at ${sent.startTime}`;
  return `started ${activatedAt} to run ${runs}${first}${formatRunEnd(run)}`;
}

function formatRunEnd({ isUnknown, isBeforeRun }: RunState): string {
  if (isUnknown === true) return '; whether it was had is not known';
  return isBeforeRun === true ? '; stopped before its time' : '';
}

function listApplied(record: ObjectRecord | null): string[] {
  return Object.entries(record?.applied ?? {}).map(([path, value]) =>
    formatAligned(
      `  ${formatPath(path)}`,
      formatFieldValue(path as FieldPath, toShownValue(value)) +
        (isUnverified(path, value) ? ', never verified' : ''),
      field,
    ),
  );
}

// All else the next look reads.
function isUnverified(path: string, { kind, origin }: AppliedValue): boolean {
  return origin === 'assumed' && (kind === 'secret' || path === 'schedule');
}

function toShownValue(value: AppliedValue): ShownValue {
  return value.kind === 'plain' ? value : { kind: 'secret', from: null };
}

function formatSides(sides: ObjectSides | 'not-in-manifest'): string[] {
  if (sides === 'not-in-manifest') return ['  is not in the manifest'];
  if (sides.isReplaced === true) {
    return ['  is made from something else in Git by now: an apply replaces it'];
  }
  if (!sides.isLive) return ['  is not in the service'];
  return [...sides.fields.flatMap(formatField), ...sides.steps.flatMap(formatStep)];
}

function formatField({ path, wanted, applied, live }: FieldSides): string[] {
  const rows = [
    ['Git wants', wanted],
    ['last applied', applied],
    ['there now', live],
  ] as const;
  return [
    formatHanging(`  ${formatPath(path)}`, 4),
    ...rows.map(([name, value]) =>
      formatAligned(`      ${name}`, formatFieldValue(path, value), side),
    ),
  ];
}

function formatStep({ step, parameters, fields, webhook }: ObjectSides['steps'][number]): string[] {
  const rows = [
    ['parameters', parameters],
    ['fields', fields],
  ] as const;
  return [
    formatHanging(`  steps/${formatName(step)} can be given`, 4),
    ...rows.flatMap(([room, names]) =>
      names.length === 0
        ? []
        : [formatParagraph(`${room}: ${names.map(formatYamlName).join(', ')}`, 6)],
    ),
    ...(webhook === undefined ? [] : [formatParagraph(`webhook: ${formatWebhook(webhook)}`, 6)]),
  ];
}
