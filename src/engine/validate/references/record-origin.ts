import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import {
  type ExternalName,
  type ExternalNames,
  normaliseOrigin,
} from '../../../model/manifest/external-name.ts';
import type { ProjectDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';
import { findRefPath } from '../../../model/secret/secret-path.ts';
import { listEnvironments } from '../placeholders/scope.ts';
import { schemas } from '../schema/schemas.ts';
import type { InterpolatedManifest } from '../validate-account.ts';
import { listRefs, listRefsAt, type PlacedRef } from './list-refs.ts';

const address = '/spec/errorWebhook/url';

/** A pointer that uses a name, and the environments that the use concerns. */
export type Use = {
  readonly pointer: string;
  readonly environments: ExternalName['environments'];
};

/**
 * Records the origin of an address; an ambiguous address goes in as its own text, which no list
 * allows.
 */
export function recordOrigin(
  names: ExternalNames,
  document: ManifestDocument<unknown>,
  { url, pointer, environments }: Use & { readonly url: string },
): void {
  const name = normaliseOrigin(url) ?? url;
  names.add({ kind: 'origin', name }, { in: environments, at: () => document.spanOf(pointer) });
}

/** Lists the references of one environment: of its token and its store. */
export function listEnvironmentRefs(
  { written }: ProjectDocument,
  name: string,
): readonly PlacedRef[] {
  const own = toPointer(['spec', 'environments', name]);
  return listRefsAt(schemas.Project, readPointer(written, own), own);
}

/**
 * Records the variables of references. `addresses` are pointers of web addresses, which are also
 * recorded if a file has them.
 */
function recordRefs(
  names: ExternalNames,
  document: ManifestDocument<unknown>,
  {
    refs,
    environments,
    addresses,
  }: Pick<Use, 'environments'> & {
    readonly refs: Iterable<PlacedRef>;
    readonly addresses: ReadonlySet<string>;
  },
): void {
  for (const { ref, pointer } of refs) {
    const used = { in: environments, at: () => document.spanOf(pointer) };
    if ('env' in ref) names.add({ kind: 'variable', name: ref.env }, used);
    // The branch may have changed the file too, so the address is unknown.
    const isHidden = addresses.has(pointer) && findRefPath(ref) !== null;
    if (isHidden) names.add({ kind: 'address-in-file', name: formatSecretRef(ref) }, used);
  }
}

/** Records the external names of an account: variables, and the origin of its error webhook. */
export function recordAccountNames(
  names: ExternalNames,
  { document, environment }: InterpolatedManifest,
): void {
  const { spec } = document.written;
  const own = spec.id === undefined ? new Set(Object.keys(spec.ids ?? {})) : null;
  const environments = environment === null ? own : new Set([environment]);
  const url = spec.errorWebhook?.url;
  if (typeof url === 'string')
    recordOrigin(names, document, { url, pointer: address, environments });
  const addresses = new Set([address]);
  recordRefs(names, document, {
    refs: listRefs(schemas.Account, document.written),
    environments,
    addresses,
  });
}

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
