import type { Finding, Rule } from '../rule.ts';

const mostEntries = 15;
const leastEntries = 3;
const mostDepth = 5;

/** Folders that may hold more than others. */
const roomy: ReadonlyMap<string, { readonly most: number; readonly why: string }> = new Map([
  ['src/engine', { most: 20, why: 'its stages, which are read as one list' }],
  ['test/engine', { most: 20, why: 'the stages of src/engine' }],
  ['test', { most: 40, why: 'the layers of src, and beside them each kind of test' }],
  ['test/contract/samples', { most: 30, why: 'data, a file for each part of the service' }],
]);

/** Folders of src that hold less, and why. */
export const smallFolders: ReadonlyMap<string, string> = new Map([
  ['src/features/ci', 'a family of two features'],
  ['src/store/sqlite', 'a driver beside the one for PostgreSQL'],
]);

/** ARCHITECTURE.md, rule 8: a folder can be taken in at a glance. */
export const folderEntries: Rule = {
  name: 'folder-entries',
  says: `a folder of src, test or tools has at most ${mostEntries} entries`,
  check: ({ files }) =>
    [...listFolders(files.map(({ path }) => path))].flatMap(([path, entries]): Finding[] => {
      const most = roomy.get(path)?.most ?? mostEntries;
      if (entries.size <= most) return [];
      const wrong = `a folder of ${entries.size} entries`;
      return [{ path, line: 1, wrong, instead: 'find the noun that wants its own folder' }];
    }),
};

/** ARCHITECTURE.md, rule 8: a way of six folders is not walked by hand. */
export const folderDepth: Rule = {
  name: 'folder-depth',
  says: `a file of src, test or tools stands at most ${mostDepth} folders deep`,
  check: ({ files }) =>
    [...listFolders(files.map(({ path }) => path)).keys()].flatMap((path): Finding[] => {
      if (path.split('/').length <= mostDepth) return [];
      const wrong = `a folder ${path.split('/').length} deep`;
      return [{ path, line: 1, wrong, instead: 'move it up, under a name that says more' }];
    }),
};

/** ARCHITECTURE.md, rule 8: a folder is worth its name, or says why it is there. */
export const foldersOfThree: Rule = {
  name: 'folders-of-three',
  says: `a folder of src has ${leastEntries} entries, or a reason to have fewer`,
  check: ({ files }) => {
    const folders = listFolders(files.map(({ path }) => path));
    return [...folders].flatMap(([path, { size }]): Finding[] => {
      if (!path.startsWith('src/') || size >= leastEntries === !smallFolders.has(path)) return [];
      const wrong = `a folder of ${size} ${size === 1 ? 'entry' : 'entries'}`;
      return smallFolders.has(path)
        ? [{ path, line: 1, wrong, instead: 'take its reason out of test/tidy/rules/folders.ts' }]
        : [{ path, line: 1, wrong, instead: 'move what is in it up, or give a reason there' }];
    });
  },
};

/** The folders of src, test and tools with their entries; data of tests that is written by the program aside. */
export function listFolders(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    if (!/^(?:src|test|tools)\//.test(path) || path.startsWith('test/golden/')) continue;
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      folders.set(folder, (folders.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  return folders;
}
