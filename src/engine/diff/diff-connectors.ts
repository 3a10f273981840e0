import { type FieldPath, parseCategoryKey, toFieldPath } from '../../model/address.ts';
import type { BoundConnector, ConnectorPair } from '../../model/desired/bound.ts';
import {
  type Compared,
  type ComparedField,
  type ConnectorDiff,
  isBound,
} from '../../model/diff/field-diff.ts';
import { toCandidates } from '../../model/diff/pair.ts';
import type { DesiredField, DesiredFields } from '../../model/fields/field-value.ts';
import type { LiveConnector } from '../../model/live/live.ts';
import { diffCategory } from './fields/diff-category.ts';
import { type DiffOptions, diffFields, listForgotten } from './fields/diff-fields.ts';
import { diffUnresolved } from './fields/diff-unresolved.ts';
import { toConnectorFields } from './sides/to-connector-fields.ts';

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
    const desired = listDesired(bound);
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

function listDesired(bound: BoundConnector): DesiredFields {
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
