import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest-document.ts';
import type { Rule } from '../rule.ts';

/** Requires that `renamedFrom` names no entry, and that one entry has it. */
export const checkEarlierKeys: Rule<WrittenAccount> = (document) => [
  ...checkSection(document, 'connectors'),
  ...checkSection(document, 'cycles'),
];

function checkSection(
  document: ManifestDocument<WrittenAccount>,
  section: 'connectors' | 'cycles',
): Diagnostic[] {
  const entries: Readonly<Record<string, { readonly renamedFrom?: string }>> =
    document.written.spec[section] ?? {};
  const first = new Map<string, string>();
  return Object.entries(entries).flatMap(([key, { renamedFrom }]): Diagnostic[] => {
    if (renamedFrom === undefined) return [];
    const pointer = toPointer(['spec', section, key, 'renamedFrom']);
    const at = document.spanOf(pointer);
    const entry = toPointer(['spec', section, renamedFrom]);
    if (document.isWritten(entry)) {
      const isItself = renamedFrom === key;
      return [
        reportError('renamed-from-entry', {
          summary: isItself
            ? `${key} cannot be renamed from itself`
            : `${key} cannot be renamed from ${renamedFrom}, which is another entry`,
          at,
          ...(isItself ? {} : { related: [{ at: document.keySpanOf(entry), says: 'the entry' }] }),
          remedy: isItself
            ? 'Write its earlier key, or remove the line.'
            : `Remove the entry ${renamedFrom} if it was renamed; remove the line renamedFrom to keep both.`,
        }),
      ];
    }
    const known = first.get(renamedFrom);
    first.set(renamedFrom, known ?? pointer);
    if (known === undefined) return [];
    return [
      reportError('renamed-from-entry', {
        summary: `Two ${section} are renamed from ${renamedFrom}`,
        at,
        related: [{ at: document.spanOf(known), says: 'the other entry' }],
        remedy: 'Keep the line in one of them.',
      }),
    ];
  });
}
