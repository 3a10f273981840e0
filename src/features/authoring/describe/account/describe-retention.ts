import type { WrittenRetentionHours } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestNotes } from './manifest-notes.ts';

/** Most hours of a retention in a manifest and in the service (SERVICE A.1 [T]). */
const maxHours = 744;

/** Describes the retention of step data without console defaults; null when both are defaults. */
export function describeRetention(
  live: { readonly successHours: number | null; readonly erroredHours: number | null },
  path: readonly string[],
  notes: ManifestNotes,
): WrittenRetentionHours | null {
  const entries = (['successHours', 'erroredHours'] as const).flatMap((name) => {
    const hours = live[name];
    if (hours === null) return [];
    if (hours >= 0 && hours <= maxHours) return [[name, hours] as const];
    notes.omit([...path, 'retention', name], {
      summary: `a retention of ${hours} hours is out of range`,
      remedy: `It stays unchanged in the service; write 0 to ${maxHours} hours to manage it.`,
    });
    return [];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
