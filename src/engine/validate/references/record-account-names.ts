import type { ExternalNames } from '../../../model/manifest/external-name.ts';
import type { InterpolatedManifest } from '../validate-account.ts';
import { listRefs } from './list-refs.ts';
import { recordOrigin } from './record-origin.ts';
import { recordRefs } from './record-refs.ts';

const address = '/spec/errorWebhook/url';

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
    refs: listRefs('Account', spec, '/spec'),
    environments,
    addresses,
  });
}
