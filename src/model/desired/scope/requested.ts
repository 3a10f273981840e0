import { type Address, parsePath } from '../../address.ts';

/** Returns whether an address is requested or below a requested one; without requests all are. */
export function isRequested(addresses: readonly Address[], address: Address): boolean {
  return addresses.length === 0 || addresses.some((each) => isWithin(each, address));
}

/** Returns whether an address equals another one or is below it. */
export function isWithin(above: Address, address: Address): boolean {
  return `${address}/`.startsWith(`${above}/`);
}

/** The keys of the accounts that addresses name. */
export function listAccountKeys(addresses: readonly Address[]): ReadonlySet<string> {
  return new Set(addresses.map((address) => parsePath(address)[0] ?? ''));
}
