import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { toFileError } from '../operational-error.ts';
import { toVisible } from '../text/visible-text.ts';

/** The stats of a path itself, links not followed; null: nothing. */
export async function findStats(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return null;
    throw toFileError('read', toVisible(path), error);
  }
}
