import { type Address, type FieldPath, parsePath } from '../../address.ts';

/** A wish to take drift back, for all accounts of a run. */
export type RevertRequest = {
  /** The requested addresses, each with everything below it; empty means all drift. */
  readonly addresses: readonly Address[];
  /** True if each of them must have drift; an approved plan may find it reverted already. */
  readonly isNew: boolean;
};

/** The part of an account that a revert restores. The rest stays unchanged. */
export type RevertPart = {
  /** Objects that are gone and are made again, whole. */
  readonly made: ReadonlySet<Address>;
  /** Fields that get Git's value, by object. */
  readonly fields: ReadonlyMap<Address, ReadonlySet<FieldPath>>;
};

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
