import { codes } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/**
 * The same value as data for others: each diagnostic in it says what to do, also where it has nothing to say beyond what
 * its code always says. People are shown that too.
 */
export function withRemedies(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(withRemedies);
  const filled = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withRemedies(item)]),
  );
  return isDiagnostic(value) ? { remedy: codes[value.code].remedy, ...filled } : filled;
}

function isDiagnostic(value: object): value is Diagnostic {
  return (
    'code' in value &&
    'severity' in value &&
    'summary' in value &&
    typeof value.code === 'string' &&
    Object.hasOwn(codes, value.code)
  );
}
