import type { WrittenInput } from '../../../model/manifest/blueprint.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';

/** An account as its manifest says, with its placeholders. */
export type Member = Pick<WrittenAccount, 'metadata' | 'spec'>;

/** Settings as they nest, which a draft fills path by path. */
export type Nested = { [key: string]: unknown };

/** A blueprint, a table and overrides that come to the manifests of some accounts. */
export type FleetDraft = {
  readonly inputs: ReadonlyMap<string, WrittenInput>;
  /** Settings of the blueprint. */
  readonly settings: Nested;
  readonly members: readonly Member[];
  /** Cells by account, then column; without those that are not given. */
  readonly cells: ReadonlyMap<Member, ReadonlyMap<string, string>>;
  /** Settings of one account that no cell can give, or that few accounts have. */
  readonly overrides: ReadonlyMap<Member, Nested>;
};

/** Sets a value at a path, and makes the maps above it. */
export function writeAtPath(settings: Nested, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    define(settings, name, value);
    return;
  }
  const inner = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const map: Nested = typeof inner === 'object' && inner !== null ? (inner as Nested) : {};
  if (map !== inner) define(settings, name, map);
  writeAtPath(map, rest, value);
}

// A key of the service may be `__proto__`.
function define(map: Nested, name: string, value: unknown): void {
  Object.defineProperty(map, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/** Most accounts, of so many, that get an override for a value of their own; others a column. */
export function countOdd(accounts: number): number {
  return Math.max(1, Math.floor(accounts / 20));
}
