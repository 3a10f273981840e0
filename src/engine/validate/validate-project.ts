import type { WrittenProject } from '../../model/manifest/manifest.generated.ts';
import type { PartlyValidated, RawDocument } from '../../model/manifest/manifest.ts';
import { checkDocument } from './check-document.ts';
import { checkAccountHeader } from './rules/check-account-header.ts';
import { checkDefaultEnvironment } from './rules/check-default-environment.ts';
import { checkDriftRules } from './rules/names/check-drift-rules.ts';
import { checkOwnersOfAll } from './rules/names/check-owners-of-all.ts';
import type { Rule } from './rules/rule.ts';
import { checkNoPlaceholders } from './rules/values/check-no-placeholders.ts';
import { checkOwnPaths } from './rules/values/check-own-paths.ts';
import { checkVariableValues } from './rules/values/check-variable-values.ts';
import { projectManifest } from './schema/account-manifests.ts';

/** All rules of a project, in the order of their diagnostics. */
export const projectRules: readonly Rule<WrittenProject>[] = [
  checkDefaultEnvironment,
  checkNoPlaceholders,
  checkVariableValues,
  checkAccountHeader,
  checkOwnPaths,
  checkOwnersOfAll,
  checkDriftRules,
];

/** Validates the document of cyclectl.yaml. */
export function validateProject(raw: RawDocument): PartlyValidated<WrittenProject> {
  return checkDocument(raw, {
    schema: projectManifest,
    rules: projectRules,
    environments: new Map(),
  });
}
