import { formatNearest, listNearest } from '../../kit/text/nearest.ts';
import { type FieldPath, toFieldAddress } from '../../model/address.ts';
import type { DesiredCycle } from '../../model/desired/desired.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UnknownName, UnresolvedName } from '../../model/diff/unresolved-name.ts';
import type { CycleShape, NameLookup } from '../../model/live/cycle-shape.ts';
import { isSecretText } from '../../model/secret/secret-name.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** A name and its failed lookup. */
export type NameQuery = Pick<UnknownName, 'thing' | 'name' | 'step'> & {
  readonly found: Exclude<NameLookup<unknown>, { readonly kind: 'one' }>;
};

/** Reports a name of a cycle that is unknown or ambiguous. */
export function reportUnresolved(
  {
    cycle,
    path,
    at,
  }: {
    readonly cycle: DesiredCycle;
    readonly path: FieldPath;
    readonly at: SourceSpan;
  },
  { found, ...looked }: NameQuery,
  shape: CycleShape,
): UnresolvedName {
  const { thing, name, step } = looked;
  const candidates = found.candidates.filter((candidate) => !isSecretText(candidate));
  const isSeveral = found.kind === 'several';
  const what = `${thing} "${name}"${step === null ? '' : ` in step "${step}"`}`;
  // Only steps have labels that distinguish equal names.
  const labels = thing === 'step' ? candidates : [];
  const near = isSeveral ? labels : listNearest(name, candidates);
  const isHidden = isOfHiddenOrder(shape, name);
  return {
    ...(isHidden ? { isHidden } : {}),
    lost: { ...looked, isSeveral, near },
    diagnostic: reportError(codes[thing], {
      summary: isSeveral ? `The cycle has more than one ${what}` : `The cycle has no ${what}`,
      at,
      address: toFieldAddress(cycle.address, path),
      remedy: isHidden
        ? 'The service does not report the order of these steps. Map them in the console, and remove them here.'
        : isSeveral
          ? formatLabelHint(near)
          : (formatNearest(name, candidates) ??
            (found.candidates.length > 0
              ? 'Names that look like secrets are not listed: compare them in the console.'
              : `${step === null ? 'The cycle' : `Step "${step}"`} has no ${thing}s: remove the line.`)),
    }),
  };
}

/** Replaces the message for a name in the wrong one of a step's two lists. */
export function toMisplaced(
  miss: UnresolvedName,
  message: Pick<Refusal, 'summary' | 'remedy'>,
): UnresolvedName {
  return { ...miss, diagnostic: { ...miss.diagnostic, ...message } };
}

/** Converts to an unresolved source of a mapping, whose own field exists. */
export function toUnresolvedSource(miss: UnresolvedName): UnresolvedName {
  return {
    ...miss,
    isSource: true,
    diagnostic: { ...miss.diagnostic, code: 'source-unknown' },
  };
}

const codes: Readonly<Record<UnknownName['thing'], Refusal['code']>> = {
  step: 'step-unknown',
  parameter: 'target-unknown',
  'request field': 'target-unknown',
  'response field': 'source-unknown',
  variable: 'variable-unknown',
  slot: 'slot-unknown',
  property: 'property-unknown',
  template: 'template-unknown',
};

function formatLabelHint(labels: readonly string[]): string {
  return labels.length === 0
    ? 'Rename or delete all but one of them in the console.'
    : `Write one of ${labels.map((each) => `"${each}"`).join(', ')}.`;
}

function isOfHiddenOrder({ hidesOrder, steps }: CycleShape, wanted: string): boolean {
  const name = wanted.replace(/#\d+$/, '');
  return hidesOrder === true && steps.some((step) => step.name === name && step.label !== name);
}
