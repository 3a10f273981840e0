import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import { toSourceKey } from '../../../model/secret/secret-path.ts';
import { listEnvironments } from '../placeholders/list-environments.ts';
import { listEnvironmentRefs } from './list-environment-refs.ts';

/**
 * Sources that an environment signs in with or finds its store with, as `toSourceKey` names them.
 */
export type OwnSources = ReadonlySet<string>;

/** Lists the sources of credentials that cyclectl itself uses: sign-in and store of every environment. */
export function listOwnSources(document: ProjectDocument): OwnSources {
  const names = listEnvironments(document).map(([name]) => name);
  return new Set(
    names.flatMap((name) => listEnvironmentRefs(document, name)).map(({ ref }) => toSourceKey(ref)),
  );
}
