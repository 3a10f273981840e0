import { findByKey } from '../kit/find-by-key.ts';

/** Most letters of a key of a manifest. */
export const maxKeyLength = 63;

const key = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const accountId = /^(?!\.{1,2}$)[!"$-.0->@-~]{1,200}$/;

declare const addressBrand: unique symbol;

declare const pathBrand: unique symbol;

/**
 * The path of an object or field in the manifest, such as `northwind/connectors/crm` or
 * `northwind/cycles/out/steps/Add/fields/Email`. Commands, plans, reports and diagnostics share
 * this form; in a name, `/` is `%2F` and `%` is `%25`.
 */
export type Address = string & { readonly [addressBrand]: true };

/** The part of an address below its object: `timezone`, `steps/Add subscriber/fields/Status`. */
export type FieldPath = string & { readonly [pathBrand]: true };

/** A field or a member of an object. */
export type MemberName = { readonly address: Address; readonly path: FieldPath };

/** The kinds of objects that have an address of their own. */
export type ObjectKind = 'account' | 'connector' | 'cycle';

/** Address of an account: its key. */
export function toAccountAddress(account: string): Address {
  return formatSegment(account) as Address;
}

/** Address of an installed connector. */
export function toConnectorAddress(account: string, connector: string): Address {
  return joinSegments([account, 'connectors', connector]) as Address;
}

/** Address of a cycle. */
export function toCycleAddress(account: string, cycle: string): Address {
  return joinSegments([account, 'cycles', cycle]) as Address;
}

/**
 * Key of the state of console templates, which belong to no account. No manifest has it, because
 * keys start with a letter or a digit.
 */
export const templatesKey = '_templates';

/** Address of a template of the console, by its name. */
export function toTemplateAddress(name: string): Address {
  return joinSegments([templatesKey, name]) as Address;
}

/** Address of a field of an object. */
export function toFieldAddress(object: Address, path: FieldPath): Address {
  return `${object}/${path}` as Address;
}

/** The object of its own address, or of the address of a field of it. */
export function toObjectAddress(address: Address): Address {
  const [account = '', section, key] = address.split('/');
  const isOwn = (section === 'connectors' || section === 'cycles') && key !== undefined;
  return (isOwn ? [account, section, key].join('/') : account) as Address;
}

/** Finds the first object with an address in a finished list. */
export function findByAddress<T extends { readonly address: Address }>(
  list: readonly T[],
  address: Address,
): T | undefined {
  return findByKey<{ readonly address: Address }, 'address'>(list, 'address', address) as
    | T
    | undefined;
}

/** Makes a field path from names as written in the manifest. */
export function toFieldPath(...names: readonly string[]): FieldPath {
  return joinSegments(names) as FieldPath;
}

/** The names of an address or path, with `%2F` and `%25` decoded. */
export function parsePath(path: Address | FieldPath): string[] {
  const segments = path.split('/');
  if (!path.includes('%')) return segments;
  return segments.map((segment) => segment.replaceAll('%2F', '/').replaceAll('%25', '%'));
}

/** Parses the address of an object into kind, account and key; null if it names none. */
export function parseObjectAddress(
  text: string,
): { kind: ObjectKind; account: string; key: string; address: Address } | null {
  const [account = '', room, key, ...rest] = parsePath(text as Address);
  if (account === '' || rest.length > 0) return null;
  if (room === undefined)
    return { kind: 'account', account, key: account, address: toAccountAddress(account) };
  if (key === undefined || key === '') return null;
  if (room === 'connectors')
    return { kind: 'connector', account, key, address: toConnectorAddress(account, key) };
  if (room === 'cycles')
    return { kind: 'cycle', account, key, address: toCycleAddress(account, key) };
  return null;
}

/** The key of the custom category that a field of a connector stands for; null for any other field. */
export function parseCategoryKey(path: FieldPath): string | null {
  const [room, key = ''] = parsePath(path);
  return room === 'customCategories' ? key : null;
}

/** A custom category of a connector: a field of it that has an id of its own. */
export type CategoryAddress = {
  readonly account: string;
  readonly connector: Address;
  readonly key: string;
  readonly address: Address;
};

/** The custom category that `ACCOUNT/connectors/KEY/customCategories/KEY` names; null for anything else. */
export function parseCategoryAddress(text: string): CategoryAddress | null {
  const [account = '', room, connector = '', field, key = '', ...rest] = parsePath(text as Address);
  if (room !== 'connectors' || field !== 'customCategories' || rest.length > 0) return null;
  if (account === '' || connector === '' || key === '') return null;
  const owner = toConnectorAddress(account, connector);
  return {
    account,
    connector: owner,
    key,
    address: toFieldAddress(owner, toFieldPath(field, key)),
  };
}

function joinSegments(names: readonly string[]): string {
  return names.map(formatSegment).join('/');
}

function formatSegment(name: string): string {
  if (!name.includes('%') && !name.includes('/')) return name;
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}

/** Returns whether a text is a valid key of an account, a connector or a cycle. */
export function isKey(text: string): boolean {
  return key.test(text);
}

/** Returns whether a text can be the external id of an account in a manifest, as in its schema. */
export function isAccountId(text: string): boolean {
  return accountId.test(text);
}

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
