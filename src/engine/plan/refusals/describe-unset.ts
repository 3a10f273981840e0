import { formatQuoted, formatYamlName } from '../../../kit/text/format-name.ts';
import { type Address, toFieldAddress } from '../../../model/address.ts';
import type { DesiredCycle } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import { type CycleShape, findStep } from '../../../model/live/cycle-shape.ts';
import type { RequiredMapping } from '../../../model/live/named-prerequisite.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { UnsetMapping } from './list-unset.ts';

/** A required value that a cycle lacks, in words, with the line to write. */
export function describeUnset(
  { desired: { bound, shape }, live }: CycleDiff,
  { step, mapping, ignored }: UnsetMapping,
): Pick<Diagnostic, 'summary' | 'remedy'> & { readonly at: SourceSpan; readonly address: Address } {
  const { desired: cycle } = bound;
  const address = toFieldAddress(cycle.address, mapping.path);
  const head = `${address} needs a value before "${live?.name ?? cycle.name}" can start`;
  if (ignored !== null) {
    return {
      summary: `${head}: the manifest gives it no value`,
      at: ignored.desired.at,
      address,
      remedy: 'Write a value in its place.',
    };
  }
  return {
    summary: `${head}: neither the ${cycle.origin.kind} nor the manifest has one`,
    at: (shape === null ? null : findStepLine(cycle, step.label, shape)) ?? cycle.at,
    address,
    remedy: formatMappingLine(step.label, mapping),
  };
}

/** The line to write for a mapping without one, and its place in the cycle. */
export function formatMappingLine(
  label: string,
  { slot, item }: Pick<RequiredMapping, 'slot' | 'item'>,
): string {
  const value = item.isSensitive ? '{env: NAME}' : 'VALUE';
  const line = `${formatYamlName(toEscapedText(item.name))}: ${value}`;
  return `Write under steps, ${formatQuoted(label)}, ${slot}: ${line}.`;
}

// Lines of a cycle file are not those to write.
function findStepLine(
  { mappings, origin }: DesiredCycle,
  label: string,
  shape: CycleShape,
): SourceSpan | null {
  const file = origin.kind === 'file' ? origin.path : null;
  const entry = mappings.find(({ step, stepAt }) => {
    const found = findStep(shape, step);
    return found.kind === 'one' && found.item.label === label && stepAt.file !== file;
  });
  return entry?.stepAt ?? null;
}
