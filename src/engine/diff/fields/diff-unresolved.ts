import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Refusable } from '../../../model/desired/bound.ts';
import type { Comparison } from '../../../model/diff/disposition.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import type { LiveFields } from '../../../model/fields/field-value.ts';

/**
 * Compares a field with an unknown or ambiguous name as absent. It is drift
 * if it was applied, otherwise of unknown direction.
 */
export function diffUnresolved(
  field: ComparedField,
  { unresolved }: Pick<Refusable, 'unresolved'>,
): ComparedField {
  const miss = unresolved.get(field.path);
  if (field.live === null || miss === undefined) return field;
  if (miss.isSource === true || miss.isHidden === true) return field;
  return {
    ...field,
    lost: miss.lost,
    live: { kind: 'plain', value: null },
    comparison: classifyLost(field),
  };
}

function classifyLost({ applied, desired: { value }, comparison }: ComparedField): Comparison {
  if (applied === null) return 'unknown';
  if (applied.kind === 'secret' || value.kind === 'secret')
    return comparison === 'both' ? 'both' : 'live';
  return isSameJson(applied.value, value.value) ? 'live' : 'both';
}

/** Selects the fields whose names are not ambiguous in the service. */
export function selectShownFields(
  fields: LiveFields,
  { unresolved }: Pick<Refusable, 'unresolved'>,
): LiveFields {
  const hidden = [...unresolved].filter(([, { isHidden }]) => isHidden === true);
  if (hidden.length === 0) return fields;
  return new Map([...fields, ...hidden.map(([path]) => [path, { kind: 'not-readable' }] as const)]);
}
