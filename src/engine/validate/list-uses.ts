import type { ManifestUses, RawDocument } from '../../model/manifest/manifest.ts';
import { findRefPath } from '../../model/secret/secret-path.ts';
import { hasPlaceholders } from './placeholders/resolve-account-placeholders.ts';
import { listRefs } from './references/list-refs.ts';
import type { InterpolatedManifest } from './validate-account.ts';

/**
 * Lists the cycle files, secret files and variables that a manifest uses in any environment; may
 * list more than it uses, never less.
 */
export function listUses(
  raw: RawDocument,
  meanings: readonly InterpolatedManifest[],
): ManifestUses {
  const cycleFiles = new Set<string>();
  const secretFiles = new Set<string>();
  for (const { document } of meanings) {
    const { spec } = document.written;
    for (const { from } of Object.values(spec.cycles ?? {})) {
      if ('file' in from) cycleFiles.add(from.file);
    }
    for (const { ref } of listRefs('Account', spec, '/spec')) {
      const path = findRefPath(ref);
      if (path !== null) secretFiles.add(path);
    }
  }
  return {
    cycleFiles: [...cycleFiles],
    secretFiles: [...secretFiles],
    variables: hasPlaceholders(raw.written) ? listVariables(raw.written) : [],
  };
}

// Everything that looks like a variable, inside a placeholder or not.
function listVariables(written: unknown): readonly string[] {
  const found = JSON.stringify(written).matchAll(/vars\.([a-zA-Z][a-zA-Z0-9]*)/g);
  return [...new Set([...found].flatMap(([, name]) => name ?? []))];
}
