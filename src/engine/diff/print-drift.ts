import { writeCanonicalJson } from '../../kit/json/canonical-json.ts';
import type { AccountDiff, FieldVerdict } from '../../model/diff/verdict.ts';
import type { SeenDrift } from '../../model/memory/drift-note.ts';
import type { DriftFound } from '../../model/plan/plan.ts';
import { type Fingerprint, isLasting } from '../../model/secret/secret.ts';

/**
 * What is noted of drift in place of the value that is there: a digest with the environment's key, since a value may be
 * short enough to be found by trying. None where the key is of this run alone, and of what is gone.
 */
export function printDrift(
  diff: AccountDiff,
  items: readonly DriftFound[],
  print: (text: string) => Fingerprint,
): SeenDrift[] {
  if (items.length === 0) return [];
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const verdicts = new Map<string, FieldVerdict>(
    objects.flatMap(({ address, verdicts: all }) =>
      all.map((verdict) => [nameField(address, verdict.path), verdict] as const),
    ),
  );
  return items.map(({ address, path, kind }) => {
    const name = nameField(address, path);
    const live = verdicts.get(name)?.live ?? null;
    const made = live === null ? null : print(writeCanonicalJson([name, live]));
    return { address, path, kind, print: made !== null && isLasting(made) ? made : null };
  });
}

function nameField(address: DriftFound['address'], path: DriftFound['path']): string {
  return JSON.stringify([address, path]);
}
