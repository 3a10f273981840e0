import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ManifestDocument, ProjectDocument } from '../../model/manifest.ts';
import { isKeyVariable, isOwnVariable } from '../../model/own-variable.ts';
import { writeSecretRef } from '../../model/secret.ts';
import { isPrivatePath, nameSource, pathOfRef } from '../../model/secret-path.ts';
import { listEnvironments } from './list-environments.ts';
import { listRefs, type PlacedRef } from './list-refs.ts';
import { listEnvironmentRefs } from './note-outside.ts';

/** Names of the sources that an environment signs in or finds its store with, as `nameSource` has them. */
export type OwnSources = ReadonlySet<string>;

/** What environments sign in with and find their stores with. */
export function listOwnSources(document: ProjectDocument): OwnSources {
  const names = listEnvironments(document).map(([name]) => name);
  return new Set(
    names.flatMap((name) => listEnvironmentRefs(document, name)).map(({ ref }) => nameSource(ref)),
  );
}

/**
 * What an account refers to is written into the service and goes on to third parties. What cyclectl itself
 * signs in with or opens things with may not take that way, whoever asks for it.
 */
export function judgeAccountRefs(
  document: ManifestDocument<unknown>,
  own: OwnSources,
): readonly Diagnostic[] {
  return [...listRefs('Account', document.written)].flatMap((placed) => {
    const { ref } = placed;
    const isOwn = own.has(nameSource(ref)) || ('env' in ref && isOwnVariable(ref.env));
    return isOwn ? [reportOwn(document, placed)] : judgePath(document, placed);
  });
}

/** The keys of cyclectl itself are sent to nobody, not even to sign in with. */
export function judgeProjectRefs(document: ProjectDocument): readonly Diagnostic[] {
  return [...listRefs('Project', document.written)].flatMap((placed) =>
    'env' in placed.ref && isKeyVariable(placed.ref.env)
      ? [reportOwn(document, placed)]
      : judgePath(document, placed),
  );
}

function reportOwn(document: ManifestDocument<unknown>, { ref, pointer }: PlacedRef): Diagnostic {
  return {
    code: 'secret-of-cyclectl',
    severity: 'error',
    summary: `${writeSecretRef(ref)} is for cyclectl itself, and would be sent elsewhere`,
    at: document.spanOf(pointer),
    remedy: 'Name a secret that is meant for this place.',
  };
}

function judgePath(
  document: ManifestDocument<unknown>,
  { ref, pointer }: PlacedRef,
): readonly Diagnostic[] {
  const path = pathOfRef(ref);
  if (path === null || !isPrivatePath(path)) return [];
  return [
    {
      code: 'private-folder',
      severity: 'error',
      summary: `${path} lies in a folder that no manifest reads from`,
      at: document.spanOf(pointer),
      remedy: 'Put the file elsewhere in the project folder, where Git ignores it.',
    },
  ];
}
