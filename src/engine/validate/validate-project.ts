import type { WrittenProject } from '../../model/manifest/manifest.generated.ts';
import type { PartlyJudged, RawDocument } from '../../model/manifest/manifest.ts';
import { judgeDocument } from './judge-document.ts';
import { projectRules } from './rules/project-rules.ts';

/** Judges the document of cyclectl.yaml. */
export function validateProject(raw: RawDocument): PartlyJudged<WrittenProject> {
  return judgeDocument(raw, { kind: 'Project', rules: projectRules, environments: new Map() });
}
