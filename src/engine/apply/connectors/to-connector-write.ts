import type { FieldPath } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { LiveConnector } from '../../../model/live/live.ts';
import type { ConnectorWrite } from '../../../model/live/writes.ts';
import type { SecretValue } from '../../../model/secret/secret.ts';
import type { Payloads } from '../values/load-payloads.ts';

/** Converts values to name, description and AuthValue of a request. */
export function toConnectorWrite(payload: Payloads): ConnectorWrite {
  const name = payload.get('displayName' as FieldPath);
  const description = payload.get('description' as FieldPath);
  const auth = payload.get('auth' as FieldPath);
  return {
    ...(typeof name?.value === 'string' ? { name: name.value } : {}),
    ...(description === undefined ? {} : { description: toText(description.value) }),
    ...(auth?.kind === 'secret' ? { authValue: auth.value } : {}),
  };
}

function toText(value: unknown | SecretValue): string | null {
  return typeof value === 'string' ? value : null;
}

/** Records the live values after our write, because later reads are compared with them. */
export function withObserved(
  applied: Record<FieldPath, AppliedValue>,
  read: LiveConnector['authFingerprint'],
): Record<FieldPath, AppliedValue> {
  const path = 'auth' as FieldPath;
  const auth = applied[path];
  return auth?.kind === 'secret' ? { ...applied, [path]: { ...auth, read } } : applied;
}
