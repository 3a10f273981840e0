import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { validateProject } from '../../../src/engine/validate/validate-project.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';

/**
 * Diagnostics of validate for a cyclectl.yaml with these lines under `spec`, the first on line 5.
 */
export function checkProject(...lines: readonly string[]): readonly Diagnostic[] {
  const head = ['apiVersion: cyclectl/v1', 'kind: Project', 'metadata: {name: sample}', 'spec:'];
  const { documents, diagnostics } = parseDocuments(
    'cyclectl.yaml',
    [...head, ...lines].join('\n'),
  );
  return [...diagnostics, ...documents.flatMap((raw) => validateProject(raw).diagnostics)];
}
