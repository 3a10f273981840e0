import { toPointer } from '../../kit/json-pointer.ts';
import type { ProjectDocument } from '../../model/manifest.ts';
import type { OutsideNames } from '../../model/outside-name.ts';
import { listEnvironmentRefs } from './list-environment-refs.ts';
import { listEnvironments } from './list-environments.ts';
import { noteOrigin } from './note-origin.ts';
import { noteRefs } from './note-refs.ts';

/** Notes what a project names of its surroundings, for each environment what that one names. */
export function noteProject(names: OutsideNames, document: ProjectDocument): void {
  for (const [name, { service }] of listEnvironments(document)) {
    const environments = new Set([name]);
    const own = ['spec', 'environments', name];
    for (const key of ['baseUrl', 'authUrl'] as const) {
      const url = 'emulator' in service ? undefined : service[key];
      const pointer = toPointer([...own, 'service', key]);
      if (url !== undefined) noteOrigin(names, document, { url, pointer, environments });
    }
    const refs = listEnvironmentRefs(document, name);
    noteRefs(names, document, {
      refs,
      environments,
      address: toPointer([...own, 'store', 'postgres']),
    });
  }
}
