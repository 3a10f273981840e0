import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicySource } from '../../engine/index/index-policies.ts';
import { openFolder, type SkippedFile } from '../../kit/files/folder.ts';
import { isBeneath } from '../../kit/files/inside-folder.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { policyFolder } from '../../model/plan/policy.ts';
import { findWorkTree, resolveReal } from '../git/find-work-tree.ts';
import { openProjectFiles } from '../project/project-files.ts';

/** Opens the folder of policies of a project, as it is in the working tree; null without one. */
export async function openOwnPolicies(directory: string): Promise<PolicySource | null> {
  const files = openProjectFiles(directory);
  const paths = await files.listYaml(policyFolder);
  const passedOver =
    paths === null ? listNoFolder(directory) : await files.listPassedOver(policyFolder);
  if (paths === null && passedOver.length === 0) return null;
  return { paths: paths ?? [], passedOver, read: (path) => files.read(path) };
}

// A link or a file of its name, for which a commit of it would refuse every plan.
function listNoFolder(directory: string): readonly SkippedFile[] {
  const found = lstatSync(join(directory, policyFolder), { throwIfNoEntry: false });
  if (found === undefined) return [];
  return [{ path: policyFolder, why: found.isSymbolicLink() ? 'link' : 'not-a-file' }];
}

/** Opens the folder of the operator's policies. Throws `OperationalError` if a branch could write it. */
export async function openOperatorPolicies(
  folder: string,
  directory: string,
): Promise<PolicySource> {
  const shown = toVisible(folder);
  const real = resolveReal(folder);
  const source = await openFolderPolicies(folder);
  if (real === null || source === null) {
    throw new OperationalError(`CYCLECTL_POLICY_FOLDER names ${shown}, which is no folder`, {
      remedy:
        'Correct the variable, or create the folder. Nothing is planned without its policies.',
    });
  }
  const bound = findWorkTree(directory)?.bound ?? resolveReal(directory) ?? directory;
  if (isBeneath(bound, real)) {
    throw new OperationalError(
      `CYCLECTL_POLICY_FOLDER names ${shown}, which is inside the checkout, so a branch could change it`,
      {
        remedy:
          'Name a folder outside the checkout; policies of the project are in its folder policy.',
      },
    );
  }
  return source;
}

/** Opens a folder of policies anywhere; null without one. */
export async function openFolderPolicies(folder: string): Promise<PolicySource | null> {
  const files = openFolder(resolveReal(folder) ?? folder);
  const paths = await files.listYaml('.');
  if (paths === null) return null;
  const toLabel = (path: string) => join(folder, path);
  const byLabel = new Map(paths.map((path) => [toLabel(path), path]));
  const passedOver = await files.listPassedOver('.');
  return {
    paths: [...byLabel.keys()],
    passedOver: passedOver.map(({ path, why }) => ({ path: toLabel(path), why })),
    read: (label) => files.read(byLabel.get(label) ?? label),
  };
}
