import { extendPointer } from '../../../kit/json-pointer.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest.ts';

/**
 * Text with `${` is kept for interpolation. Sent as it is today, it would mean something else on
 * the day when interpolation is there.
 */
export function noInterpolation(document: ManifestDocument<unknown>): readonly Diagnostic[] {
  // Hardly any document has it, and all its places need not be listed to know that.
  if (!JSON.stringify(document.written).includes('${')) return [];
  return [...listPlaces(document.written, '')].map(({ pointer, isKey }) => ({
    code: 'interpolation',
    severity: 'error',
    summary: 'Text with ${ in it is kept for interpolation, which cyclectl does not do yet',
    at: isKey ? document.keySpanOf(pointer) : document.spanOf(pointer),
    remedy: 'Write the value out; a secret is written as {env: NAME} or {file: PATH}.',
  }));
}

function* listPlaces(
  value: unknown,
  pointer: string,
): Iterable<{ pointer: string; isKey: boolean }> {
  if (typeof value === 'string' && value.includes('${')) yield { pointer, isKey: false };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const place = extendPointer(pointer, name);
    if (name.includes('${')) yield { pointer: place, isKey: true };
    yield* listPlaces(part, place);
  }
}
