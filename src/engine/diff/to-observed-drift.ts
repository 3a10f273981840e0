import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import type { AccountDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import type { DriftFinding } from '../../model/plan/plan.ts';
import { type Fingerprint, isLasting } from '../../model/secret/secret.ts';
import type { ObservedDrift } from '../../model/state/drift-note.ts';

/**
 * Records drift as a digest with the environment's key, because a short value could be guessed. No
 * digest with a temporary key, or for missing objects.
 */
export function toObservedDrift(
  diff: AccountDiff,
  items: readonly DriftFinding[],
  fingerprint: (text: string) => Fingerprint,
): ObservedDrift[] {
  if (items.length === 0) return [];
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const diffs = new Map<string, FieldDiff>(
    objects.flatMap(({ address, fields: all }) =>
      all.map((field) => [nameField(address, field.path), field] as const),
    ),
  );
  const members = new Map(
    (diff.unmanaged ?? []).map(({ address, path, is }) => [nameField(address, path), is] as const),
  );
  return items.map(({ address, path, kind }) => {
    const name = nameField(address, path);
    const live = diffs.get(name)?.live ?? members.get(name) ?? null;
    const made = live === null ? null : fingerprint(formatCanonicalJson([name, live]));
    return { address, path, kind, print: made !== null && isLasting(made) ? made : null };
  });
}

function nameField(address: DriftFinding['address'], path: DriftFinding['path']): string {
  return JSON.stringify([address, path]);
}
