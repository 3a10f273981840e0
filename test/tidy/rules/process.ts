import { readPlace } from '../layers.ts';
import { listReferences } from '../references.ts';
import { makeRule, type Rule } from '../rule.ts';

type Use = { readonly says: string; readonly isOpenTo: (path: string) => boolean };

const terminal: Use = {
  says: 'hand the text to the caller; src/app/output/terminal.ts writes, and ask/clack-prompts.ts asks',
  isOpenTo: (path) => /^src\/app\/output\/(?:terminal|ask\/clack-prompts)\.ts$/.test(path),
};
const ending: Use = {
  says: 'return a result; src/cli/main.ts turns it into the exit code',
  isOpenTo: (path) => path === 'src/cli/main.ts',
};
const commandLine: Use = {
  says: 'take the value as an argument; src/cli reads it',
  isOpenTo: (path) => readPlace(path)?.layer === 'cli',
};
const environment: Use = {
  says: 'take the value as an argument; src/cli reads it, and openProject of the library',
  isOpenTo: (path) => readPlace(path)?.layer === 'cli' || path === 'src/api/open-project.ts',
};

const uses: ReadonlyMap<string, Use> = new Map([
  ['stdout', terminal],
  ['stderr', terminal],
  ['exit', ending],
  ['exitCode', ending],
  ['abort', ending],
  ['argv', commandLine],
  ['env', environment],
  ['cwd', commandLine],
  ['stdin', terminal],
]);

/** ARCHITECTURE.md, rule 7. */
export const processUse: Rule = makeRule(
  'process-use',
  'each stream and setting of the process is used by one place alone',
  (source) => {
    if (readPlace(source.path) === undefined) return [];
    return listReferences(source, new Set(['process'])).flatMap(({ member, line }) => {
      if (member === undefined) {
        const instead = 'write process.NAME, so that it is seen what is used';
        return [{ line, wrong: 'process is passed on whole', instead }];
      }
      const use = uses.get(member);
      if (use === undefined || use.isOpenTo(source.path)) return [];
      return [{ line, wrong: `process.${member} is used here`, instead: use.says }];
    });
  },
);

/** An import of the same would be out of sight of the rule above. */
export const globalProcess: Rule = makeRule(
  'global-process',
  'the process is never imported as a module',
  ({ path, imports }) => {
    if (readPlace(path) === undefined) return [];
    return imports
      .filter(({ specifier }) => specifier === 'node:process' || specifier === 'process')
      .map(({ specifier, line }) => ({
        line,
        wrong: `${specifier} is imported`,
        instead: 'use the global process, whose use these rules can see',
      }));
  },
);
