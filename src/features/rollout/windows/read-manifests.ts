import { findDocument } from '../../../engine/observe/find-document.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';

/** The files and revisions that manifests are read from. */
export type ManifestReading = Parameters<typeof findDocument>[0] & {
  /** Maximum of accounts in progress. */
  readonly width: number;
};

/** Reads one thing of the manifest of each account, by name; without accounts that do not have it. */
export async function readManifests<Read>(
  reading: ManifestReading,
  entries: readonly AccountEntry[],
  read: (written: WrittenAccount) => Read | undefined,
): Promise<ReadonlyMap<string, Read>> {
  const found = new Map<string, Read>();
  const all = runInOrder(entries, reading.width, async (entry) => {
    const { document } = await findDocument(reading, entry);
    return [entry.key, document === null ? undefined : read(document.written)] as const;
  });
  for await (const [key, value] of all) if (value !== undefined) found.set(key, value);
  return found;
}
