import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import { toSourceKey } from '../../../model/secret/secret-path.ts';
import { listEnvironments } from '../placeholders/list-environments.ts';
import { listEnvironmentRefs } from './list-environment-refs.ts';

/** Names of the sources that an environment signs in or finds its store with, as `toSourceKey` has them. */
export type OwnSources = ReadonlySet<string>;

/** What environments sign in with and find their stores with. */
export function listOwnSources(document: ProjectDocument): OwnSources {
  const names = listEnvironments(document).map(([name]) => name);
  return new Set(
    names.flatMap((name) => listEnvironmentRefs(document, name)).map(({ ref }) => toSourceKey(ref)),
  );
}
