import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { isKeyVariable, isOwnVariable } from '../../../model/manifest/variable.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';
import { findRefPath, isPrivatePath, toSourceKey } from '../../../model/secret/secret-path.ts';
import { listEnvironments } from '../placeholders/scope.ts';
import { schemas } from '../schema/schemas.ts';
import { listRefs, type PlacedRef } from './list-refs.ts';
import { listEnvironmentRefs } from './record-origin.ts';

/**
 * Sources that an environment signs in with or finds its store with, as `toSourceKey` names them.
 */
export type OwnSources = ReadonlySet<string>;

/**
 * Refuses references to cyclectl's own credentials and keys, because values of an account are sent
 * to the service and on to third parties.
 */
export function checkAccountRefs(
  document: ManifestDocument<unknown>,
  own: OwnSources,
): readonly Diagnostic[] {
  return listRefs(schemas.Account, document.written).flatMap((placed) => {
    const { ref } = placed;
    const isOwn = own.has(toSourceKey(ref)) || ('env' in ref && isOwnVariable(ref.env));
    return isOwn ? [reportOwnSecret(document, placed)] : checkPrivatePath(document, placed);
  });
}

/** Refuses a reference into folders of keys, stores and other programs. */
function checkPrivatePath(
  document: ManifestDocument<unknown>,
  { ref, pointer }: PlacedRef,
): readonly Diagnostic[] {
  const path = findRefPath(ref);
  if (path === null || !isPrivatePath(path)) return [];
  return [
    reportError('private-folder', {
      summary: `${path} is in a folder that manifests cannot read from`,
      at: document.spanOf(pointer),
      remedy: 'Move the file to another folder of the project that Git ignores.',
    }),
  ];
}

/** Reports a reference to one of cyclectl's own credentials. */
function reportOwnSecret(
  document: ManifestDocument<unknown>,
  { ref, pointer }: PlacedRef,
): Diagnostic {
  return reportError('secret-of-cyclectl', {
    summary: `${formatSecretRef(ref)} belongs to cyclectl itself and would be sent elsewhere`,
    at: document.spanOf(pointer),
    remedy: 'Refer to a secret that is meant for this field.',
  });
}

/** Lists the sources of credentials that cyclectl itself uses: sign-in and store of every environment. */
export function listOwnSources(document: ProjectDocument): OwnSources {
  const names = listEnvironments(document).map(([name]) => name);
  return new Set(
    names.flatMap((name) => listEnvironmentRefs(document, name)).map(({ ref }) => toSourceKey(ref)),
  );
}

/** Refuses cyclectl's own keys as references, because they are sent to no service. */
export function checkProjectRefs(document: ProjectDocument): readonly Diagnostic[] {
  return listRefs(schemas.Project, document.written).flatMap((placed) =>
    'env' in placed.ref && isKeyVariable(placed.ref.env)
      ? [reportOwnSecret(document, placed)]
      : checkPrivatePath(document, placed),
  );
}
