import { resolve } from 'node:path';
import { openFolder } from '../kit/folder.ts';
import type { Files } from '../model/ports.ts';

/** The project folder as the Files port. */
export function openProjectFiles(directory: string): Files {
  const folder = openFolder(resolve(directory));
  return { read: (path) => folder.read(path), listYaml: (path) => folder.listYaml(path) };
}
