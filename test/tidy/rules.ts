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
import { commentOpenings, knownFirstWords, shortComments, smallFiles } from './rules/counted.ts';
import {
  docComments,
  namedExports,
  namedForExport,
  noFolderIndex,
  noReexports,
} from './rules/exports.ts';
import { fieldWordsInComments, fieldWordsInPages, fieldWordsInTexts } from './rules/field-words.ts';
import { folderDepth, folderEntries, foldersOfThree } from './rules/folders.ts';
import {
  featureImports,
  featuresOnDemand,
  fewPrograms,
  importEndings,
  knownPlaces,
  layerImports,
  noImportCircles,
  oneLimiter,
  oneNetwork,
  sourceStaysInside,
  stageImports,
  writersAreForApply,
} from './rules/imports.ts';
import { commandsByLibrary } from './rules/library.ts';
import { fileLines, functionLines, parameterCount } from './rules/limits.ts';
import { globalProcess, processUse } from './rules/process.ts';
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

/** Every rule that Biome cannot say, in the order of ARCHITECTURE.md. */
export const rules: readonly Rule[] = [
  knownPlaces,
  layerImports,
  stageImports,
  featureImports,
  commandsByLibrary,
  featuresOnDemand,
  noImportCircles,
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
  processUse,
  globalProcess,
  revealInSenders,
  namedExports,
  noReexports,
  noFolderIndex,
  namedForExport,
  docComments,
  folderEntries,
  folderDepth,
  foldersOfThree,
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
  smallFiles,
  knownFirstWords,
  shortComments,
  commentOpenings,
  fieldWordsInTexts,
  fieldWordsInComments,
  fieldWordsInPages,
  titlesAreSentences,
  everyTestRuns,
  noSleeps,
  hooksInTestFiles,
  noMocks,
];
