import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import { type KnownSecrets, makeKnownSecrets } from '../../../model/secret/known-secrets.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** What stands for a name in which a secret is. */
const redacted = '[secret]';

/**
 * Marks the fields in which somebody has put a secret that is known, and strikes names that have one, so that neither is
 * shown nor kept. What is as Git wants it is not looked at: Git shows it already.
 */
export function withKnownSecretsMarked(diff: AccountDiff, fingerprint: Fingerprinter): AccountDiff {
  const secrets = makeKnownSecrets(diff, fingerprint);
  const strike = <T extends Named>(live: T, wanted: string | null): T =>
    live.name === wanted || !secrets.isIn(live.name) ? live : { ...live, name: redacted };
  const mark = <T extends AnyDiff>(object: T, wanted: string): T => ({
    ...object,
    live: object.live === null ? null : strike(object.live, wanted),
    fields: object.fields.map((field) => withSecretMarked(field, secrets)),
  });
  return {
    ...diff,
    account: mark(diff.account, diff.account.desired.name),
    connectors: diff.connectors.map((each) => mark(each, each.desired.desired.name)),
    cycles: diff.cycles.map((each) => mark(each, each.desired.bound.desired.name)),
    liveOnlyConnectors: diff.liveOnlyConnectors.map((each) => ({
      ...each,
      live: strike(each.live, null),
    })),
    liveOnlyCycles: diff.liveOnlyCycles.map((each) => ({ ...each, live: strike(each.live, null) })),
    deposed: new Map(
      [...diff.deposed].map(([address, all]) => [
        address,
        all.map((each) => ({ ...each, live: strike(each.live, null) })),
      ]),
    ),
  };
}

type Named = { readonly name: string };

function withSecretMarked(field: FieldDiff, secrets: KnownSecrets): FieldDiff {
  const { state, live } = field;
  if (state === 'same' || live?.kind !== 'plain') return field;
  return secrets.areIn(live.value) ? { ...field, hasSecret: true } : field;
}
