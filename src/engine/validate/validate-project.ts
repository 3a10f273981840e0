import type { WrittenProject } from '../../model/manifest/manifest.generated.ts';
import type { PartlyValidated, RawDocument } from '../../model/manifest/manifest.ts';
import { checkDocument } from './check-document.ts';
import { projectRules } from './rules/project-rules.ts';

/** Validates the document of cyclectl.yaml. */
export function validateProject(raw: RawDocument): PartlyValidated<WrittenProject> {
  return checkDocument(raw, { kind: 'Project', rules: projectRules, environments: new Map() });
}
