import { codes } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** Adds the default remedy to each diagnostic in the data, because text reports show it too. */
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
