import { toPointer } from '../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import { parsePattern } from '../../../model/desired/scope/ownership.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';

/**
 * Checks that an account has the connector or cycle that a path names; null if it does, or if the
 * path names none.
 */
export function checkEntryName(
  text: string,
  document: ManifestDocument<WrittenAccount>,
): { readonly summary: string; readonly remedy: string } | null {
  const [section = '', key = '*'] = parsePattern(text);
  if ((section !== 'connectors' && section !== 'cycles') || key === '*') return null;
  if (document.isWritten(toPointer(['spec', section, key]))) return null;
  const keys = Object.keys(document.written.spec[section] ?? {});
  const [nearest] = listNearest(key, keys);
  const all = keys.length === 0 ? `It has no ${section}.` : `It has ${keys.join(', ')}.`;
  return {
    summary: `${text} names an entry that this account does not have under ${section}`,
    remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
  };
}
