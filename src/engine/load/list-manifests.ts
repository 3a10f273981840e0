import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { ProjectDocument } from '../../model/manifest/manifest.ts';
import { blueprintFolder, defaultFolders, fleetFolder } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';

/**
 * Lists the paths of all manifest files of accounts, each once, sorted. Reports a missing folder, and
 * what is passed over, also in the folders of blueprints and fleets.
 */
export async function listManifests(
  files: Files,
  project: ProjectDocument | null,
  hasFleets = false,
): Promise<{ readonly paths: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  const written = project?.written.spec.manifests;
  const paths = new Set<string>();
  const passedOver = new Map<string, keyof typeof words>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, folder] of (written ?? defaultFolders).entries()) {
    const listed = await files.listYaml(folder);
    for (const path of listed ?? []) paths.add(path);
    if (listed !== null || project === null || (hasFleets && written === undefined)) continue;
    diagnostics.push(
      reportError('folder-missing', {
        summary: `The folder ${folder} beside cyclectl.yaml does not exist`,
        at:
          written === undefined
            ? project.keySpanOf('/spec')
            : project.spanOf(`/spec/manifests/${index}`),
      }),
    );
  }
  for (const folder of [...(written ?? defaultFolders), blueprintFolder, fleetFolder]) {
    for (const { path, why } of await files.listPassedOver(folder)) passedOver.set(path, why);
  }
  for (const [path, why] of passedOver) {
    if (why !== 'name' || (await isManifest(files, path)))
      diagnostics.push(reportSkipped(path, why));
  }
  return { paths: [...paths].sort(), diagnostics };
}

const words = {
  link: { severity: 'error', says: 'is a link; cyclectl reads no manifests through links' },
  'not-a-file': { severity: 'error', says: 'is not a regular file and is not read' },
  name: { severity: 'warning', says: 'looks like a manifest, but only *.yaml and *.yml are read' },
} as const;

// Cycle files and other files of a team can be JSON too.
async function isManifest(files: Files, path: string): Promise<boolean> {
  const reading = await files.read(path);
  return reading.ok && /"?\bapiVersion"?\s*:\s*"?cyclectl\//.test(reading.text);
}

/** Reports a file that is not read as a manifest, because its content would vanish silently. */
export function reportSkipped(path: string, why: keyof typeof words): Diagnostic {
  const { severity, says: text } = words[why];
  const at = { file: path, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
  return { code: 'file-passed-over', severity, summary: `${path} ${text}`, at };
}
