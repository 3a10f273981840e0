import { toSlug, toUniqueSlug } from '../../../../kit/text/to-slug.ts';
import type { WrittenEnvSecret } from '../../../../model/manifest/manifest.generated.ts';
import { isOwnVariable } from '../../../../model/manifest/own-variable.ts';

/** Most letters of a part of a name. */
const maxPartLength = 40;

/** What the variables of an account begin with, and what longer beginnings of others could be taken for it. */
export type SecretPrefix = { readonly prefix: string; readonly rivals: readonly string[] };

/**
 * What the variables of each account begin with, by its key: `NORTHWIND_`. No two accounts begin alike, so that the
 * names of one are made without those of the others.
 */
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

// In their order those that go on stand right behind.
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

  /** `taken` are variables that manifests name already. */
  constructor(begin: SecretPrefix, taken: ReadonlySet<string>) {
    this.#begin = begin;
    this.#taken = taken;
  }

  /** A reference of its own to what some names lead to: `crm`, `API key` is `NORTHWIND_CRM_API_KEY`. */
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

  // Where another account is called as this one and on, a name of this one could be a name of that.
  #name(slug: string): string {
    const rest = slug.toUpperCase().replaceAll('-', '_');
    let { prefix } = this.#begin;
    while (this.#begin.rivals.some((rival) => `${prefix}${rest}`.startsWith(rival))) {
      prefix = `${prefix}_`;
    }
    return `${prefix}${rest}`;
  }
}

// `ClientSecret` is of two words.
function splitWords(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
}
