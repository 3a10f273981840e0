import { lstatSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PolicySource } from '../../engine/index/index-policies.ts';
import { openFolder, type SkippedFile } from '../../kit/files/folder.ts';
import { isBeneath } from '../../kit/files/inside-folder.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
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
  const found = await listFiles(folder);
  if (found === null) {
    throw new OperationalError(`CYCLECTL_POLICY_FOLDER names ${shown}, which is no folder`, {
      remedy:
        'Correct the variable, or create the folder. Nothing is planned without its policies.',
    });
  }
  const bound = findWorkTree(directory)?.bound ?? resolveReal(directory) ?? directory;
  const { real, files } = found;
  const inside = [...files].find(([, file]) => isBeneath(bound, file));
  if (isBeneath(bound, real) || inside !== undefined) {
    const which = isBeneath(bound, real) ? 'which' : `whose file ${toVisible(inside?.[0] ?? '')}`;
    throw new OperationalError(
      `CYCLECTL_POLICY_FOLDER names ${shown}, ${which} is inside the checkout, so a branch could change it`,
      {
        remedy:
          'Name a folder outside the checkout; policies of the project are in its folder policy.',
      },
    );
  }
  return toSource(found);
}

/** Opens a folder of policies anywhere; null without one. */
export async function openFolderPolicies(folder: string): Promise<PolicySource | null> {
  const found = await listFiles(folder);
  return found === null ? null : toSource(found);
}

/** Files of a folder that its owner answers for. */
type TrustedFiles = {
  /** The folder with links resolved. */
  readonly real: string;
  /** The policies by their paths as they are shown, with links resolved. */
  readonly files: ReadonlyMap<string, string>;
  readonly passedOver: readonly SkippedFile[];
};

function toSource({ files, passedOver }: TrustedFiles): PolicySource {
  return {
    paths: [...files.keys()].sort(),
    passedOver,
    read: async (label) => {
      const file = files.get(label) ?? label;
      return openFolder(dirname(file)).read(basename(file));
    },
  };
}

// Links are followed and names with a dot passed over, because a mounted ConfigMap has both.
async function listFiles(folder: string): Promise<TrustedFiles | null> {
  const real = resolveReal(folder);
  if (real === null || !statSync(real).isDirectory()) return null;
  const files = new Map<string, string>();
  const passedOver: SkippedFile[] = [];
  const seen = new Set<string>();
  const walk = async (shown: string, at: string): Promise<void> => {
    // A link may lead back.
    if (seen.has(at)) return;
    seen.add(at);
    for (const name of (await readNames(at)).sort()) {
      if (name.startsWith('.')) continue;
      const path = join(shown, name);
      const target = resolveReal(join(at, name));
      const kind = target === null ? undefined : statSync(target);
      if (target !== null && kind?.isDirectory()) await walk(path, target);
      else if (target !== null && kind?.isFile() && /\.ya?ml$/.test(name)) files.set(path, target);
      else if (!kind?.isFile()) passedOver.push({ path, why: 'not-a-file' });
      else if (/\.(ya?ml|json)$/i.test(name)) passedOver.push({ path, why: 'name' });
    }
  };
  await walk(folder, real);
  return { real, files, passedOver };
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw toFileError('read', folder, error);
  }
}
