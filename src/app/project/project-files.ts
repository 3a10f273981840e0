import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Folder, openFolder } from '../../kit/files/folder.ts';
import { readText } from '../../kit/files/read-text.ts';
import type { Files } from '../../model/ports.ts';
import type { PublishedKind } from '../../model/report/published-kinds.ts';
import { privateFolders } from '../../model/secret/secret-path.ts';
import { resolveOwnPath } from './resolve-own-path.ts';

/**
 * The project folder as the Files port, and its binary files. Keys, stores and files of other
 * programs in it are not read.
 */
export function openProjectFiles(directory: string): Files & Pick<Folder, 'readBytes'> {
  return openFolder(resolve(directory), privateFolders);
}

/** The text of a file in a project folder, such as a world. Throws `OperationalError`. */
export function readOwnText(directory: string, path: string): Promise<string> {
  return readText(resolveOwnPath(directory, path));
}

/** The text of a published schema, as it came with cyclectl. */
export function readSchema(name: PublishedKind): Promise<string> {
  return readFile(new URL(import.meta.resolve(`cyclectl/schemas/${name}.schema.json`)), 'utf8');
}
