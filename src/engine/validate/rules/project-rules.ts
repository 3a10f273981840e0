import type { WrittenProject } from '../../../model/manifest/manifest.generated.ts';
import { accountHeader } from './account-header.ts';
import { defaultEnvironment } from './default-environment.ts';
import { knownOwnersOfAll } from './names/known-owners-of-all.ts';
import type { Rule } from './rule.ts';
import { noPlaceholders } from './values/no-placeholders.ts';
import { ownPaths } from './values/own-paths.ts';
import { variableValues } from './values/variable-values.ts';

/** All rules of a project, in the order of their diagnostics. */
export const projectRules: readonly Rule<WrittenProject>[] = [
  defaultEnvironment,
  noPlaceholders,
  variableValues,
  accountHeader,
  ownPaths,
  knownOwnersOfAll,
];
