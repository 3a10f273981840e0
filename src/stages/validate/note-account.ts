import type { AccountDocument } from '../../model/manifest.ts';
import type { OutsideNames } from '../../model/outside-name.ts';
import { listRefs } from './list-refs.ts';
import { noteOrigin } from './note-origin.ts';
import { noteRefs } from './note-refs.ts';

const address = '/spec/errorWebhook/url';

/** Notes what an account names of its surroundings: variables, and the origin that its errors are sent to. */
export function noteAccount(names: OutsideNames, document: AccountDocument): void {
  const { spec } = document.written;
  const environments = spec.id === undefined ? new Set(Object.keys(spec.ids ?? {})) : null;
  const url = spec.errorWebhook?.url;
  if (typeof url === 'string') noteOrigin(names, document, { url, pointer: address, environments });
  noteRefs(names, document, { refs: listRefs('Account', spec, '/spec'), environments, address });
}
