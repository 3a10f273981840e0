import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Blueprint, WrittenPatch } from '../../../model/manifest/blueprint.ts';
import { parsePlaceholders } from '../../../model/manifest/interpolation.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { listConditions, type PlacedCondition } from '../layers/select-parts.ts';
import { hasPlaceholders } from '../placeholders/resolve-account-placeholders.ts';
import { parsePlaceholder } from '../placeholders/scope.ts';
import { toPlaceholderSpan } from '../placeholders/to-placeholder-span.ts';
import { formatValue } from '../schema/format-value.ts';
import { findInput } from './find-input.ts';
import { describeInputMistake } from './read-input.ts';

/** Settings and inputs that a layer sets, and their pointers. */
export type PlacedSet = {
  readonly pointer: string;
  readonly set: WrittenPatch;
  /** Values of inputs, if they are not in the settings. */
  readonly inputs?: GivenInputs;
};

type GivenInputs = {
  readonly pointer: string;
  readonly values: Readonly<Record<string, unknown>>;
};

/**
 * Checks what a layer sets: conditions, names of inputs in placeholders, and
 * values of inputs.
 */
export function checkSet(
  document: ManifestDocument<unknown>,
  blueprint: Blueprint,
  { pointer, set, inputs: given }: PlacedSet,
): readonly Diagnostic[] {
  const { inputs = {}, ...patch } = set;
  return [
    ...listConditions(patch, pointer).flatMap((condition) =>
      reportCondition(document, condition, blueprint.conditions.check(condition.text)),
    ),
    ...checkInputNames(document, blueprint, { pointer, value: patch }),
    ...checkGivenInputs(
      document,
      blueprint,
      given ?? { pointer: `${pointer}/inputs`, values: inputs },
    ),
  ];
}

function reportCondition(
  document: ManifestDocument<unknown>,
  { text, pointer }: PlacedCondition,
  mistake: string | null,
): readonly Diagnostic[] {
  if (mistake === null) return [];
  return [
    reportError('condition', {
      summary: `The condition ${formatValue(text)} is refused: ${mistake}`,
      at: document.spanOf(pointer),
      remedy: 'Write an expression of CEL over inputs, account.name, account.labels and vars.',
    }),
  ];
}

function checkGivenInputs(
  document: ManifestDocument<unknown>,
  { inputs: known, name: blueprint }: Blueprint,
  { pointer, values }: GivenInputs,
): readonly Diagnostic[] {
  return Object.entries(values).flatMap(([name, value]): Diagnostic[] => {
    const own = toEntryPointer(pointer, name);
    const input = findInput(known, name, values);
    if (input === undefined) {
      const summary = `The blueprint ${blueprint} has no input ${name}`;
      const remedy = formatNearest(name, known.keys(), 'inputs') ?? 'Remove the line.';
      return [reportError('input-unknown', { summary, at: document.keySpanOf(own), remedy })];
    }
    if (value === null || hasPlaceholders(value)) return [];
    const mistake = describeInputMistake(input, value);
    if (mistake === null) return [];
    return [
      reportError(input.type === 'secret' ? 'secret-literal' : 'input-value', {
        summary: `The input ${name} ${mistake.says}`,
        at: document.spanOf(own),
        related: [{ at: input.at, says: 'its declaration' }],
        ...(mistake.remedy === undefined ? {} : { remedy: mistake.remedy }),
        ...(input.type === 'secret' ? { masked: true } : {}),
      }),
    ];
  });
}

/** Checks that a blueprint declares each input that a part of a document names in a placeholder. */
function checkInputNames(
  document: ManifestDocument<unknown>,
  blueprint: Blueprint,
  { pointer, value }: { readonly pointer: string; readonly value: unknown },
): readonly Diagnostic[] {
  if (typeof value === 'string') {
    return parsePlaceholders(value).flatMap((piece): Diagnostic[] => {
      if (piece.kind !== 'placeholder') return [];
      const target = parsePlaceholder(piece.name);
      if (target?.kind !== 'input' || blueprint.inputs.has(target.name)) return [];
      const near = formatNearest(target.name, blueprint.inputs.keys(), 'inputs');
      return [
        reportError('input-unknown', {
          summary: `The blueprint ${blueprint.name} has no input ${target.name}`,
          at: toPlaceholderSpan(document, { pointer, text: value, piece }),
          remedy: near ?? 'Declare it under inputs.',
        }),
      ];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    checkInputNames(document, blueprint, { pointer: toEntryPointer(pointer, name), value: part }),
  );
}
