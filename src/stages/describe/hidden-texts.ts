import type { Address, FieldPath, ObjectKind } from '../../model/address.ts';
import type { Print } from '../../model/expectation.ts';
import type { ConnectorRelease, RemoteId } from '../../model/live.ts';
import type { AccountMemory } from '../../model/memory.ts';
import type { Fingerprint } from '../../model/secret.ts';
import { isSecretName } from '../../model/secret-name.ts';
import { listSecretPlaces, listSecretPrints } from '../../model/secret-places.ts';
import type { WholeAccount } from '../../model/whole-account.ts';

/** Shorter texts are looked for as a whole alone: they stand in many others by chance. */
const shortest = 6;

/**
 * Which texts of an account must not come into a file: what the service marks as a secret, what we wrote as one, what
 * is called as secrets are, and any text that has one of these in it.
 */
export class HiddenTexts {
  readonly #memory: AccountMemory;
  readonly #print: Print;
  readonly #texts: ReadonlySet<string>;
  readonly #prints: ReadonlySet<Fingerprint>;

  constructor(
    whole: WholeAccount,
    known: {
      readonly releases: readonly ConnectorRelease[];
      readonly memory: AccountMemory;
      readonly print: Print;
    },
  ) {
    this.#memory = known.memory;
    this.#print = known.print;
    this.#texts = new Set([...listProperties(whole, known.releases), ...listMapped(whole)]);
    const shown = whole.connectors.flatMap(({ authPrint }) => authPrint ?? []);
    this.#prints = new Set([...listSecretPrints([...known.memory.objects.values()]), ...shown]);
  }

  /** Whether a text may be a secret by what it says, wherever it stands. */
  has(text: string): boolean {
    if (text === '') return false;
    if (this.#texts.has(text) || this.#prints.has(this.#print(text))) return true;
    return [...this.#texts].some((hidden) => hidden.length >= shortest && text.includes(hidden));
  }

  /** Whether what stands under a name may be one, by its name, by what we wrote there, or by what it says. */
  hasAt(
    place: { readonly object: Address; readonly live: HiddenObject; readonly path: FieldPath },
    { name, text }: { readonly name: string; readonly text: string },
  ): boolean {
    if (text === '') return false;
    const places = listSecretPlaces(this.#memory, place.object, place.live);
    return isSecretName(name) || places.has(place.path) || this.has(text);
  }
}

/** An object of the service that a text stands in. */
export type HiddenObject = { readonly kind: ObjectKind; readonly id: RemoteId };

/** Whether any release of a connector marks a property as sensitive. */
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
