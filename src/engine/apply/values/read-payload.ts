import type { Address, FieldPath } from '../../../model/address.ts';
import type { AuthForm } from '../../../model/desired/desired.ts';
import { isExpression } from '../../../model/desired/expression.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import {
  type AppliedValue,
  type PlainValue,
  toShownText,
} from '../../../model/fields/field-value.ts';
import { isLiveHidden } from '../../../model/fields/to-shown-value.ts';
import { listAuthRefs, readAuthValue } from '../../../model/secret/auth-value.ts';
import {
  compareFingerprints,
  type SecretLack,
  type SecretRef,
  SecretValue,
} from '../../../model/secret/secret.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { ApplyState, Side } from '../apply-state.ts';

/** A value on its way into a request, and how it will be remembered. */
export type Payload =
  | { readonly kind: 'plain'; readonly value: PlainValue; readonly applied: AppliedValue }
  | { readonly kind: 'secret'; readonly value: SecretValue; readonly applied: AppliedValue }
  | ({ readonly kind: 'missing' } & MissingSecret);

/** A reference whose planned value cannot be had: there is none, or another by now; and where it is written. */
export type MissingSecret = {
  /** More than one where a credential is made of several, and nobody can tell which has changed. */
  readonly refs: readonly SecretRef[];
  readonly lack: SecretLack | 'changed';
  readonly at: SourceSpan;
};

/** The judged object that an address names. That there is none is a mistake of ours. */
export function findObjectDiff(
  diff: AccountDiff,
  address: Address,
): AccountDiff['account'] | ConnectorDiff | CycleDiff {
  const found = [diff.account, ...diff.connectors, ...diff.cycles].find(
    (item) => item.address === address,
  );
  if (found === undefined) throw new Error(`The plan names ${address}, which was not judged`);
  return found;
}

/** The cycle that an address names. */
export function findCycleDiff(diff: AccountDiff, address: Address): CycleDiff {
  const found = findObjectDiff(diff, address);
  if (found.kind !== 'cycle') throw new Error(`${address} is no cycle`);
  return found as CycleDiff;
}

/** The connector that an address names. */
export function findConnectorDiff(diff: AccountDiff, address: Address): ConnectorDiff {
  const found = findObjectDiff(diff, address);
  if (found.kind !== 'connector') throw new Error(`${address} is no connector`);
  return found as ConnectorDiff;
}

/**
 * Fetches the value of a field from the manifest, resolving its reference now, or the value that was there
 * before; of a secret that the service masks nobody has that.
 */
export async function readPayload(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
  side: Side,
): Promise<Payload> {
  const field = findFieldDiff(state, at);
  if (side === 'earlier') return toEarlierPayload(state, field);
  const { value } = field.desired;
  if (value.kind === 'plain') {
    return { kind: 'plain', value: value.value, applied: { ...value, origin: 'sent' } };
  }
  const secret = await readSecret(state, at);
  if (secret === null) return { kind: 'missing', ...(await findMissing(state, at)) };
  const written = secret.fingerprint((text) => state.ports.secrets.fingerprint(text));
  // What is sent is what was planned: it may have been rotated since the account was looked at.
  if (written !== value.secret.fingerprint) {
    const refs = listRefs(state, at);
    return { kind: 'missing', refs, lack: 'changed', at: field.desired.at };
  }
  const writtenAt = state.ports.clock.now();
  return {
    kind: 'secret',
    value: secret,
    applied: { kind: 'secret', written, read: null, writtenAt, origin: 'sent' },
  };
}

function findFieldDiff(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): FieldDiff {
  const found = findObjectDiff(state.diff, at.address).fields.find((item) => item.path === at.path);
  if (found === undefined)
    throw new Error(`The plan names ${at.address}/${at.path}, which was not judged`);
  return found;
}

function toEarlierPayload(state: ApplyState, field: FieldDiff): Payload {
  const { value: wanted, at } = field.desired;
  if (wanted.kind === 'secret' && isMasked(field)) {
    return { kind: 'missing', refs: [wanted.secret.ref], lack: 'unreadable', at };
  }
  const value = field.live?.kind === 'plain' ? field.live.value : null;
  const hidden = isLiveHidden(field) ? toShownText(value) : null;
  if (hidden === null)
    return {
      kind: 'plain',
      value,
      applied: field.applied ?? { kind: 'plain', value, origin: 'sent' },
    };
  // What is put back where a secret of ours may have been is remembered as what was found there, and not as text.
  const read = state.ports.secrets.fingerprint(hidden);
  const applied =
    field.applied ?? ({ kind: 'secret', written: null, read, origin: 'assumed' } as const);
  // Names in an expression stand for ids, which the request needs.
  return isExpression(hidden)
    ? { kind: 'plain', value, applied }
    : { kind: 'secret', value: new SecretValue(hidden), applied };
}

// What is read of it is not what was written: to write that back would put a mask in the secret's place.
function isMasked({ applied, live }: FieldDiff): boolean {
  if (live?.kind !== 'plain') return true;
  if (applied?.kind !== 'secret' || applied.written === null || applied.read === null) return false;
  return compareFingerprints(applied.written, applied.read) === 'different';
}

// It may be back by now: this attempt has failed all the same.
async function findMissing(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): Promise<MissingSecret> {
  const { at: span } = findFieldDiff(state, at).desired;
  const refs = listRefs(state, at);
  for (const ref of refs) {
    const { fingerprint, lack = 'not-set' } = await state.ports.secrets.bind(ref);
    if (fingerprint === null) return { refs: [ref], lack, at: span };
  }
  return { refs: refs.slice(0, 1), lack: 'not-set', at: span };
}

function listRefs(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): readonly SecretRef[] {
  const { value } = findFieldDiff(state, at).desired;
  const form = authFormAt(state, at);
  if (form !== null) return listAuthRefs(form);
  return value.kind === 'secret' ? [value.secret.ref] : [];
}

async function readSecret(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): Promise<SecretValue | null> {
  const { value } = findFieldDiff(state, at).desired;
  const form = authFormAt(state, at);
  if (form !== null) return readAuthValue(form, state.ports.secrets);
  return value.kind === 'secret' ? state.ports.secrets.read(value.secret.ref) : null;
}

/** A credential is made of one reference or of two; null: the field is none. */
function authFormAt(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): AuthForm | null {
  if (at.path !== 'auth' || findObjectDiff(state.diff, at.address).kind !== 'connector')
    return null;
  const { auth } = findConnectorDiff(state.diff, at.address).desired.desired;
  return auth.kind === 'value' ? auth.form : null;
}
