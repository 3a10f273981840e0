import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import { isKeyVariable } from '../../../model/manifest/variable.ts';
import { checkPrivatePath } from './check-private-path.ts';
import { listRefs } from './list-refs.ts';
import { reportOwnSecret } from './report-own-secret.ts';

/** Refuses cyclectl's own keys as references, because they are sent to no service. */
export function checkProjectRefs(document: ProjectDocument): readonly Diagnostic[] {
  return [...listRefs('Project', document.written)].flatMap((placed) =>
    'env' in placed.ref && isKeyVariable(placed.ref.env)
      ? [reportOwnSecret(document, placed)]
      : checkPrivatePath(document, placed),
  );
}
