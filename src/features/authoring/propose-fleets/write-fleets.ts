import { hasComments } from '../../../kit/yaml/add-yaml-comments.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Files, ManifestFiles } from '../../../model/ports.ts';
import type { ResolvedFleets } from './resolve-fleets.ts';

type WrittenFiles = {
  /** Files in the way, and files that were not removed. */
  readonly diagnostics: readonly Diagnostic[];
  /** Removed files that had comments. */
  readonly commented: readonly string[];
};

/**
 * Writes the files of fleets, then removes those of accounts that are rows now, so that nothing is
 * lost if it ends in between. Throws `OperationalError`.
 */
export async function writeFleets(
  ports: { readonly files: Files; readonly manifests: ManifestFiles },
  { texts, removed }: Pick<ResolvedFleets, 'texts' | 'removed'>,
): Promise<WrittenFiles> {
  const created: [string, string][] = [];
  for (const [path, text] of texts) {
    if (await ports.manifests.create(path, text)) {
      created.push([path, text]);
      continue;
    }
    for (const [own, written] of created) await ports.manifests.remove(own, written);
    return { diagnostics: [reportInTheWay(path)], commented: [] };
  }
  const diagnostics: Diagnostic[] = [];
  const commented: string[] = [];
  for (const path of removed) {
    const reading = await ports.files.read(path);
    const before = reading.ok ? `${reading.hasMark === true ? '\ufeff' : ''}${reading.text}` : null;
    if (before === null || !(await ports.manifests.remove(path, before))) {
      diagnostics.push(reportLeft(path));
    } else if (hasComments(before)) commented.push(path);
  }
  return { diagnostics, commented };
}

function reportInTheWay(path: string): Diagnostic {
  return reportError('file-in-the-way', {
    summary: `${path} exists already; nothing was written`,
    remedy: 'Move it away, and run the command again.',
  });
}

function reportLeft(path: string): Diagnostic {
  return reportError('file-in-the-way', {
    summary: `${path} changed meanwhile and was not removed; its accounts are rows too`,
    remedy: 'Compare it with the row of its account, and remove it.',
  });
}
