import { libraryCommands, readPlace } from '../layers.ts';
import { makeRule, type Remark, type Rule } from '../rule.ts';

/** Decision 57: what the CLI does with plans, applies and drift, a program can do. */
export const commandsByLibrary: Rule = makeRule(
  'commands-by-library',
  'cli runs plan, apply and drift by src/index.ts alone',
  ({ path, imports }) =>
    imports.flatMap(({ target, line, isType }): Remark[] => {
      if (readPlace(path)?.layer !== 'cli' || target === undefined || isType) return [];
      if (!libraryCommands.has(target)) return [];
      const instead = 'call it by src/index.ts, with options that any program can pass';
      return [{ line, wrong: `${target} is run past the library`, instead }];
    }),
);
