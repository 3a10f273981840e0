import type { WrittenProject } from '../../../model/manifest/manifest.generated.ts';
import { checkAccountHeader } from './check-account-header.ts';
import { checkDefaultEnvironment } from './check-default-environment.ts';
import { checkOwnersOfAll } from './names/check-owners-of-all.ts';
import type { Rule } from './rule.ts';
import { checkNoPlaceholders } from './values/check-no-placeholders.ts';
import { checkOwnPaths } from './values/check-own-paths.ts';
import { checkVariableValues } from './values/check-variable-values.ts';

/** All rules of a project, in the order of their diagnostics. */
export const projectRules: readonly Rule<WrittenProject>[] = [
  checkDefaultEnvironment,
  checkNoPlaceholders,
  checkVariableValues,
  checkAccountHeader,
  checkOwnPaths,
  checkOwnersOfAll,
];
