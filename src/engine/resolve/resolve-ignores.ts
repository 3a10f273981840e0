import { toPointer } from '../../kit/json/json-pointer.ts';
import type { Ignored } from '../../model/desired/scope/ignored.ts';
import { parsePattern } from '../../model/desired/scope/ownership.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';

/** What an account says to leave as it is for a time in an environment, be it over or not. */
export function resolveIgnores(document: AccountDocument, environment: string): readonly Ignored[] {
  return Object.entries(document.written.spec.ignore ?? {})
    .filter(([, entry]) => entry.in?.includes(environment) ?? true)
    .map(([text, { until, reason }]) => ({
      path: parsePattern(text),
      until,
      reason,
      at: document.keySpanOf(toPointer(['spec', 'ignore', text])),
    }));
}
