import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest.ts';
import type { Rule } from '../rule.ts';

/** The key that an entry had before is no entry any more, and one entry alone had it. */
export const earlierKeys: Rule<WrittenAccount> = (document) => [
  ...checkSection(document, 'connectors'),
  ...checkSection(document, 'cycles'),
];

function checkSection(
  document: ManifestDocument<WrittenAccount>,
  room: 'connectors' | 'cycles',
): Diagnostic[] {
  const entries: Readonly<Record<string, { readonly renamedFrom?: string }>> =
    document.written.spec[room] ?? {};
  const first = new Map<string, string>();
  return Object.entries(entries).flatMap(([key, { renamedFrom }]): Diagnostic[] => {
    if (renamedFrom === undefined) return [];
    const pointer = toPointer(['spec', room, key, 'renamedFrom']);
    const at = document.spanOf(pointer);
    const entry = toPointer(['spec', room, renamedFrom]);
    if (document.isWritten(entry)) {
      const isItself = renamedFrom === key;
      return [
        {
          code: 'renamed-from-entry',
          severity: 'error',
          summary: isItself
            ? `${key} cannot be renamed from itself`
            : `${key} cannot be renamed from ${renamedFrom}, which is an entry of its own`,
          at,
          ...(isItself ? {} : { related: [{ at: document.keySpanOf(entry), says: 'the entry' }] }),
          remedy: isItself
            ? 'Write the key that it had before, or remove the line.'
            : `Remove the entry ${renamedFrom} where it was renamed, or the line renamedFrom where both shall be there.`,
        },
      ];
    }
    const known = first.get(renamedFrom);
    first.set(renamedFrom, known ?? pointer);
    if (known === undefined) return [];
    return [
      {
        code: 'renamed-from-entry',
        severity: 'error',
        summary: `Two ${room} are renamed from ${renamedFrom}`,
        at,
        related: [{ at: document.spanOf(known), says: 'the other one' }],
        remedy: 'Keep the line in the one that it is.',
      },
    ];
  });
}
