import type { WrittenRetentionHours } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestNotes } from './manifest-notes.ts';

/** The most hours that a manifest may say, which is the most that the service keeps (SERVICE A.1 [T]). */
const maxHours = 744;

/** How long step data is kept, without what is as the console says; null where all is. */
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
      summary: `a retention of ${hours} hours is none that can be written`,
      remedy: `It stays as it is in the service; write 0 to ${maxHours} hours to manage it.`,
    });
    return [];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
