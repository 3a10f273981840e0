import type { CommandContext } from '../../app/context.ts';
import { loadOwnPolicies, loadPolicies } from '../../app/policies/open-policies.ts';
import { readToday } from '../../app/ports/open-ports.ts';
import { checkExamples } from '../../engine/policy/check-examples.ts';
import {
  listOverExceptions,
  makePolicyRules,
  reportUnchecked,
} from '../../engine/policy/make-policy-rules.ts';
import { mergeFindings } from '../../engine/validate/placeholders/merge-findings.ts';
import { checkPolicyEnvironments } from '../../engine/validate/rules/check-environments.ts';
import type { ManifestCheck } from '../../engine/validate/validate-account.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import {
  type AccountDocument,
  findIdInEnvironment,
  toAccountEntry,
} from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';
import { findPolicyRef } from '../../model/plan/policy.ts';
import { formatSpan } from '../../model/source-span.ts';

/** The check of manifests by policies, in each of their environments. */
export type PolicyCheck = {
  readonly makeCheck: (project: Project) => ManifestCheck;
  /** Lists mistakes of the policies that count, and of those of the working tree with their examples. */
  readonly listDiagnostics: (project: Project | null) => readonly Diagnostic[];
  /** Returns whether it says of an account alone that the policies have mistakes. */
  readonly isUnchecked: (diagnostic: Diagnostic) => boolean;
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
  const found = [...(own?.diagnostics ?? []), ...examples, ...loaded.diagnostics];
  const isBroken = hasErrors(loaded.diagnostics);
  return {
    isUnchecked: ({ code }) => isBroken && code === 'policy-denied',
    listDiagnostics: (project) => [
      ...listDistinct(found),
      ...(project === null
        ? []
        : checkPolicyEnvironments(own?.policies ?? [], project.environments)),
      ...listOverExceptions(loaded.policies, today),
    ],
    makeCheck: ({ environments }) => {
      if (isBroken) return async ([first]) => listUnchecked(first?.document);
      if (loaded.policies.length === 0) return async () => [];
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

// For reports by account: none passes that no policy judged.
function listUnchecked(document: AccountDocument | undefined): readonly Diagnostic[] {
  return document === undefined ? [] : [reportUnchecked(document.written.metadata.name)];
}

// The working tree mostly has the same mistakes as the commit, and is where they are corrected.
function listDistinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const distinct = new Map<string, Diagnostic>();
  for (const each of diagnostics) {
    const { code, at, summary } = each;
    const ref = at === undefined ? null : findPolicyRef(at.file);
    const toOwn = (text: string) => (ref === null ? text : text.replaceAll(`${ref}:`, ''));
    const place = at === undefined ? null : toOwn(formatSpan(at));
    const key = JSON.stringify([code, place, toOwn(summary)]);
    if (!distinct.has(key)) distinct.set(key, each);
  }
  return [...distinct.values()];
}
