import { toPointer } from '../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import { parsePattern } from '../../../model/desired/scope/ownership.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';

/**
 * What is wrong with a path beneath an account that names a connector or cycle which the account does not have; null
 * where it has it, or the path names none.
 */
export function checkEntryName(
  text: string,
  document: ManifestDocument<WrittenAccount>,
): { readonly summary: string; readonly remedy: string } | null {
  const [room = '', key = '*'] = parsePattern(text);
  if ((room !== 'connectors' && room !== 'cycles') || key === '*') return null;
  if (document.isWritten(toPointer(['spec', room, key]))) return null;
  const keys = Object.keys(document.written.spec[room] ?? {});
  const [nearest] = listNearest(key, keys);
  const all = keys.length === 0 ? `It has no ${room}.` : `It has ${keys.join(', ')}.`;
  return {
    summary: `${text} is about an entry that ${room} of this account does not have`,
    remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
  };
}
