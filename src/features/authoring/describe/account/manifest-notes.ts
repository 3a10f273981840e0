import { toShortText, toVisible } from '../../../../kit/text/visible-text.ts';
import { type Address, toFieldPath } from '../../../../model/address.ts';
import { type Diagnostic, reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { HiddenTexts } from '../../../../model/secret/hidden-texts.ts';
import type { Remark } from '../described-account.ts';

/** Most characters of a name in a sentence. */
const maxNameLength = 80;

/** Part that a manifest cannot express, and the remedy. */
export type Unsupported = { readonly summary: string; readonly remedy: string };

const nameless = 'A name here may be a secret: check it in the console.';

const namelessUnsupported: Unsupported = {
  summary: 'a name may be a secret',
  remedy: 'Rename it in the console, and export again.',
};

/** Collects remarks and diagnostics of a manifest; hides names that may be secrets. */
export class ManifestNotes {
  readonly remarks: Remark[] = [];
  readonly leftOut: Diagnostic[] = [];
  readonly #account: string;
  readonly #hidden: Pick<HiddenTexts, 'has'>;

  constructor(account: string, hidden: Pick<HiddenTexts, 'has'>) {
    this.#account = account;
    this.#hidden = hidden;
  }

  /** Adds a remark for readers of the manifest. */
  remark(remark: Remark): void {
    const text = this.#hidden.has(remark.text) ? nameless : remark.text;
    this.remarks.push({ ...remark, text: text, path: this.#cutPath(remark.path) });
  }

  /** Reports a part that is left out, in the manifest and as a diagnostic. */
  omit(path: readonly string[], unsaid: Unsupported): void {
    const { summary, remedy } = this.#hidden.has(unsaid.summary) ? namelessUnsupported : unsaid;
    this.remark({ topic: 'left-out', path, text: `Left out: ${summary}.` });
    this.leftOut.push(
      reportWarning('left-out', {
        summary,
        address: toManifestAddress(this.#account, this.#cutPath(path)),
        remedy,
      }),
    );
  }

  #cutPath(path: readonly string[]): readonly string[] {
    const at = path.findIndex((name) => this.#hidden.has(name));
    return at === -1 ? path : [...path.slice(0, at), ''];
  }
}

/** Makes the address of a path in an account's manifest. */
export function toManifestAddress(account: string, path: readonly string[]): Address {
  const names = path[0] === 'spec' ? path.slice(1) : path;
  const known = names.filter((name) => name !== '');
  return toFieldPath(account, ...known) as string as Address;
}

/** Formats a name of the service: quoted, visible and truncated. */
export function formatName(name: string): string {
  return `"${toShortText(toVisible(name), maxNameLength)}"`;
}
