import type { SecretRef } from './secret.ts';

/** Folders that hold what cyclectl, Git and package managers keep: nothing that a manifest names lies in them. */
export const privateFolders: readonly string[] = ['.cyclectl', '.git', 'node_modules'];

/** The file of the project that a reference reads; null where it reads none. */
export function findRefPath(ref: SecretRef): string | null {
  if ('file' in ref) return ref.file;
  if ('age' in ref) return ref.age;
  return 'sops' in ref ? ref.sops : null;
}

/**
 * Returns whether a path leads into one of the folders. Case is ignored, because some disks ignore
 * it.
 */
export function isPrivatePath(path: string, folders: readonly string[] = privateFolders): boolean {
  return path.split(/[/\\]/).some((part) => folders.includes(part.toLowerCase()));
}

/** Two references that are the same have the same name, in whatever way their paths are written. */
export function toSourceKey(ref: SecretRef): string {
  if ('env' in ref) return JSON.stringify(['env', ref.env]);
  if ('file' in ref) return JSON.stringify(['file', normalisePath(ref.file)]);
  if ('age' in ref) return JSON.stringify(['age', normalisePath(ref.age)]);
  if ('sops' in ref) return JSON.stringify(['sops', normalisePath(ref.sops), ref.key]);
  if ('provider' in ref) return JSON.stringify(['provider', ref.provider, ref.key]);
  return JSON.stringify(['exec', ...ref.exec]);
}

function normalisePath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
