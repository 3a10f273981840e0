import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatQuoted } from '../../../kit/text/format-name.ts';
import { goneVariableRemedy, type UnknownName } from '../../../model/diff/unresolved-name.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import { formatDifference, formatFieldValue } from '../words/format-field-value.ts';
import { formatMovedNames, formatUpgrade } from './list-parts.ts';

/**
 * The drift of an object or a field on one line: `is gone`, `"Europe/Berlin" → "Europe/London"`.
 */
export function formatDrift(item: DriftItem): string {
  const { kind, path, before, now, lost, moved } = item;
  if (lost !== undefined) return formatLost(lost, moved !== 'unknown');
  switch (kind) {
    case 'gone':
      return before.kind === 'plain' && now.kind === 'plain'
        ? `${formatShownValue(before)} is gone; ${formatShownValue(now)} has its name, and the next apply binds that one`
        : 'is gone';
    case 'authentication-lost':
      return 'is no longer signed in';
    case 'stopped':
      return 'was stopped outside Git';
    case 'unmanaged':
      if (item.unmanaged?.isUpgrade === true) return formatUpgrade(now, item.parts);
      return (path === null ? null : formatMovedNames({ ...item, path })) ?? formatField(item);
    case 'field':
      return formatField(item);
  }
}

function formatField({ path, before, now }: DriftItem): string {
  if (path === null) return 'differs from our last apply';
  return before.kind === 'unknown' && now.kind !== 'secret'
    ? `${formatFieldValue(path, now)} now`
    : formatDifference(path, before, now);
}

const owners: Partial<Record<UnknownName['thing'], string>> = {
  property: 'the connector',
  template: 'the service',
};

function formatLost(
  { thing, name, step, isSeveral, near }: UnknownName,
  wasApplied: boolean,
): string {
  const what = `${thing} ${formatQuoted(name)}${step === null ? '' : ` in step ${formatQuoted(step)}`}`;
  const has = `${owners[thing] ?? 'the cycle'} has ${isSeveral ? 'more than one' : 'no'} ${what}`;
  const names = near.map(formatQuoted).join(', ');
  const hint = names === '' ? '' : `; ${isSeveral ? 'they are' : 'the nearest is'} ${names}`;
  const became = wasApplied
    ? isSeveral
      ? 'is ambiguous'
      : 'is gone'
    : 'was not found and never applied';
  return `${became}: ${has}${hint}`;
}

/** The remedy for a field whose name the service does not have; otherwise null. */
export function formatNameRemedy({
  lost,
  moved,
}: Pick<DriftItem, 'lost' | 'moved'>): string | null {
  if (lost === undefined) return null;
  if (moved === 'unknown') return 'Write a name that exists, or remove the line from the manifest.';
  return lost.thing === 'variable' && !lost.isSeveral
    ? goneVariableRemedy
    : 'Write the name that it has now, or restore it manually in the console.';
}

/** Returns whether Git wants another value for a drifted field than the last applied one. */
export function isWantedElse({ kind, path, wanted, before, moved }: DriftItem): boolean {
  if (kind !== 'field' || path === null || isSameJson(wanted, before)) return false;
  return wanted.kind !== 'secret' || moved !== 'live';
}
