import { type FieldPath, fieldAddress, toFieldPath } from '../../model/address.ts';
import type { Refusable } from '../../model/bound.ts';
import type { Refusal } from '../../model/code-stops.ts';
import type { CycleShape, Found, NamedStep } from '../../model/cycle-shape.ts';
import { findStep, findTarget, findVariable } from '../../model/cycle-shape.ts';
import type { DesiredCycle, DesiredMappingEntry } from '../../model/desired.ts';
import { tidyExpression } from '../../model/expression.ts';
import type { DesiredField, DesiredValue } from '../../model/field-value.ts';
import type { ConnectorRelease } from '../../model/live.ts';
import type { MappingSource } from '../../model/mapping.ts';
import type { MissedName } from '../../model/missed-name.ts';
import { namedSources } from '../../model/step-sources.ts';
import { findMergedSecret, reportMergedSecret } from './find-merged-secret.ts';
import { type LookedFor, reportMissed, toMissedSource } from './report-missed.ts';

/**
 * Gives each mapping of a cycle the one path that addresses it, and its source the names that the
 * live side is read into. A name that does not exist is told with the nearest names, ready to paste; what by the marks
 * of the catalogue's releases may not stand there is refused.
 */
export function nameMappings(
  cycle: DesiredCycle,
  shape: CycleShape,
  releases: readonly ConnectorRelease[] = [],
): Refusable & { readonly fields: readonly DesiredField[] } {
  const fields: DesiredField[] = [];
  const refusals: Refusal[] = [];
  const missed = new Map<FieldPath, MissedName>();
  for (const entry of cycle.mappings) {
    const step = findStep(shape, entry.step);
    const label = step.kind === 'one' ? step.item.label : entry.step;
    const path = toFieldPath('steps', label, entry.slot, entry.target);
    const miss = findMissed(entry, { cycle, shape, path, step });
    if (miss !== null) missed.set(path, miss);
    const named = { path, value: nameSource(entry, shape), at: entry.at };
    if (step.kind !== 'one') {
      fields.push(named);
      continue;
    }
    const target = findTarget(step.item, entry.slot, entry.target);
    const address = fieldAddress(cycle.address, path);
    const isSensitive = target.kind === 'one' && target.item.isSensitive === true;
    if (isSensitive && isText(entry)) refusals.push({ ...reportText(entry), address });
    const merged = findMergedSecret(entry, step.item, { shape, releases });
    if (merged !== null) {
      refusals.push({ ...reportMergedSecret(entry, { name: merged, step: step.item }), address });
    }
    fields.push({ ...named, ...(isSensitive ? { isSensitive } : {}) });
  }
  return { fields, refusals, missed };
}

function findMissed(
  entry: DesiredMappingEntry,
  at: {
    readonly cycle: DesiredCycle;
    readonly shape: CycleShape;
    readonly path: FieldPath;
    readonly step: Found<NamedStep>;
  },
): MissedName | null {
  const { shape, step } = at;
  if (step.kind !== 'one') {
    const looked = { thing: 'step', name: entry.step, step: null, found: step } as const;
    return reportMissed({ ...at, at: entry.stepAt }, looked, shape);
  }
  const place = { ...at, at: entry.at };
  const found = findTarget(step.item, entry.slot, entry.target);
  if (found.kind !== 'one') {
    const thing = entry.slot === 'parameters' ? 'parameter' : 'request field';
    const looked = { thing, name: entry.target, step: step.item.label, found } as const;
    return reportMissed(place, looked, shape);
  }
  const source = findMissedSource(entry, shape);
  return source === null ? null : toMissedSource(reportMissed(place, source, shape));
}

function findMissedSource({ source }: DesiredMappingEntry, shape: CycleShape): LookedFor | null {
  if (source.kind === 'variable') {
    if (shape.hidesVariables === true) return null;
    const { variable: name } = source;
    const found = findVariable(shape, name);
    return found.kind === 'one' ? null : { thing: 'variable', name, step: null, found };
  }
  for (const { step: name, field } of namedSources(source)) {
    const step = findStep(shape, name);
    if (step.kind !== 'one') return { thing: 'step', name, step: null, found: step };
    const found = findTarget(step.item, 'responses', field);
    if (found.kind !== 'one') {
      return {
        thing: 'response field',
        name: field,
        step: step.item.label,
        found,
      };
    }
  }
  return null;
}

function nameSource(entry: DesiredMappingEntry, shape: CycleShape): DesiredValue {
  const { source } = entry;
  if (source.kind === 'secret') return { kind: 'secret', secret: source.secret };
  return { kind: 'plain', value: nameLabels(source, shape) };
}

function nameLabels(source: MappingSource, shape: CycleShape): MappingSource {
  if (source.kind === 'expression') {
    return { kind: 'expression', expression: tidyExpression(source.expression, shape) };
  }
  if (source.kind !== 'step') return source;
  const step: Found<NamedStep> = findStep(shape, source.step);
  return step.kind === 'one' ? { ...source, step: step.item.label } : source;
}

function isText(entry: DesiredMappingEntry): boolean {
  return entry.source.kind === 'value' || entry.source.kind === 'expression';
}

function reportText(entry: DesiredMappingEntry): Refusal {
  return {
    code: 'secret-as-text',
    severity: 'error',
    summary: `The parameter "${entry.target}" is a secret and stands here as text`,
    at: entry.at,
    masked: true,
    remedy: `Write a reference: ${entry.target}: {env: NAME_OF_A_VARIABLE}. Then change the secret, since it is in Git.`,
  };
}
