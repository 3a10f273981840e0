import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { ExternalNames } from '../../../model/manifest/external-name.ts';
import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import { listEnvironments } from '../placeholders/list-environments.ts';
import { listEnvironmentRefs } from './list-environment-refs.ts';
import { recordOrigin } from './record-origin.ts';
import { recordRefs } from './record-refs.ts';

/** Records the external names of a project, by environment. */
export function recordProjectNames(names: ExternalNames, document: ProjectDocument): void {
  for (const [name, { service, notify = [] }] of listEnvironments(document)) {
    const environments = new Set([name]);
    const own = ['spec', 'environments', name];
    for (const key of ['baseUrl', 'authUrl'] as const) {
      const url = 'emulator' in service ? undefined : service[key];
      const pointer = toPointer([...own, 'service', key]);
      if (url !== undefined) recordOrigin(names, document, { url, pointer, environments });
    }
    const refs = listEnvironmentRefs(document, name);
    const addresses = new Set([toPointer([...own, 'store', 'postgres'])]);
    for (const [index, target] of notify.entries()) {
      const key = 'slack' in target ? 'slack' : 'webhook';
      const pointer = toPointer([...own, 'notify', String(index), key]);
      const url = 'slack' in target ? target.slack : target.webhook;
      if (typeof url === 'string') recordOrigin(names, document, { url, pointer, environments });
      addresses.add(pointer);
    }
    recordRefs(names, document, { refs, environments, addresses });
  }
}
