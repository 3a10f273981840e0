import type { CommandContext } from '../../app/context.ts';
import { loadOwnPolicies, loadPolicies } from '../../app/policies/open-policies.ts';
import { readToday } from '../../app/ports/open-ports.ts';
import { checkExamples } from '../../engine/policy/check-examples.ts';
import { listOverExceptions, makePolicyRules } from '../../engine/policy/make-policy-rules.ts';
import { mergeFindings } from '../../engine/validate/placeholders/merge-findings.ts';
import { checkPolicyEnvironments } from '../../engine/validate/rules/check-environments.ts';
import type { ManifestCheck } from '../../engine/validate/validate-account.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import { findIdInEnvironment, toAccountEntry } from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';

/** The check of manifests by policies, in each of their environments. */
export type PolicyCheck = {
  readonly makeCheck: (project: Project) => ManifestCheck;
  /** Lists mistakes of the policies that count, and of those of the working tree with their examples. */
  readonly listDiagnostics: (project: Project | null) => readonly Diagnostic[];
};

/** Opens the policies that count, and checks those of the working tree, which count after a merge. */
export async function openPolicyCheck(
  context: Pick<CommandContext, 'environment'>,
  directory: string,
): Promise<PolicyCheck> {
  const today = readToday();
  const loaded = await loadPolicies({ context, options: { directory } });
  const own = await loadOwnPolicies(directory);
  const examples = own?.policies.flatMap((policy) => checkExamples(policy, today)) ?? [];
  const found = [...loaded.diagnostics, ...(own?.diagnostics ?? []), ...examples];
  return {
    listDiagnostics: (project) => [
      ...listDistinct(found),
      ...(project === null
        ? []
        : checkPolicyEnvironments(own?.policies ?? [], project.environments)),
      ...listOverExceptions(loaded.policies, today),
    ],
    makeCheck: ({ environments }) => {
      // Its mistakes are reported, and fail the command.
      if (hasErrors(loaded.diagnostics) || loaded.policies.length === 0) return async () => [];
      const rules = [...environments.keys()].map(
        (environment) => [environment, makePolicyRules(loaded, { environment, today })] as const,
      );
      return async (meanings) =>
        mergeFindings(
          meanings.flatMap(({ document, environment: only }) => {
            const entry = toAccountEntry(document);
            return rules.flatMap(([environment, { checkManifest }]) =>
              (only === null || only === environment) &&
              findIdInEnvironment(entry, environment) !== null
                ? [{ environment, diagnostics: checkManifest(document) }]
                : [],
            );
          }),
        );
    },
  };
}

// Without a ref the policies of the working tree count, and have the same mistakes.
function listDistinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(
    (each, index) => diagnostics.findIndex((other) => isSameJson(each, other)) === index,
  );
}
