import { toHash } from '../../../../kit/hash.ts';

/** Seconds for which a browser knows which links it began with. */
const seconds = 3600;
/** Most links of one browser that are looked at. */
const most = 5;

/** Cookies that say which links a browser began with: one for each. */
export class LinkCookies {
  readonly #prefix: string;
  readonly #flags: string;

  /** `isSecure`: the pages have TLS. */
  constructor(isSecure: boolean) {
    this.#prefix = isSecure ? '__Host-cyclectl-' : 'cyclectl-';
    this.#flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** Tokens in the header of a request. */
  list(header: string): readonly string[] {
    return header
      .split('; ')
      .filter((each) => each.startsWith(this.#prefix))
      .map((each) => each.slice(each.indexOf('=') + 1))
      .slice(0, most);
  }

  /** Header that notes a link. */
  format(token: string): string {
    return `${this.#nameOf(token)}=${token}; Max-Age=${seconds}; ${this.#flags}`;
  }

  /** Header that forgets a link. */
  formatEnd(token: string): string {
    return `${this.#nameOf(token)}=; Max-Age=0; ${this.#flags}`;
  }

  #nameOf(token: string): string {
    return `${this.#prefix}${toHash(token).slice(0, 8)}`;
  }
}
