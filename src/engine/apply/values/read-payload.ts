import type { Address, FieldPath } from '../../../model/address.ts';
import type { AuthForm } from '../../../model/desired/desired.ts';
import { isExpression } from '../../../model/desired/expression.ts';
import {
  type AccountDiff,
  type AnyDiff,
  type ConnectorDiff,
  type CycleDiff,
  type FieldDiff,
  findDiff,
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

/** A value for a request, and its entry in state. */
export type Payload =
  | { readonly kind: 'plain'; readonly value: PlainValue; readonly applied: AppliedValue }
  | { readonly kind: 'secret'; readonly value: SecretValue; readonly applied: AppliedValue }
  | ({ readonly kind: 'missing' } & MissingSecret);

/** A reference whose planned value is missing or changed, and its place. */
export type MissingSecret = {
  /** Several if a credential has several parts, because the changed part is unknown. */
  readonly refs: readonly SecretRef[];
  readonly lack: SecretLack | 'changed';
  readonly reason?: string;
  readonly at: SourceSpan;
};

/** Finds the compared object of an address. A missing one is a bug. */
function findObjectDiff(diff: AccountDiff, address: Address): AnyDiff {
  const found = findDiff(diff, address);
  if (found === undefined) throw new Error(`The plan names ${address}, which was not compared`);
  return found;
}

/** Finds the diff of a cycle. Throws for an address that names none, which is a bug. */
export function findCycleDiff(diff: AccountDiff, address: Address): CycleDiff {
  const found = findObjectDiff(diff, address);
  if (found.kind !== 'cycle') throw new Error(`${address} is not a cycle`);
  return found as CycleDiff;
}

/** Finds the diff of a connector. Throws for an address that names none, which is a bug. */
export function findConnectorDiff(diff: AccountDiff, address: Address): ConnectorDiff {
  const found = findObjectDiff(diff, address);
  if (found.kind !== 'connector') throw new Error(`${address} is not a connector`);
  return found as ConnectorDiff;
}

/**
 * Reads the value of a field from the manifest, with its reference resolved now, or the earlier
 * live value, which does not exist for a masked secret.
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
  // Only the planned value is sent, because a secret may have been rotated since.
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
    throw new Error(`The plan names ${at.address}/${at.path}, which was not compared`);
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
  // A restored value in the place of a secret of ours is saved as a fingerprint, not as text.
  const read = state.ports.secrets.fingerprint(hidden);
  const applied =
    field.applied ?? ({ kind: 'secret', written: null, read, origin: 'assumed' } as const);
  // A request needs the ids behind the names in an expression.
  return isExpression(hidden)
    ? { kind: 'plain', value, applied }
    : { kind: 'secret', value: new SecretValue(hidden), applied };
}

// True for a value that the service masks, because writing it back would store the mask.
function isMasked({ applied, live }: FieldDiff): boolean {
  if (live?.kind !== 'plain') return true;
  if (applied?.kind !== 'secret' || applied.written === null || applied.read === null) return false;
  return compareFingerprints(applied.written, applied.read) === 'different';
}

// The secret may be back by now, but this attempt failed.
async function findMissing(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): Promise<MissingSecret> {
  const { at: span } = findFieldDiff(state, at).desired;
  const refs = listRefs(state, at);
  for (const ref of refs) {
    const { fingerprint, lack = 'not-set', reason } = await state.ports.secrets.bind(ref);
    const said = reason === undefined ? {} : { reason };
    if (fingerprint === null) return { refs: [ref], lack, ...said, at: span };
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

/** Form of a credential, of one reference or two; null for any other field. */
function authFormAt(
  state: ApplyState,
  at: { readonly address: Address; readonly path: FieldPath },
): AuthForm | null {
  if (at.path !== 'auth' || findObjectDiff(state.diff, at.address).kind !== 'connector')
    return null;
  const { auth } = findConnectorDiff(state.diff, at.address).desired.desired;
  return auth.kind === 'value' ? auth.form : null;
}
