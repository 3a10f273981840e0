import { type Address, type FieldPath, parsePath } from '../../address.ts';

/** A wish to take drift back, for all accounts of a run. */
export type RevertRequest = {
  /** What a person named, each with all that stands beneath it; without any it is all that has moved. */
  readonly addresses: readonly Address[];
  /** Whether each of them must have moved: what was approved may be back already when it is applied. */
  readonly isNew: boolean;
};

/** What of an account a revert brings back. All else of it is left alone. */
export type RevertPart = {
  /** Objects that are gone and are made again, whole. */
  readonly made: ReadonlySet<Address>;
  /** Fields that get Git's value, by object. */
  readonly fields: ReadonlyMap<Address, ReadonlySet<FieldPath>>;
};

/** Whether an address is one of those that were named, or stands beneath one; without any all are. */
export function isRequested(addresses: readonly Address[], address: Address): boolean {
  return addresses.length === 0 || addresses.some((each) => isWithin(each, address));
}

/** Whether an address is another one or stands beneath it. */
export function isWithin(above: Address, address: Address): boolean {
  return `${address}/`.startsWith(`${above}/`);
}

/** The keys of the accounts that addresses name. */
export function listAccountKeys(addresses: readonly Address[]): ReadonlySet<string> {
  return new Set(addresses.map((address) => parsePath(address)[0] ?? ''));
}
