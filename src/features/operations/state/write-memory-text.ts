import { align, type Place, wrapHanging, wrapIndented } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import { writeYamlName } from '../../../kit/yaml/yaml-name.ts';
import type { FieldPath } from '../../../model/address.ts';
import { successorOf } from '../../../model/desired/scope/predecessor.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import type { AccountMemory, ObjectRecord, RunState } from '../../../model/memory/memory.ts';
import type {
  FieldSides,
  ObjectSides,
  RememberedObject,
} from '../../../model/memory/remembered.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import { writeIn } from '../../../reports/text/parts/write-difference.ts';
import { writePath } from '../../../reports/words/write-path.ts';
import { writeWebhook } from '../../../reports/words/write-webhook.ts';

const object: Place = { column: 44, hang: 4 };
const field: Place = { column: 36, hang: 6 };
const side: Place = { column: 20, hang: 6, most: 3 };

/** What we remember of an account: an object a line, then what was begun and is not finished. */
export function writeMemoryText({ objects, pauses, creates, writes }: AccountMemory): string {
  const lines = [
    ...[...objects.values()].map(writeObject),
    ...[...pauses.values()].map(({ address, pausedAt }) =>
      align(
        writePath(address),
        successorOf(address) === null
          ? `paused by us since ${pausedAt}, to be started again`
          : `stopped by us since ${pausedAt}, so that another takes its place`,
        object,
      ),
    ),
    ...[...creates.values()].map(({ address, begunAt }) =>
      align(writePath(address), `making it was begun ${begunAt}; its end is not known`, object),
    ),
    ...[...writes.values()].map(({ address, begunAt, does }) =>
      align(
        writePath(address),
        `begun ${begunAt}: ${writeName(does)}; its end is not known`,
        object,
      ),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** One object: its id, what runs it, and its fields; from all sides where it was looked at. */
export function writeRememberedText({ address, record, sides }: RememberedObject): string {
  const lines = [
    record === null ? `${writePath(address)}: nothing is remembered of it` : writeObject(record),
    ...(record?.run == null ? [] : [wrapHanging(`  ${writeRun(record.run)}`, 4)]),
    ...(sides === null ? listApplied(record) : writeSides(sides)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function writeObject(record: ObjectRecord): string {
  const kept = record.isProtected === true ? ', protected' : '';
  const successor = successorOf(record.address);
  const goes = successor === null ? '' : `, makes way for ${writePath(successor)}`;
  return align(
    writePath(record.address),
    `${record.kind} ${writeName(record.remoteId)}${kept}${goes}`,
    object,
  );
}

function writeRun(run: RunState): string {
  const { schedule, sent, activatedAt } = run;
  const runs = writeShownValue({ kind: 'plain', value: schedule });
  const first = sent.startTime === undefined ? '' : `, its first run at ${sent.startTime}`;
  return `started ${activatedAt} to run ${runs}${first}${writeEnd(run)}`;
}

function writeEnd({ isUnknown, isBeforeRun }: RunState): string {
  if (isUnknown === true) return '; whether it was had is not known';
  return isBeforeRun === true ? '; stopped before its time' : '';
}

function listApplied(record: ObjectRecord | null): string[] {
  return Object.entries(record?.applied ?? {}).map(([path, value]) =>
    align(
      `  ${writePath(path)}`,
      writeIn(path as FieldPath, showApplied(value)) +
        (isUnverified(path, value) ? ', never verified' : ''),
      field,
    ),
  );
}

// All else the next look reads.
function isUnverified(path: string, { kind, origin }: AppliedValue): boolean {
  return origin === 'assumed' && (kind === 'secret' || path === 'schedule');
}

function showApplied(value: AppliedValue): ShownValue {
  return value.kind === 'plain' ? value : { kind: 'secret', from: null };
}

function writeSides(sides: ObjectSides | 'not-in-manifest'): string[] {
  if (sides === 'not-in-manifest') return ['  is not in the manifest'];
  if (sides.isReplaced === true) {
    return ['  is made from something else in Git by now: an apply replaces it'];
  }
  if (!sides.isLive) return ['  is not in the service'];
  return [...sides.fields.flatMap(writeField), ...sides.steps.flatMap(writeStep)];
}

function writeField({ path, wanted, applied, live }: FieldSides): string[] {
  const rows = [
    ['Git wants', wanted],
    ['last applied', applied],
    ['there now', live],
  ] as const;
  return [
    wrapHanging(`  ${writePath(path)}`, 4),
    ...rows.map(([name, value]) => align(`      ${name}`, writeIn(path, value), side)),
  ];
}

function writeStep({ step, parameters, fields, webhook }: ObjectSides['steps'][number]): string[] {
  const rows = [
    ['parameters', parameters],
    ['fields', fields],
  ] as const;
  return [
    wrapHanging(`  steps/${writeName(step)} can be given`, 4),
    ...rows.flatMap(([room, names]) =>
      names.length === 0
        ? []
        : [wrapIndented(`${room}: ${names.map(writeYamlName).join(', ')}`, 6)],
    ),
    ...(webhook === undefined ? [] : [wrapIndented(`webhook: ${writeWebhook(webhook)}`, 6)]),
  ];
}
