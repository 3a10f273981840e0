import { writeName } from '../../kit/text/write-name.ts';
import type { Address, FieldPath } from '../../model/address.ts';

/** An address without its account, as reports show it beneath the account's name: `connectors/crm`. */
export function withinAccount(address: Address): string {
  const slash = address.indexOf('/');
  return slash < 0 ? 'account' : writePath(address.slice(slash + 1));
}

/** A field of an object as it stands beneath the account's name: `timezone`, `connectors/crm/auth`. */
export function fieldWithin(object: Address, path: FieldPath): string {
  return object.includes('/') ? `${withinAccount(object)}/${writePath(path)}` : writePath(path);
}

/** A path with each of its names visible and none endless. */
export function writePath(path: string): string {
  return path.split('/').map(writeName).join('/');
}
