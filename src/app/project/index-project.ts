import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type IndexedProject,
  type IndexOptions,
  indexManifests,
  type Walked,
} from '../../engine/index/index-manifests.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { Files } from '../../model/ports.ts';
import type { CommandContext } from '../context.ts';
import { startProgress } from '../output/with-progress.ts';

/**
 * Indexes all manifests, and shows how many are read: `reading 1200 accounts` of tables, whose rows come first,
 * then `reading 1200/3000 manifests` of files.
 */
export async function indexProject(
  context: CommandContext,
  files: Files,
  options: Omit<IndexOptions, 'onWalked'> = {},
): Promise<IndexedProject> {
  let walked: Walked = { rows: 0, read: 0, files: null };
  const stop = startProgress(context, () => formatWalked(walked));
  const onWalked = async (now: Walked) => {
    walked = now;
    // A row reads no file, so that nothing else lets a signal in, or a line be drawn.
    if (now.files === null) await nextTurn();
  };
  try {
    return await indexManifests(files, { ...options, onWalked });
  } finally {
    stop();
  }
}

function formatWalked({ rows, read, files }: Walked): string {
  if (files !== null) return `reading ${read}/${files} manifests`;
  return `reading ${rows === 0 ? 'manifests' : count(rows, 'account')}`;
}
