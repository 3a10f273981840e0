import { shortenText } from '../../kit/shorten-text.ts';
import { toVisible } from '../../kit/visible-text.ts';
import { type Address, toFieldPath } from '../../model/address.ts';
import type { Remark } from '../../model/described-account.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';

/** Most letters of a name in a sentence. */
const longestName = 80;

/** What cannot be said in a manifest, and what to do about it. */
export type Unsaid = { readonly summary: string; readonly remedy: string };

/** Gathers what is to be said about a manifest while it is made. */
export class Notes {
  readonly remarks: Remark[] = [];
  readonly leftOut: Diagnostic[] = [];
  readonly #account: string;

  constructor(account: string) {
    this.#account = account;
  }

  /** Says something to whoever reads the manifest. */
  remark(remark: Remark): void {
    this.remarks.push(remark);
  }

  /** Says in the manifest and to whoever made it that something is not in it. */
  leaveOut(path: readonly string[], { summary, remedy }: Unsaid): void {
    this.remark({ topic: 'left-out', path, says: `Left out: ${summary}.` });
    this.leftOut.push({
      code: 'left-out',
      severity: 'warning',
      summary,
      address: toManifestAddress(this.#account, path),
      remedy,
    });
  }
}

/** The address of what stands at a path of an account's manifest. */
export function toManifestAddress(account: string, path: readonly string[]): Address {
  const names = path[0] === 'spec' ? path.slice(1) : path;
  const known = names.filter((name) => name !== '');
  return toFieldPath(account, ...known) as string as Address;
}

/** A name of the service in a sentence: in quotes, all of it visible, and not endless. */
export function quoteName(name: string): string {
  return `"${shortenText(toVisible(name), longestName)}"`;
}
