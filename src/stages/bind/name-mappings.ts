import { isSameJson } from '../../kit/canonical-json.ts';
import { writeNearest } from '../../kit/nearest.ts';
import { toFieldPath } from '../../model/address.ts';
import type { DiagnosticCode } from '../../model/codes.ts';
import type { CycleShape, Found, NamedStep } from '../../model/cycle-shape.ts';
import { findStep, findTarget, findVariable } from '../../model/cycle-shape.ts';
import type { DesiredCycle, DesiredMappingEntry } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { referencesOf, tidyExpression } from '../../model/expression.ts';
import type { AppliedValue, DesiredField, DesiredValue } from '../../model/field-value.ts';
import type { ConnectorRelease } from '../../model/live.ts';
import type { MappingSource } from '../../model/mapping.ts';
import type { ObjectRecord } from '../../model/memory.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { findMergedSecret, reportMergedSecret } from './find-merged-secret.ts';

/**
 * Gives each mapping of a cycle the one path that addresses it, and its source the names that the
 * live side is read into. What does not exist is reported with the nearest names, ready to paste; so is what
 * by the marks of the catalogue's releases may not stand there.
 */
export function nameMappings(
  cycle: DesiredCycle,
  shape: CycleShape,
  {
    releases = [],
    record = null,
  }: {
    readonly releases?: readonly ConnectorRelease[];
    /** What we know of the instance: a variable that we have mapped may be gone since. */
    readonly record?: ObjectRecord | null;
  } = {},
): { readonly fields: readonly DesiredField[]; readonly diagnostics: readonly Diagnostic[] } {
  const fields: DesiredField[] = [];
  const diagnostics: Diagnostic[] = [];
  const unknown = new Set<string>();
  for (const entry of cycle.mappings) {
    const report = (code: DiagnosticCode, thing: string, found: Missed): void => {
      const at = code === 'step-unknown' ? entry.stepAt : entry.at;
      diagnostics.push(reportMissed({ cycle, at, code, thing, found, shape }));
    };
    const step = findStep(shape, entry.step);
    if (step.kind !== 'one') {
      if (!unknown.has(entry.step)) report('step-unknown', `step "${entry.step}"`, step);
      unknown.add(entry.step);
      continue;
    }
    const target = findTarget(step.item, entry.slot, entry.target);
    if (target.kind !== 'one') {
      const kind = entry.slot === 'parameters' ? 'parameter' : 'request field';
      report('target-unknown', `${kind} "${entry.target}" in step "${step.item.label}"`, target);
      continue;
    }
    const path = toFieldPath('steps', step.item.label, entry.slot, entry.target);
    const missed = checkSource(entry, shape);
    if (missed !== null && !isMapped(entry, record?.applied[path])) {
      report('source-unknown', missed.thing, missed.found);
      continue;
    }
    const isSensitive = target.item.isSensitive === true;
    if (isSensitive && isText(entry)) diagnostics.push(reportText(cycle, entry));
    const merged = findMergedSecret(entry, step.item, { shape, releases });
    if (merged !== null) {
      diagnostics.push(reportMergedSecret(cycle, entry, { name: merged, step: step.item }));
    }
    fields.push({
      path,
      value: nameSource(entry, shape),
      at: entry.at,
      ...(isSensitive ? { isSensitive } : {}),
    });
  }
  return { fields, diagnostics };
}

type Missed = Exclude<Found<unknown>, { readonly kind: 'one' }>;

function checkSource(
  entry: DesiredMappingEntry,
  shape: CycleShape,
): { readonly thing: string; readonly found: Missed } | null {
  const { source } = entry;
  if (source.kind === 'variable') {
    if (shape.hidesVariables === true) return null;
    const found = findVariable(shape, source.variable);
    return found.kind === 'one' ? null : { thing: `variable "${source.variable}"`, found };
  }
  const references =
    source.kind === 'step'
      ? [source]
      : source.kind === 'expression'
        ? referencesOf(source.expression)
        : [];
  for (const reference of references) {
    const step = findStep(shape, reference.step);
    if (step.kind !== 'one') return { thing: `step "${reference.step}"`, found: step };
    const field = findTarget(step.item, 'responses', reference.field);
    if (field.kind !== 'one') {
      return {
        thing: `response field "${reference.field}" in step "${step.item.label}"`,
        found: field,
      };
    }
  }
  return null;
}

// Nobody wrote a wrong name that was right when we sent it.
function isMapped({ source }: DesiredMappingEntry, applied: AppliedValue | undefined): boolean {
  return (
    source.kind === 'variable' && applied?.kind === 'plain' && isSameJson(source, applied.value)
  );
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

function reportMissed(missed: {
  readonly cycle: DesiredCycle;
  readonly at: SourceSpan;
  readonly code: DiagnosticCode;
  readonly thing: string;
  readonly found: Missed;
  readonly shape: CycleShape;
}): Diagnostic {
  const { cycle, at, code, thing, found } = missed;
  const wanted = /"(.*?)"/.exec(thing)?.[1] ?? '';
  return {
    code,
    severity: 'error',
    summary:
      found.kind === 'several'
        ? `The cycle has more than one ${thing}`
        : `The cycle has no ${thing}`,
    at,
    address: cycle.address,
    remedy: isOfHiddenOrder(missed.shape, wanted)
      ? 'The service does not show which of these steps comes first. Map them by hand in the console, and leave them out here.'
      : found.kind === 'several'
        ? `Write one of ${found.candidates.map((name) => `"${name}"`).join(', ')}.`
        : (writeNearest(wanted, found.candidates) ??
          'There is none of that kind; remove the line.'),
  };
}

function isOfHiddenOrder({ hidesOrder, steps }: CycleShape, wanted: string): boolean {
  const name = wanted.replace(/#\d+$/, '');
  return hidesOrder === true && steps.some((step) => step.name === name && step.label !== name);
}

function reportText(cycle: DesiredCycle, entry: DesiredMappingEntry): Diagnostic {
  return {
    code: 'secret-as-text',
    severity: 'error',
    summary: `The parameter "${entry.target}" is a secret and stands here as text`,
    at: entry.at,
    address: cycle.address,
    masked: true,
    remedy: `Write a reference: ${entry.target}: {env: NAME_OF_A_VARIABLE}. Then change the secret, since it is in Git.`,
  };
}
