import type { Address, FieldPath, ObjectKind } from '../../../../model/address.ts';
import { toTextWithoutMergeFields } from '../../../../model/desired/expression.ts';
import type { ConnectorRelease, RemoteId } from '../../../../model/live/live.ts';
import type { WholeAccount } from '../../../../model/live/reading.ts';
import type { Fingerprinter } from '../../../../model/plan/expectation.ts';
import { KnownSecrets } from '../../../../model/secret/known-secrets.ts';
import { isSecretName, isSecretText } from '../../../../model/secret/secret-name.ts';
import {
  listSecretFingerprints,
  listSecretPlaces,
} from '../../../../model/secret/secret-places.ts';
import type { AccountState } from '../../../../model/state/account-state.ts';

/**
 * Detects texts that must not enter a file: marked sensitive, written as secrets, named like
 * secrets, containing such a text, or secret-like.
 */
export class HiddenTexts {
  readonly #state: AccountState;
  readonly #known: KnownSecrets;

  constructor(
    whole: WholeAccount,
    known: {
      readonly releases: readonly ConnectorRelease[];
      readonly state: AccountState;
      readonly print: Fingerprinter;
    },
  ) {
    this.#state = known.state;
    const shown = whole.connectors.flatMap(({ authFingerprint }) => authFingerprint ?? []);
    this.#known = new KnownSecrets({
      texts: [...listProperties(whole, known.releases), ...listMapped(whole)],
      prints: [...listSecretFingerprints([...known.state.objects.values()]), ...shown],
      print: known.print,
    });
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
    const places = listSecretPlaces(this.#state, path.object, path.live);
    return isSecretName(name) || places.has(path.path) || this.has(text);
  }
}

/** Object of the service that has a text. */
export type HiddenObject = { readonly kind: ObjectKind; readonly id: RemoteId };

/** Checks if any release of a connector marks a property as sensitive. */
export function isSensitive(
  property: string,
  connector: string,
  releases: readonly ConnectorRelease[],
): boolean {
  return releases
    .filter(({ name }) => name === connector)
    .some(({ properties }) =>
      properties.some((each) => each.name === property && each.isSensitive),
    );
}

function listProperties(
  { connectors }: WholeAccount,
  releases: readonly ConnectorRelease[],
): string[] {
  return connectors.flatMap(({ properties, release }) =>
    properties
      .filter(({ name }) => isSensitive(name, release.name, releases))
      .flatMap(({ value }) => value || []),
  );
}

function listMapped({ cycles }: WholeAccount): string[] {
  return cycles
    .flatMap(({ reading }) =>
      reading.shape.steps.flatMap((step) =>
        (['parameters', 'fields'] as const).flatMap((slot) =>
          (reading[slot].get(step.id) ?? []).flatMap(({ targetId, type, value }) => {
            const target = step[slot].find(({ id }) => id === targetId);
            return target?.isSensitive === true && type === 'StaticValue' ? (value ?? []) : [];
          }),
        ),
      ),
    )
    .filter((text) => text !== '');
}
