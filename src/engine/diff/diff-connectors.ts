import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, parseCategoryKey, toFieldPath } from '../../model/address.ts';
import type { BoundConnector, ConnectorPair } from '../../model/desired/bound.ts';
import {
  type Compared,
  type ComparedField,
  type ConnectorDiff,
  isBound,
} from '../../model/diff/field-diff.ts';
import { toCandidates } from '../../model/diff/pair.ts';
import type {
  DesiredField,
  DesiredFields,
  LiveFields,
  LiveValue,
} from '../../model/fields/field-value.ts';
import type { LiveConnector } from '../../model/live/live.ts';
import { findMadeCategory, type ObjectRecord } from '../../model/state/account-state.ts';
import { type DiffOptions, diffFields, listForgotten } from './fields/diff-fields.ts';
import { diffUnresolved } from './fields/diff-unresolved.ts';

/** Compares the desired connectors. */
export function diffConnectors(
  pairs: readonly ConnectorPair[],
  options: DiffOptions,
): Compared<ConnectorDiff>[] {
  return pairs.flatMap((pair) => {
    if (pair.kind === 'live-only') return [];
    const bound = pair.desired;
    const live = pair.kind === 'both' ? pair.live : null;
    const record = pair.kind === 'both' ? pair.record : null;
    const desired = listConnectorFields(bound);
    const sides = {
      desired,
      live: live === null ? null : toConnectorFields(bound, live),
      record,
      isBound: isBound(record, live),
    };
    const { rewrite } = options;
    const fields = diffFields('connector', sides, options).map((found) => {
      const field = isThere(found.path, live) ? found : diffUnresolved(found, bound);
      if (bound.desired.auth.kind === 'oauth' && field.path === 'auth') {
        return diffConsent(field);
      }
      return parseCategoryKey(field.path) !== null
        ? diffCategory(field, { live, record, rewrite })
        : field;
    });
    return [
      {
        address: bound.desired.address,
        kind: 'connector' as const,
        at: bound.desired.at,
        desired: bound,
        live,
        record,
        missing: pair.kind === 'both' ? null : pair.missing,
        fields,
        forgotten: listForgotten(desired, record),
        ...toCandidates(pair),
      },
    ];
  });
}

// An installed release may have properties that the latest one lacks.
function isThere(path: FieldPath, live: LiveConnector | null): boolean {
  return live?.properties.some(({ name }) => path === toFieldPath('properties', name)) === true;
}

/** The fields of a connector that Git wants. */
export function listConnectorFields(bound: BoundConnector): DesiredFields {
  const { connector, auth, at } = bound.desired;
  const plain = (
    path: FieldPath,
    value: string | boolean,
    where = at,
  ): [FieldPath, DesiredField] => [path, { path, value: { kind: 'plain', value }, at: where }];
  return new Map<FieldPath, DesiredField>([
    plain(toFieldPath('connector', 'name'), connector.name, connector.at),
    ...(connector.version === null
      ? []
      : [plain(toFieldPath('connector', 'version'), connector.version, connector.at)]),
    ...markSensitive(bound),
    ...(auth.kind === 'oauth' ? [plain(toFieldPath('auth'), true)] : []),
  ]);
}

function markSensitive({ desired, sensitive }: BoundConnector): [FieldPath, DesiredField][] {
  const marked = new Set([...sensitive].map((name) => toFieldPath('properties', name)));
  return [...desired.fields].map(([path, field]) => [
    path,
    marked.has(path) ? { ...field, isSensitive: true } : field,
  ]);
}

// A person gives consent, so nothing is sent; drift if it was there before.
function diffConsent(field: ComparedField): ComparedField {
  const wasThere = field.applied?.kind === 'plain' && field.applied.value === true;
  if (field.comparison === 'same') return field;
  return { ...field, comparison: wasThere && field.live !== null ? 'live' : 'not-compared' };
}

/**
 * Compares a custom category, which is created once and never shown. Without state it is new on a
 * connector of ours; on an adopted one it counts as created, unverified, unless `rewrite` is set.
 */
function diffCategory(
  field: ComparedField,
  sides: {
    readonly live: LiveConnector | null;
    readonly record: ObjectRecord | null;
    readonly rewrite: boolean;
  },
): ComparedField {
  const { live, record, rewrite } = sides;
  if (live === null) return field;
  const made = findMadeCategory(record, parseCategoryKey(field.path) ?? '');
  const { value } = field.desired;
  if (made !== null && value.kind === 'plain') {
    const isSame = made.name === null || isSameJson(made.name, value.value);
    // A manually confirmed category keeps its name.
    const applied =
      made.name === null
        ? ({ ...value, origin: 'read' } as const)
        : ({ kind: 'plain', value: made.name, origin: 'sent' } as const);
    return { ...field, applied, comparison: isSame ? 'not-readable' : 'git' };
  }
  if (field.applied !== null && !(rewrite && field.applied.origin === 'assumed')) return field;
  const isAdopted = record === null || Object.keys(record.applied).length === 0;
  if (isAdopted && !rewrite) return field;
  return { ...field, comparison: 'new' };
}

/**
 * Managed fields of an installed connector. `auth` is the consent for OAuth; otherwise the
 * fingerprint of AuthValue, or null if not authenticated. A hidden connector has only its consent.
 */
function toConnectorFields(bound: BoundConnector, live: LiveConnector): LiveFields {
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
