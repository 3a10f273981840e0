import type { OutsideNames } from '../../../model/manifest/outside-name.ts';
import type { AccountMeaning } from '../validate-account.ts';
import { listRefs } from './list-refs.ts';
import { noteOrigin } from './note-origin.ts';
import { noteRefs } from './note-refs.ts';

const address = '/spec/errorWebhook/url';

/** Notes what an account names of its surroundings: variables, and the origin that its errors are sent to. */
export function noteAccount(names: OutsideNames, { document, environment }: AccountMeaning): void {
  const { spec } = document.written;
  const own = spec.id === undefined ? new Set(Object.keys(spec.ids ?? {})) : null;
  const environments = environment === null ? own : new Set([environment]);
  const url = spec.errorWebhook?.url;
  if (typeof url === 'string') noteOrigin(names, document, { url, pointer: address, environments });
  const addresses = new Set([address]);
  noteRefs(names, document, { refs: listRefs('Account', spec, '/spec'), environments, addresses });
}
