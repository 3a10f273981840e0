import type { Address, FieldPath, ObjectKind } from '../address.ts';
import { toTextWithoutMergeFields } from '../desired/expression.ts';
import type { RemoteId } from '../live/live.ts';
import type { AccountState } from '../state/account-state.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { isSecretName, isSecretText } from './secret-name.ts';
import { listSecretPlaces } from './secret-places.ts';

/**
 * Detects texts that enter neither a file nor the store: marked sensitive, written as secrets, named
 * like secrets, containing such a text, or secret-like.
 */
export class HiddenTexts {
  readonly #state: AccountState;
  readonly #known: KnownSecrets;
  /** Places of each object, which is asked for each of its members. */
  readonly #places = new Map<string, ReadonlySet<FieldPath>>();

  constructor(state: AccountState, known: KnownSecrets) {
    this.#state = state;
    this.#known = known;
  }

  /** Checks a text by its content, wherever it appears. */
  has(text: string): boolean {
    return this.#known.isIn(text) || isSecretText(toTextWithoutMergeFields(text));
  }

  /** Checks a value by its name, by writes of ours, or by its content. */
  hasAt(
    path: { readonly object: Address; readonly live: HiddenObject; readonly path: FieldPath },
    { name, text }: { readonly name: string; readonly text: string },
  ): boolean {
    if (text === '') return false;
    return isSecretName(name) || this.#listPlaces(path).has(path.path) || this.has(text);
  }

  #listPlaces({ object, live }: { readonly object: Address; readonly live: HiddenObject }) {
    const key = `${object} ${live.kind} ${live.id}`;
    const places = this.#places.get(key) ?? listSecretPlaces(this.#state, object, live);
    this.#places.set(key, places);
    return places;
  }
}

/** Object of the service that has a text. */
export type HiddenObject = { readonly kind: ObjectKind; readonly id: RemoteId };
