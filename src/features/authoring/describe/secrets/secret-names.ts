import { toSlug, toUniqueSlug } from '../../../../kit/text/to-slug.ts';
import type { WrittenEnvSecret } from '../../../../model/manifest/manifest.generated.ts';
import { isOwnVariable } from '../../../../model/manifest/variable.ts';

/** Most characters of a part of a name. */
const maxPartLength = 40;

/** Prefix of an account's variables, and longer prefixes that start with it. */
export type SecretPrefix = { readonly prefix: string; readonly rivals: readonly string[] };

/** Makes a unique variable prefix per account key, such as `NORTHWIND_`. */
export function makePrefixes(keys: Iterable<string>): ReadonlyMap<string, SecretPrefix> {
  const prefixes = new Map<string, string>();
  const taken = new Set<string>();
  for (const key of [...keys].sort()) {
    const plain = `${key.toUpperCase().replaceAll('-', '_')}_`;
    let prefix = /^\d/.test(plain) || isOwnVariable(plain) ? `ACCOUNT_${plain}` : plain;
    while (taken.has(prefix)) prefix = `${prefix}_`;
    taken.add(prefix);
    prefixes.set(key, prefix);
  }
  const sorted = [...taken].sort();
  const rivalsOf = new Map(sorted.map((prefix, at) => [prefix, listLonger(sorted, at)]));
  return new Map(
    [...prefixes].map(([key, prefix]) => [key, { prefix, rivals: rivalsOf.get(prefix) ?? [] }]),
  );
}

// Lists the longer prefixes, which follow in sorted order.
function listLonger(sorted: readonly string[], at: number): string[] {
  const longer: string[] = [];
  const prefix = sorted[at] ?? '';
  for (let next = at + 1; next < sorted.length; next += 1) {
    const other = sorted[next] ?? '';
    if (!other.startsWith(prefix)) break;
    longer.push(other);
  }
  return longer;
}

/** Suggests an environment variable for each secret of an account. */
export class SecretNames {
  readonly #begin: SecretPrefix;
  readonly #taken: ReadonlySet<string>;
  readonly #own = new Set<string>();

  /** Reserves `taken`, the variables of existing manifests. */
  constructor(begin: SecretPrefix, taken: ReadonlySet<string>) {
    this.#begin = begin;
    this.#taken = taken;
  }

  /** Suggests a unique reference: `crm`, `API key` becomes `NORTHWIND_CRM_API_KEY`. */
  suggest(...names: readonly string[]): WrittenEnvSecret {
    const parts = names.map((name) => toSlug(splitWords(name), maxPartLength));
    const slug = parts.filter((part) => part !== '').join('-') || 'secret';
    const free = toUniqueSlug(slug, (candidate) => {
      const name = this.#name(candidate);
      return this.#taken.has(name) || this.#own.has(name) || isOwnVariable(name);
    });
    const env = this.#name(free);
    this.#own.add(env);
    return { env };
  }

  // Avoids the names of an account whose key extends this one.
  #name(slug: string): string {
    const rest = slug.toUpperCase().replaceAll('-', '_');
    let { prefix } = this.#begin;
    while (this.#begin.rivals.some((rival) => `${prefix}${rest}`.startsWith(rival))) {
      prefix = `${prefix}_`;
    }
    return `${prefix}${rest}`;
  }
}

// Splits words such as `ClientSecret`.
function splitWords(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
}
