import { lstat, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  catalogNamesFile,
  parseCatalogNames,
  parseProjectNames,
  projectNamesFile,
} from '../../app/completion/completion-names.ts';
import { toMembers } from '../../kit/json/json.ts';
import type { AddressNames } from '../../model/manifest/manifest.ts';
import { projectFile } from '../../model/manifest/project.ts';

/** Names that a project has for completion; none where it was never read. */
export type Names = {
  readonly accounts: () => Promise<readonly string[]>;
  readonly findNames: (account: string) => Promise<AddressNames | null>;
  readonly list: (
    kind: 'environments' | 'fleets' | 'blueprints' | 'cycles' | 'connectors' | 'templates',
  ) => Promise<readonly string[]>;
};

/** A larger file is none of ours. */
const mostBytes = 64 * 2 ** 20;

/** Opens the names of a project folder, as it was typed. Files are read when they are asked for. */
export function openNames(typed: string): Names {
  const directory = typed.startsWith('~/') ? join(homedir(), typed.slice(2)) : resolve(typed);
  const read = async (file: string) => (await readOwnFile(join(directory, file))) ?? '';
  const project = once(async () => parseProjectNames(await read(projectNamesFile)));
  const catalog = once(async () => parseCatalogNames(await read(catalogNamesFile)));
  return {
    accounts: async () => (await project())?.accounts ?? [],
    findNames: async (account) => (await project())?.findNames(account) ?? null,
    list: async (kind) => {
      const own = (await project())?.head[kind];
      if (kind === 'environments') return own ?? listWritten(await read(projectFile));
      if (kind !== 'connectors' && kind !== 'templates') return own ?? [];
      return [...new Set([...(own ?? []), ...((await catalog())?.[kind] ?? [])])].toSorted();
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

// A branch may put a link or a named pipe there.
async function readOwnFile(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size > mostBytes) return null;
  return readFile(path, 'utf8').catch(() => null);
}

const mostWritten = 64 * 1024;

/** Lists the environments of cyclectl.yaml, where the project was never read as a whole. */
async function listWritten(text: string): Promise<readonly string[]> {
  // A person waits, and a longer one takes seconds.
  if (text.length > mostWritten) return [];
  // Loads here, because it is needed once per project.
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  if (document.errors.length > 0) return [];
  const { spec } = toMembers(document.toJS({ maxAliasCount: 0 }));
  return Object.keys(toMembers(toMembers(spec).environments));
}
