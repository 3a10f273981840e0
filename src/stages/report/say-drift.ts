import { isSameJson } from '../../kit/canonical-json.ts';
import type { DriftItem } from '../../model/plan.ts';
import { sayDifference, writeIn } from './write-difference.ts';

/** What became of an object, or of one of its fields, on a line: `is gone`, `"Europe/Berlin" → "Europe/London"`. */
export function sayDrift({ kind, path, before, now }: DriftItem): string {
  switch (kind) {
    case 'gone':
      return 'is gone';
    case 'authentication-lost':
      return 'is no longer signed in';
    case 'stopped':
      return 'was stopped by somebody else';
    case 'field':
      if (path === null) return 'is not as we left it';
      return before.kind === 'unknown' && now.kind !== 'secret'
        ? `${writeIn(path, now)} now`
        : sayDifference({ path, before, after: now });
  }
}

/** What Git wants of a field that drifted, where it does not simply want back what we last wrote; else null. */
export function sayWanted({ kind, path, wanted, before, moved }: DriftItem): string | null {
  if (kind !== 'field' || path === null || isSameJson(wanted, before)) return null;
  if (wanted.kind === 'secret' && moved === 'live') return null;
  return `Git wants ${writeIn(path, wanted)}`;
}
