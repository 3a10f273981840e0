import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { Rule } from './rule.ts';

/**
 * Requires unique names for connectors and for cycles, as the service does; a key is the name if
 * there is no displayName.
 */
export const checkUniqueNames: Rule<WrittenAccount> = (document) => [
  ...findRepeated(document, 'connectors'),
  ...findRepeated(document, 'cycles'),
];

function findRepeated(
  document: ManifestDocument<WrittenAccount>,
  section: 'connectors' | 'cycles',
): Diagnostic[] {
  const items: Readonly<Record<string, { readonly displayName?: string }>> =
    document.written.spec[section] ?? {};
  const first = new Map<string, string>();
  return Object.entries(items).flatMap(([key, { displayName }]): Diagnostic[] => {
    const name = displayName ?? key;
    const path = ['spec', section, key];
    const pointer = toPointer(displayName === undefined ? path : [...path, 'displayName']);
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, pointer);
      return [];
    }
    return [
      reportError('name-not-unique', {
        summary: `Two ${section} of the account have the name ${JSON.stringify(name)}`,
        at: placeOf(document, pointer),
        related: [{ at: placeOf(document, known), says: 'the other entry' }],
        remedy: 'Give one of them another displayName.',
      }),
    ];
  });
}

function placeOf(document: ManifestDocument<WrittenAccount>, pointer: string) {
  return pointer.endsWith('/displayName') ? document.spanOf(pointer) : document.keySpanOf(pointer);
}
