import type {
  AccountObjectDiff,
  Compared,
  ComparedAccount,
  ComparedField,
  ConnectorDiff,
  CycleDiff,
} from '../../model/diff/field-diff.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import { type KnownSecrets, makeKnownSecrets } from '../../model/secret/known-secrets.ts';

type AnyCompared = Compared<AccountObjectDiff | ConnectorDiff | CycleDiff>;

/** Replaces a name that holds a secret. */
const redacted = '[secret]';

/**
 * Marks fields that hold a known secret and redacts such names, so that neither is shown or stored.
 * Skips fields in sync, because Git shows them already.
 */
export function withKnownSecretsMarked(
  diff: ComparedAccount,
  fingerprint: Fingerprinter,
): ComparedAccount {
  const secrets = makeKnownSecrets(diff, fingerprint);
  const strike = <T extends Named>(live: T, wanted: string | null): T =>
    live.name === wanted || !secrets.isIn(live.name) ? live : { ...live, name: redacted };
  const mark = <T extends AnyCompared>(object: T, wanted: string): T => ({
    ...object,
    live: object.live === null ? null : strike(object.live, wanted),
    fields: object.fields.map((field) => withSecretMarked(field, secrets)),
  });
  return {
    ...diff,
    account: mark(diff.account, diff.account.desired.name),
    connectors: diff.connectors.map((each) => mark(each, each.desired.desired.name)),
    cycles: diff.cycles.map((each) => ({
      ...mark(each, each.desired.bound.desired.name),
      deposed: each.deposed.map((old) => ({ ...old, live: strike(old.live, null) })),
    })),
    liveOnlyConnectors: diff.liveOnlyConnectors.map((each) => ({
      ...each,
      live: strike(each.live, null),
    })),
    liveOnlyCycles: diff.liveOnlyCycles.map((each) => ({ ...each, live: strike(each.live, null) })),
  };
}

type Named = { readonly name: string };

function withSecretMarked(field: ComparedField, secrets: KnownSecrets): ComparedField {
  const { comparison, live } = field;
  if (comparison === 'same' || live?.kind !== 'plain') return field;
  return secrets.areIn(live.value) ? { ...field, redaction: 'holds-secret' } : field;
}
