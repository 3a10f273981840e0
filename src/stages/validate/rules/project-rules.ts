import type { WrittenProject } from '../../../model/manifest.generated.ts';
import { accountHeader } from './account-header.ts';
import { defaultEnvironment } from './default-environment.ts';
import { knownOwnersOfAll } from './known-owners-of-all.ts';
import { noPlaceholders } from './no-placeholders.ts';
import { ownPaths } from './own-paths.ts';
import type { Rule } from './rule.ts';
import { variableValues } from './variable-values.ts';

/** All rules of a project, in the order of their messages. */
export const projectRules: readonly Rule<WrittenProject>[] = [
  defaultEnvironment,
  noPlaceholders,
  variableValues,
  accountHeader,
  ownPaths,
  knownOwnersOfAll,
];
