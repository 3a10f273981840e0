import { formatName } from '../../../kit/text/format-name.ts';
import type { Address, FieldPath } from '../../../model/address.ts';

/** The path of an object within its account: `connectors/crm`; empty for the account. */
export function toObjectPath(address: Address): string {
  const slash = address.indexOf('/');
  return slash < 0 ? '' : formatPath(address.slice(slash + 1));
}

/** The same, as shown under the name of the account: `connectors/crm`, or `account`. */
export function formatObjectPath(address: Address): string {
  return toObjectPath(address) || 'account';
}

/**
 * A field of an object, as shown under the name of the account: `timezone`, `connectors/crm/auth`.
 */
export function formatFieldPath(object: Address, path: FieldPath): string {
  return object.includes('/')
    ? `${formatObjectPath(object)}/${formatPath(path)}`
    : formatPath(path);
}

/** A path with each of its names visible and none endless. */
export function formatPath(path: string): string {
  return path.split('/').map(formatName).join('/');
}
