import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withOverlay } from '../../../engine/observe/with-overlay.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';

/** What validate would say of a project with some texts in it by path, and does not say of it now. Nothing is written. */
export async function listNewErrors(
  files: Files,
  texts: ReadonlyMap<string, string>,
): Promise<readonly Diagnostic[]> {
  const [now, then] = [
    await indexManifests(files),
    await indexManifests(withOverlay(files, texts)),
  ];
  const known = new Set(now.index.diagnostics.map(toErrorKey));
  return then.index.diagnostics.filter(
    (diagnostic) => diagnostic.severity === 'error' && !known.has(toErrorKey(diagnostic)),
  );
}

// Lines move where a text gets longer.
function toErrorKey({ code, summary, at }: Diagnostic): string {
  return JSON.stringify([code, summary, at?.file, at?.pointer]);
}
