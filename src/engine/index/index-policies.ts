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
  const diagnostics: Diagnostic[] = passedOver.map(reportUnread);
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

// A policy in a file of such a name does not count.
function reportUnread({ path, why }: SkippedFile): Diagnostic {
  const found = reportSkipped(path, why);
  if (why === 'link')
    return { ...found, summary: `${path} is a link; cyclectl reads no policies through links` };
  if (why === 'not-a-file') return found;
  const severity = /\.json$/i.test(path) ? 'warning' : 'error';
  const summary = `${path} looks like a policy, but only *.yaml and *.yml are read`;
  return { ...found, severity, summary };
}
