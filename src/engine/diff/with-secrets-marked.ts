import { type FieldPath, parsePath } from '../../model/address.ts';
import { listOtherPaths } from '../../model/desired/step-label.ts';
import type { AnyCompared, ComparedAccount, ComparedField } from '../../model/diff/field-diff.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import { listTypedTexts } from '../../model/fields/typed-texts.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import { HiddenTexts } from '../../model/secret/hidden-texts.ts';
import { type KnownSecrets, makeKnownSecrets } from '../../model/secret/known-secrets.ts';
import { redactAddress, redacted } from '../../model/secret/redact-address.ts';
import { listSecretPlaces } from '../../model/secret/secret-places.ts';

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
 * Marks fields that hold a known secret, or a text that looks like one, and redacts such names, so
 * that neither is shown or stored. Skips fields in sync, because Git shows them already.
 */
function withKnownSecretsMarked(
  diff: ComparedAccount,
  fingerprint: Fingerprinter,
): ComparedAccount {
  const secrets = makeKnownSecrets(diff, fingerprint);
  const hidden = new HiddenTexts(diff.state, secrets);
  const strike = <T extends Named>(live: T, wanted: string | null): T =>
    live.name === wanted || !hidden.has(live.name) ? live : { ...live, name: redacted };
  const mark = <T extends AnyCompared>(object: T, wanted: string): T => ({
    ...object,
    live: object.live === null ? null : strike(object.live, wanted),
    fields: object.fields
      .filter(
        ({ path, desired: { isBaseline, value } }) =>
          isBaseline !== true || !isHiddenValue(object, [path, value], hidden),
      )
      .map((field) => withSecretMarked(object, field, { secrets, hidden })),
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

// A text that differs from Git is shown, and sent again, only if an export would write it.
function withSecretMarked(
  object: AnyCompared,
  field: ComparedField,
  { secrets, hidden }: { readonly secrets: KnownSecrets; readonly hidden: HiddenTexts },
): ComparedField {
  const { comparison, live, path } = field;
  if (comparison === 'same' || live?.kind !== 'plain') return field;
  if (secrets.areIn(live.value)) return { ...field, redaction: 'holds-secret' };
  const shown = { ...live, value: withoutCredentials(live.value) };
  return isHiddenValue(object, [path, shown], hidden)
    ? { ...field, redaction: 'may-be-secret' }
    : field;
}

// An address is shown without what lets in its caller.
function withoutCredentials(value: PlainValue): PlainValue {
  return typeof value === 'string' ? redactAddress(value).replace(`${redacted}@`, '') : value;
}

function isHiddenValue(
  { address, kind, live }: AnyCompared,
  [path, value]: readonly [FieldPath, ComparedField['live'] | ComparedField['desired']['value']],
  hidden: HiddenTexts,
): boolean {
  if (live === null || value?.kind !== 'plain') return false;
  const at = { object: address, live: { kind, id: live.id }, path };
  const name = parsePath(path).at(-1) ?? '';
  return listTypedTexts(value.value).some((text) => hidden.hasAt(at, { name, text }));
}
