import { writeSecretRef } from '../../model/secret.ts';
import { listSecretPrints } from '../../model/secret-places.ts';
import { isLiveHidden } from '../../model/show-value.ts';
import { writeSpan } from '../../model/source-span.ts';
import type { FieldVerdict } from '../../model/verdict.ts';
import { type AnyDiff, type Entry, refuse, type Taken } from './taken.ts';

/**
 * Why what is there must not be written where the manifest has the field: it is or may be a secret, or another
 * file gives the value. Null where nothing speaks against it.
 */
export function findObstacle(entry: Entry<AnyDiff>, verdict: FieldVerdict): Taken | null {
  const { desired } = verdict;
  const isHidden = desired.value.kind === 'secret' || isLiveHidden(verdict);
  if (isHidden || saysSecret(entry, verdict)) return refuseSecret(entry, verdict);
  const { document } = entry;
  if (desired.at.file !== document.file) {
    return refuse(entry, verdict, {
      code: 'value-of-elsewhere',
      summary: `It comes from ${writeSpan(desired.at)}, and has moved in the service`,
      remedy: `Change it at ${writeSpan(desired.at)}.`,
    });
  }
  return null;
}

// A text that we have sent as a secret is one wherever somebody has put it.
function saysSecret({ diff, print }: Entry<AnyDiff>, { live }: FieldVerdict): boolean {
  if (live?.kind !== 'plain') return false;
  const prints = listSecretPrints([...diff.memory.objects.values()]);
  return prints.size > 0 && listTexts(live.value).some((text) => prints.has(print(text)));
}

/** The texts of a value. */
export function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}

function refuseSecret(entry: Entry<AnyDiff>, verdict: FieldVerdict): Taken {
  const { value } = verdict.desired;
  const code = 'secret-not-written';
  const severity = 'warning';
  if (value.kind !== 'secret') {
    const summary = 'It has changed in the service and may be a secret; it is not written';
    const remedy =
      'Write a reference if it is one, {env: NAME}; else write the value that the console shows.';
    return refuse(entry, verdict, { code, severity, summary, remedy });
  }
  const from = writeSecretRef(value.secret.ref);
  return refuse(entry, verdict, {
    code,
    severity,
    summary: 'The secret has changed in the service; it is not written',
    remedy: `Store the new one where ${from} is read from, or let apply put back the one that is there.`,
  });
}
