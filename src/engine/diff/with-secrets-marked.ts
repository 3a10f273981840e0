import { parsePath } from '../../model/address.ts';
import { listOtherPaths } from '../../model/desired/step-label.ts';
import type { AnyCompared, ComparedAccount, ComparedField } from '../../model/diff/field-diff.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import { HiddenTexts } from '../../model/secret/hidden-texts.ts';
import { type KnownSecrets, makeKnownSecrets } from '../../model/secret/known-secrets.ts';
import { listSecretPlaces } from '../../model/secret/secret-places.ts';

/** Replaces a name that holds a secret. */
const redacted = '[secret]';

type Named = { readonly name: string };

/** Marks what holds a secret of ours, or may hold one, so that it is neither shown nor stored. */
export function withSecretsMarked(
  diff: ComparedAccount,
  fingerprint: Fingerprinter,
): ComparedAccount {
  return withKnownSecretsMarked(withSecretPlacesMarked(diff), fingerprint);
}

/** Marks fields that once had a secret of ours, so that their text is never shown. */
function withSecretPlacesMarked(diff: ComparedAccount): ComparedAccount {
  const mark = <T extends AnyCompared>(object: T): T => {
    const { address, kind, live } = object;
    const there = live === null ? null : { kind, id: live.id };
    const places = listSecretPlaces(diff.state, address, there);
    if (places.size === 0) return object;
    const fields = object.fields.map((field) =>
      [field.path, ...listOtherPaths(field.path)].some((path) => places.has(path))
        ? { ...field, redaction: 'may-be-secret' as const }
        : field,
    );
    return { ...object, fields };
  };
  return {
    ...diff,
    account: mark(diff.account),
    connectors: diff.connectors.map(mark),
    cycles: diff.cycles.map(mark),
  };
}

/**
 * Marks fields that hold a known secret and redacts such names, so that neither is shown or stored.
 * Skips fields in sync, because Git shows them already.
 */
function withKnownSecretsMarked(
  diff: ComparedAccount,
  fingerprint: Fingerprinter,
): ComparedAccount {
  const secrets = makeKnownSecrets(diff, fingerprint);
  const hidden = new HiddenTexts(diff.state, secrets);
  const strike = <T extends Named>(live: T, wanted: string | null): T =>
    live.name === wanted || !secrets.isIn(live.name) ? live : { ...live, name: redacted };
  const mark = <T extends AnyCompared>(object: T, wanted: string): T => ({
    ...object,
    live: object.live === null ? null : strike(object.live, wanted),
    fields: object.fields
      .filter((field) => !isHiddenBaseline(object, field, { value: field.desired.value, hidden }))
      .map((field) =>
        isHiddenBaseline(object, field, { value: field.live, hidden })
          ? { ...field, redaction: 'holds-secret' as const }
          : withSecretMarked(field, secrets),
      ),
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

// A text beside the manifest is shown, and sent again, only if an export would write it.
function isHiddenBaseline(
  { address, kind, live }: AnyCompared,
  { path, desired }: ComparedField,
  {
    value,
    hidden,
  }: {
    readonly value: ComparedField['live'] | ComparedField['desired']['value'];
    readonly hidden: HiddenTexts;
  },
): boolean {
  if (desired.isBaseline !== true || live === null || value?.kind !== 'plain') return false;
  const texts = Array.isArray(value.value) ? value.value.map(String) : [String(value.value ?? '')];
  const at = { object: address, live: { kind, id: live.id }, path };
  return texts.some((text) => hidden.hasAt(at, { name: parsePath(path).at(-1) ?? '', text }));
}

function withSecretMarked(field: ComparedField, secrets: KnownSecrets): ComparedField {
  const { comparison, live } = field;
  if (comparison === 'same' || live?.kind !== 'plain') return field;
  return secrets.areIn(live.value) ? { ...field, redaction: 'holds-secret' } : field;
}
