import { toPointer } from '../../../kit/json-pointer.ts';
import { findNearest } from '../../../kit/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest.ts';
import { readPattern } from '../../../model/ownership.ts';
import { judgePattern, type PatternPlace, reportPattern } from '../judge-pattern.ts';
import type { Rule } from './rule.ts';

/** What an account says of who owns its fields is about fields that there are, and entries that it has. */
export const knownOwners: Rule<WrittenAccount> = (document) =>
  Object.entries(document.written.spec.ownership ?? {}).flatMap(([text, owner]) => {
    const at = { document, pointer: toPointer(['spec', 'ownership', text]) };
    const found = judgePattern(text, owner, at);
    return found.length > 0 ? found : judgeEntry(text, document, at);
  });

// A misspelt key would leave the entry that was meant to Git.
function judgeEntry(
  text: string,
  document: ManifestDocument<WrittenAccount>,
  place: PatternPlace,
): Diagnostic[] {
  const [room = '', key = '*'] = readPattern(text);
  if ((room !== 'connectors' && room !== 'cycles') || key === '*') return [];
  if (document.isWritten(toPointer(['spec', room, key]))) return [];
  const keys = Object.keys(document.written.spec[room] ?? {});
  const [nearest] = findNearest(key, keys);
  const all = keys.length === 0 ? `It has no ${room}.` : `It has ${keys.join(', ')}.`;
  return [
    reportPattern(place, {
      summary: `${text} is about an entry that ${room} of this account does not have`,
      remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
    }),
  ];
}
