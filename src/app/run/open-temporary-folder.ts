import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '../project/make-temporary-folder.ts';

/** Folders of this process that are left to remove. */
const unremoved = new Set<string>();

/** Opens a private temporary folder, which is removed at the latest when the process exits. */
export async function openTemporaryFolder(): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await makeTemporaryFolder();
  addToEnd(folder);
  return {
    folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      unremoved.delete(folder);
      if (unremoved.size === 0) process.off('exit', removeAll);
    },
  };
}

// A signal may end the process before the removal is requested. One listener, because Node warns of many.
function addToEnd(folder: string): void {
  if (unremoved.size === 0) process.once('exit', removeAll);
  unremoved.add(folder);
}

function removeAll(): void {
  for (const folder of unremoved) rmSync(folder, { recursive: true, force: true });
}
