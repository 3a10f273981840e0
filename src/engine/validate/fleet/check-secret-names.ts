import { readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { usePointer } from '../placeholders/scope.ts';

const secretName = toEntryPointer(usePointer, 'secretName');

/** Checks that no two rows have the same name in references to secrets. */
export function checkSecretNames(rows: readonly RawDocument[]): readonly Diagnostic[] {
  const owners = new Map<unknown, RawDocument>();
  const renamed = new Set(
    rows.filter(({ written }) => readPointer(written, secretName) !== undefined),
  );
  if (renamed.size === 0) return [];
  for (const row of rows) {
    const name = readPointer(row.written, '/metadata/name');
    if (!renamed.has(row) && !owners.has(name)) owners.set(name, row);
  }
  return [...renamed].flatMap((row): Diagnostic[] => {
    const name = readPointer(row.written, secretName);
    const owner = owners.get(name);
    owners.set(name, owner ?? row);
    if (owner === undefined) return [];
    return [
      reportError('secret-name-taken', {
        summary: `${String(name)} is the name in references to secrets of two accounts`,
        at: row.spanOf(secretName),
        related: [{ at: owner.spanOf('/metadata/name'), says: 'the other account' }],
        remedy: 'Write another secretName: an account must not use the secrets of another one.',
      }),
    ];
  });
}
