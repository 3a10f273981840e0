import { truncateText } from '../../../../kit/text/truncate-text.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import { type Address, toFieldPath } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { Remark } from '../described-account.ts';
import type { HiddenTexts } from '../secrets/hidden-texts.ts';

/** Most letters of a name in a sentence. */
const maxNameLength = 80;

/** What cannot be said in a manifest, and what to do about it. */
export type Unsupported = { readonly summary: string; readonly remedy: string };

const nameless = 'A name in here may be a secret: look in the console.';

const namelessUnsupported: Unsupported = {
  summary: 'something has a name that may be a secret',
  remedy: 'Give it another name in the console, and export again.',
};

/** Gathers what is to be said about a manifest while it is made. No name is said that may be a secret. */
export class ManifestNotes {
  readonly remarks: Remark[] = [];
  readonly leftOut: Diagnostic[] = [];
  readonly #account: string;
  readonly #hidden: Pick<HiddenTexts, 'has'>;

  constructor(account: string, hidden: Pick<HiddenTexts, 'has'>) {
    this.#account = account;
    this.#hidden = hidden;
  }

  /** Says something to whoever reads the manifest. */
  remark(remark: Remark): void {
    const says = this.#hidden.has(remark.says) ? nameless : remark.says;
    this.remarks.push({ ...remark, says, path: this.#cutPath(remark.path) });
  }

  /** Says in the manifest and to whoever made it that something is not in it. */
  omit(path: readonly string[], unsaid: Unsupported): void {
    const { summary, remedy } = this.#hidden.has(unsaid.summary) ? namelessUnsupported : unsaid;
    this.remark({ topic: 'left-out', path, says: `Left out: ${summary}.` });
    this.leftOut.push({
      code: 'left-out',
      severity: 'warning',
      summary,
      address: toManifestAddress(this.#account, this.#cutPath(path)),
      remedy,
    });
  }

  #cutPath(path: readonly string[]): readonly string[] {
    const at = path.findIndex((name) => this.#hidden.has(name));
    return at === -1 ? path : [...path.slice(0, at), ''];
  }
}

/** The address of what stands at a path of an account's manifest. */
export function toManifestAddress(account: string, path: readonly string[]): Address {
  const names = path[0] === 'spec' ? path.slice(1) : path;
  const known = names.filter((name) => name !== '');
  return toFieldPath(account, ...known) as string as Address;
}

/** A name of the service in a sentence: in quotes, all of it visible, and not endless. */
export function formatName(name: string): string {
  return `"${truncateText(toVisible(name), maxNameLength)}"`;
}
