import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type {
  WrittenEnvironment,
  WrittenProject,
} from '../../../../model/manifest/manifest.generated.ts';
import { isPrivatePath } from '../../../../model/secret/secret-path.ts';
import { listEnvironments } from '../../placeholders/scope.ts';
import type { Rule } from '../rule.ts';

/** Folders of Git and of package managers; `.cyclectl` is ours. */
const others = ['.git', 'node_modules'];

/** Refuses a store, world or data of an environment inside these folders. */
export const checkOwnPaths: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, environment]) =>
    listPaths(environment).flatMap(([path, way]) => {
      if (!isPrivatePath(path, others)) return [];
      return [
        reportError('private-folder', {
          summary: `${path} is in a folder of another program`,
          at: document.spanOf(toPointer(['spec', 'environments', name, ...way])),
        }),
      ];
    }),
  );

function listPaths({ service, store }: WrittenEnvironment): [path: string, way: string[]][] {
  const paths: [string, string[]][] = [];
  if (store !== undefined && 'sqlite' in store) paths.push([store.sqlite, ['store', 'sqlite']]);
  if (!('emulator' in service)) return paths;
  for (const key of ['world', 'data'] as const) {
    const path: string | undefined = service.emulator[key];
    if (path !== undefined) paths.push([path, ['service', 'emulator', key]]);
  }
  return paths;
}
