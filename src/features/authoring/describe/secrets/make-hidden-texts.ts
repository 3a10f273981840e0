import type { ConnectorRelease } from '../../../../model/live/live.ts';
import type { WholeAccount } from '../../../../model/live/reading.ts';
import type { Fingerprinter } from '../../../../model/plan/expectation.ts';
import { HiddenTexts } from '../../../../model/secret/hidden-texts.ts';
import { KnownSecrets } from '../../../../model/secret/known-secrets.ts';
import { listSecretFingerprints } from '../../../../model/secret/secret-places.ts';
import { listSensitiveTexts } from '../../../../model/secret/sensitive-texts.ts';
import type { AccountState } from '../../../../model/state/account-state.ts';

/** Collects the secrets that a whole account shows, and those of its state. */
export function makeHiddenTexts(
  whole: WholeAccount,
  known: {
    readonly releases: readonly ConnectorRelease[];
    readonly state: AccountState;
    readonly print: Fingerprinter;
  },
): HiddenTexts {
  const { state, print } = known;
  const shown = whole.connectors.flatMap(({ authFingerprint }) => authFingerprint ?? []);
  const secrets = new KnownSecrets({
    texts: [...listSensitiveTexts(whole.connectors, known.releases), ...listMapped(whole)],
    prints: [...listSecretFingerprints([...state.objects.values()]), ...shown],
    print,
  });
  return new HiddenTexts(state, secrets);
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
