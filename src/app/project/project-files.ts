import { resolve } from 'node:path';
import { type Folder, openFolder } from '../../kit/files/folder.ts';
import type { Files } from '../../model/ports.ts';
import { privateFolders } from '../../model/secret/secret-path.ts';

/** The project folder as the Files port, and for what is no text. Keys, stores and foreign files in it are not read. */
export function openProjectFiles(directory: string): Files & Pick<Folder, 'readBytes'> {
  return openFolder(resolve(directory), privateFolders);
}
