import { resolve } from 'node:path';
import { type Folder, openFolder } from '../kit/folder.ts';
import type { Files } from '../model/ports.ts';

/** The project folder as the Files port, and for what is no text. */
export function openProjectFiles(directory: string): Files & Pick<Folder, 'readBytes'> {
  return openFolder(resolve(directory));
}
