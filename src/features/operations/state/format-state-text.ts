import { formatName, formatYamlName } from '../../../kit/text/format-name.ts';
import {
  formatAligned,
  formatHanging,
  formatParagraph,
  type TextPlacement,
} from '../../../kit/text/text-layout.ts';
import type { Address, FieldPath } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type {
  AccountState,
  ObjectRecord,
  SentActivation,
} from '../../../model/state/account-state.ts';
import type { FieldSides, ObjectSides, StateObject } from '../../../model/state/state-object.ts';
import { formatFieldValue } from '../../../reports/blocks/words/format-field-value.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatWebhook } from '../../../reports/blocks/words/format-webhook.ts';

const object: TextPlacement = { column: 44, hang: 4 };
const field: TextPlacement = { column: 36, hang: 6 };
const side: TextPlacement = { column: 20, hang: 6, most: 3 };

/** Formats the state of an account in so many columns: an object a line, then unfinished work. */
export function formatStateText(state: AccountState, width: number): string {
  const lines = [
    ...[...state.objects.values()].map((record) => formatObject(record, width)),
    ...listUnfinished(state).map(({ address, text }) =>
      formatAligned(formatPath(address), text, { ...object, width }),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The same as rows: address, kind, id, and what is unfinished or special of it. */
export function listStateRows(state: AccountState): readonly (readonly string[])[] {
  return [
    ...[...state.objects.values()].map((record) => [
      record.address,
      record.kind,
      record.remoteId,
      listFacts(record).join(', '),
    ]),
    ...listUnfinished(state).map(({ address, text }) => [address, '', '', text]),
  ];
}

type Unfinished = { readonly address: Address; readonly text: string };

function listUnfinished({ pauses, creates, writes }: AccountState): readonly Unfinished[] {
  return [
    ...[...pauses.values()].map(({ address, pausedAt }) => ({
      address,
      text:
        toReplacement(address) === null
          ? `paused by cyclectl since ${pausedAt}; to be restarted`
          : `stopped by cyclectl since ${pausedAt}, for its replacement`,
    })),
    ...[...creates.values()].map(({ address, begunAt }) => ({
      address,
      text: `create started ${begunAt}; result unknown`,
    })),
    ...[...writes.values()].map(({ address, begunAt, does }) => ({
      address,
      text: `started ${begunAt}: ${formatName(does)}; result unknown`,
    })),
  ];
}

/** Formats one object: id, run and fields; with `sides`, also manifest and live values. */
export function formatStateEntryText({ address, record, sides }: StateObject): string {
  const lines = [
    record === null ? `${formatPath(address)}: not in state` : formatObject(record),
    ...(record?.run == null ? [] : [formatHanging(`  ${formatRun(record.run)}`, 4)]),
    ...(sides === null ? listApplied(record) : formatSides(sides)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function formatObject(record: ObjectRecord, width?: number): string {
  const name = `${record.kind} ${formatName(record.remoteId)}`;
  const placement = width === undefined ? object : { ...object, width };
  return formatAligned(
    formatPath(record.address),
    [name, ...listFacts(record)].join(', '),
    placement,
  );
}

function listFacts({ address, isProtected }: ObjectRecord): readonly string[] {
  const replacement = toReplacement(address);
  return [
    ...(isProtected === true ? ['protected'] : []),
    ...(replacement === null ? [] : [`replaced by ${formatPath(replacement)}`]),
  ];
}

function formatRun(run: SentActivation): string {
  const { schedule, sent, activatedAt } = run;
  const runs = formatShownValue({ kind: 'plain', value: schedule });
  const first = sent.startTime === undefined ? '' : `, its first run at ${sent.startTime}`;
  return `started ${activatedAt} to run ${runs}${first}${formatRunEnd(run)}`;
}

function formatRunEnd({ isUnknown, isBeforeRun, isOver }: SentActivation): string {
  if (isUnknown === true) return '; unknown if it ran';
  if (isOver === true) return '; over, and started by others since';
  return isBeforeRun === true ? '; stopped before its run' : '';
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

// Marks only values that no later read verifies.
function isUnverified(path: string, { kind, origin }: AppliedValue): boolean {
  return origin === 'assumed' && (kind === 'secret' || path === 'schedule');
}

function toShownValue(value: AppliedValue): ShownValue {
  return value.kind === 'plain' ? value : { kind: 'secret', from: null };
}

function formatSides(sides: ObjectSides | 'not-in-manifest'): string[] {
  if (sides === 'not-in-manifest') return ['  not in the manifest'];
  if (sides.isReplaced === true) {
    return ['  its origin changed in Git: the next apply replaces it'];
  }
  if (!sides.isLive) return ['  not in the service'];
  return [...sides.fields.flatMap(formatField), ...sides.steps.flatMap(formatStep)];
}

function formatField({ path, wanted, applied, live }: FieldSides): string[] {
  const rows = [
    ['Git wants', wanted],
    ['last applied', applied],
    ['live now', live],
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
    formatHanging(`  steps/${formatName(step)} accepts`, 4),
    ...rows.flatMap(([slot, names]) =>
      names.length === 0
        ? []
        : [formatParagraph(`${slot}: ${names.map(formatYamlName).join(', ')}`, 6)],
    ),
    ...(webhook === undefined ? [] : [formatParagraph(`webhook: ${formatWebhook(webhook)}`, 6)]),
  ];
}
