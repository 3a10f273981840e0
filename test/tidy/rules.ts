import type { Rule } from './rule.ts';
import {
  noAny,
  noAssertedPresence,
  noConsole,
  noSilentCatch,
  noSuppressions,
  nothingForLater,
  onlyErasable,
  revealInSenders,
} from './rules/banned.ts';
import {
  docComments,
  namedExports,
  namedForExport,
  noFolderIndex,
  noReexports,
} from './rules/exports.ts';
import {
  fewPrograms,
  importEndings,
  knownPlaces,
  oneLimiter,
  oneNetwork,
  roomImports,
  sourceStaysInside,
  writersAreForApply,
} from './rules/imports.ts';
import { fileLines, functionLines, parameterCount } from './rules/limits.ts';
import { globalProcess, processDoors } from './rules/process-doors.ts';
import {
  noLocale,
  noNodeModules,
  noOutsideGlobals,
  pureThroughAndThrough,
} from './rules/purity.ts';
import {
  everyTestRuns,
  hooksInTestFiles,
  noMocks,
  noSleeps,
  titlesAreSentences,
} from './rules/tests.ts';
import { kitKnowsNothing, noStrangers } from './rules/words.ts';

/** Every rule of the house that Biome cannot say, in the order of ARCHITECTURE.md. */
export const rules: readonly Rule[] = [
  knownPlaces,
  roomImports,
  sourceStaysInside,
  importEndings,
  oneLimiter,
  oneNetwork,
  fewPrograms,
  writersAreForApply,
  noOutsideGlobals,
  noLocale,
  noNodeModules,
  pureThroughAndThrough,
  processDoors,
  globalProcess,
  revealInSenders,
  namedExports,
  noReexports,
  noFolderIndex,
  namedForExport,
  docComments,
  functionLines,
  fileLines,
  parameterCount,
  noAny,
  onlyErasable,
  noAssertedPresence,
  noConsole,
  noSilentCatch,
  noSuppressions,
  nothingForLater,
  kitKnowsNothing,
  noStrangers,
  titlesAreSentences,
  everyTestRuns,
  noSleeps,
  hooksInTestFiles,
  noMocks,
];
