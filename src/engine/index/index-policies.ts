import type { SkippedFile, TextReading } from '../../kit/files/folder.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../model/manifest/manifest.ts';
import type { Policy } from '../../model/plan/policy.ts';
import { reportSkipped } from '../load/list-manifests.ts';
import { loadDocuments } from '../load/load-documents.ts';
import { validatePolicies } from '../validate/policies/validate-policies.ts';

/** The files of a folder of policies, wherever they are. */
export type PolicySource = {
  readonly paths: readonly string[];
  /** Links and files of other names, which are not read. */
  readonly passedOver: readonly SkippedFile[];
  readonly read: (path: string) => Promise<TextReading>;
};

/** Valid policies of a folder, and the mistakes of all. */
export type IndexedPolicies = {
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Loads and compiles the policies of a folder. A file that is passed over is a mistake: its policy would vanish. */
export async function indexPolicies({
  paths,
  passedOver,
  read,
}: PolicySource): Promise<IndexedPolicies> {
  const documents: RawDocument[] = [];
  const diagnostics: Diagnostic[] = passedOver.map(({ path, why }) => reportSkipped(path, why));
  for (const path of paths) {
    const file = await loadDocuments({ read }, path);
    documents.push(...file.documents);
    diagnostics.push(...file.diagnostics);
  }
  const validated = validatePolicies(documents);
  return {
    policies: validated.policies,
    diagnostics: [...diagnostics, ...validated.diagnostics],
  };
}
