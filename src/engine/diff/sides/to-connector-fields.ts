import type { FieldPath } from '../../../model/address.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { BoundConnector } from '../../../model/desired/bound.ts';
import type { LiveFields, LiveValue } from '../../../model/fields/field-value.ts';
import type { LiveConnector } from '../../../model/live/live.ts';

/**
 * Managed fields of an installed connector. `auth` is the consent for OAuth; otherwise the
 * fingerprint of AuthValue, or null if not authenticated. A hidden connector has only its consent.
 */
export function toConnectorFields(bound: BoundConnector, live: LiveConnector): LiveFields {
  if (live.isRecalled === true) return restoreFields(bound, live);
  const properties = live.properties.map((property): [FieldPath, LiveValue] => [
    toFieldPath('properties', property.name),
    { kind: 'plain', value: property.value },
  ]);
  const absent = [...bound.desired.fields.keys()]
    .filter((path) => path.startsWith('properties/'))
    .map((path): [FieldPath, LiveValue] => [path, { kind: 'plain', value: null }]);
  return new Map<FieldPath, LiveValue>([
    ...absent,
    ...properties,
    [toFieldPath('connector', 'name'), { kind: 'plain', value: live.release.name }],
    [toFieldPath('connector', 'version'), { kind: 'plain', value: live.release.version }],
    [toFieldPath('displayName'), { kind: 'plain', value: live.name }],
    [toFieldPath('description'), { kind: 'plain', value: live.description }],
    [toFieldPath('auth'), readAuth(bound, live)],
  ]);
}

function restoreFields({ desired }: BoundConnector, { authenticated }: LiveConnector): LiveFields {
  return desired.auth.kind === 'oauth'
    ? new Map([[toFieldPath('auth'), { kind: 'plain', value: authenticated }]])
    : new Map();
}

function readAuth(bound: BoundConnector, live: LiveConnector): LiveValue {
  if (bound.desired.auth.kind === 'oauth') return { kind: 'plain', value: live.authenticated };
  if (!live.authenticated) return { kind: 'plain', value: null };
  return live.authFingerprint === null
    ? { kind: 'not-readable' }
    : { kind: 'secret', read: live.authFingerprint };
}
