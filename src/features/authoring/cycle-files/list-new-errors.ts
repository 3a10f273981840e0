import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withOverlay } from '../../../engine/observe/with-overlay.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';

/** Lists the errors that some texts by path would add to a project. Writes nothing. */
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

// Ignores lines, because longer texts shift them.
function toErrorKey({ code, summary, at }: Diagnostic): string {
  return JSON.stringify([code, summary, at?.file, at?.pointer]);
}
