import { listReferences } from '../references.ts';
import { readRoom } from '../rooms.ts';
import { makeRule, type Rule } from '../rule.ts';

type Door = { readonly says: string; readonly isOpenTo: (path: string) => boolean };

const terminal: Door = {
  says: 'hand the text to the caller; src/cli/terminal.ts writes it',
  isOpenTo: (path) => path === 'src/cli/terminal.ts',
};
const ending: Door = {
  says: 'return a result; src/cli/main.ts turns it into the exit code',
  isOpenTo: (path) => path === 'src/cli/main.ts',
};
const commandLine: Door = {
  says: 'take the value as an argument; src/cli reads it',
  isOpenTo: (path) => readRoom(path) === 'cli',
};

const doors: ReadonlyMap<string, Door> = new Map([
  ['stdout', terminal],
  ['stderr', terminal],
  ['exit', ending],
  ['exitCode', ending],
  ['abort', ending],
  ['argv', commandLine],
  ['env', commandLine],
  ['cwd', commandLine],
  ['stdin', commandLine],
]);

/** HOUSE, rule 7. */
export const processDoors: Rule = makeRule(
  'process-doors',
  'each door of the process is used by one place of cli',
  (source) => {
    if (readRoom(source.path) === undefined) return [];
    return listReferences(source, new Set(['process'])).flatMap(({ member, line }) => {
      if (member === undefined) {
        const instead = 'write process.NAME, so that it is seen which door is used';
        return [{ line, wrong: 'process is passed on whole', instead }];
      }
      const door = doors.get(member);
      if (door === undefined || door.isOpenTo(source.path)) return [];
      return [{ line, wrong: `process.${member} is used here`, instead: door.says }];
    });
  },
);

/** An import of the same doors would be out of sight of the rule above. */
export const globalProcess: Rule = makeRule(
  'global-process',
  'the process is never imported as a module',
  ({ path, imports }) => {
    if (readRoom(path) === undefined) return [];
    return imports
      .filter(({ specifier }) => specifier === 'node:process' || specifier === 'process')
      .map(({ specifier, line }) => ({
        line,
        wrong: `${specifier} is imported`,
        instead: 'use the global process, whose use the rules of the house can see',
      }));
  },
);
