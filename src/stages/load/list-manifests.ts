import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ProjectDocument } from '../../model/manifest.ts';
import type { Files } from '../../model/ports.ts';
import { defaultFolders } from '../../model/project.ts';

/**
 * Paths of all manifest files of a project, each once, sorted; a folder that is missing is an error. Where
 * cyclectl.yaml is too broken to name folders, those are looked at that a project has by default.
 */
export async function listManifests(
  files: Files,
  project: ProjectDocument | null,
): Promise<{ readonly paths: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  const written = project?.written.spec.manifests;
  const paths = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, folder] of (written ?? defaultFolders).entries()) {
    const listed = await files.listYaml(folder);
    for (const path of listed ?? []) paths.add(path);
    if (listed !== null || project === null) continue;
    diagnostics.push({
      code: 'folder-missing',
      severity: 'error',
      summary: `There is no folder ${folder} beside cyclectl.yaml`,
      at:
        written === undefined
          ? project.keySpanOf('/spec')
          : project.spanOf(`/spec/manifests/${index}`),
    });
  }
  return { paths: [...paths].sort(), diagnostics };
}
