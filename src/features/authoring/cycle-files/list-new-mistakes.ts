import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { overlayFiles } from '../../../engine/observe/overlay-files.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';

/** What validate would say of a project with some texts in it by path, and does not say of it now. Nothing is written. */
export async function listNewMistakes(
  files: Files,
  texts: ReadonlyMap<string, string>,
): Promise<readonly Diagnostic[]> {
  const [now, then] = [
    await indexManifests(files),
    await indexManifests(overlayFiles(files, texts)),
  ];
  const known = new Set(now.index.diagnostics.map(nameMistake));
  return then.index.diagnostics.filter(
    (diagnostic) => diagnostic.severity === 'error' && !known.has(nameMistake(diagnostic)),
  );
}

// Lines move where a text gets longer.
function nameMistake({ code, summary, at }: Diagnostic): string {
  return JSON.stringify([code, summary, at?.file, at?.pointer]);
}
