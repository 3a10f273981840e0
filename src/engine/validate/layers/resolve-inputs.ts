import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Blueprint, Input } from '../../../model/manifest/blueprint.ts';
import { parsePlaceholders, resolvePlaceholders } from '../../../model/manifest/interpolation.ts';
import type { Layer } from '../../../model/manifest/layers.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { describeInputMistake } from '../fleet/read-input.ts';
import { hasPlaceholders } from '../placeholders/resolve-account-placeholders.ts';
import {
  type PlaceholderTarget,
  parsePlaceholder,
  type ResolvedInput,
} from '../placeholders/scope.ts';

/** A value of an input as written, and its place. */
type Given = {
  /** undefined: one with a mistake, which is reported. */
  readonly value: unknown;
  readonly document: ManifestDocument<unknown>;
  readonly pointer: string;
  /** True for the cell of a row, whose text has no placeholders. */
  readonly isLiteral: boolean;
};

/** Values of the inputs of an account, and their mistakes. */
export type ResolvedInputs = {
  readonly inputs: ReadonlyMap<string, ResolvedInput>;
  readonly diagnostics: readonly Diagnostic[];
};

/** The account that inputs are resolved for. */
export type InputScope = {
  readonly blueprint: Blueprint;
  readonly layers: readonly Layer[];
  /** Place of an input that is missing. */
  readonly at: SourceSpan;
  /** Value of a placeholder outside of inputs; undefined if unknown, null if its mistake is reported. */
  readonly findValue: (target: PlaceholderTarget, isInRef: boolean) => unknown;
};

/**
 * Takes the value of each input from the last layer that gives one, then its default; of a secret
 * its reference. null gives none.
 */
export function resolveInputs(scope: InputScope): ResolvedInputs {
  const { blueprint, layers, at } = scope;
  const inputs = new Map<string, ResolvedInput>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, input] of blueprint.inputs) {
    const given = findGiven(input, layers) ?? findDefault(input);
    if (given?.value === undefined || given.value === null) {
      const isNone = given === null || given.value === null;
      const isMissing = isNone && input.required !== false;
      inputs.set(name, isNone && !isMissing ? { at: input.at } : { at: input.at, isFaulty: true });
      if (isMissing) diagnostics.push(reportMissing(input, blueprint.name, at));
      continue;
    }
    const place = given.document.spanOf(given.pointer);
    const filled = given.isLiteral ? given.value : fill(given.value, { scope, input });
    const mistake = given.isLiteral ? null : checkFilled(input, filled);
    const isWrong = isBroken(filled) || mistake !== null;
    inputs.set(name, isWrong ? { at: place, isFaulty: true } : { value: filled, at: place });
    // A value without placeholders was checked with its document.
    if (isWrong && filled !== given.value && filled !== faulty)
      diagnostics.push(reportWrong(input, place, mistake?.says));
  }
  return { inputs, diagnostics };
}

function findGiven({ name, type }: Input, layers: readonly Layer[]): Given | null {
  const layer = layers.findLast(({ inputs }) => Object.hasOwn(inputs, name));
  if (layer === undefined) return null;
  const pointer = toEntryPointer(layer.inputsPointer, name);
  const isLiteral = layer.kind === 'row';
  // No layer gives a secret; one that does is reported.
  const value = type === 'secret' ? undefined : layer.inputs[name];
  return { value, document: layer.document, pointer, isLiteral };
}

function findDefault({ name, document, type, ref, default: value }: Input): Given | null {
  const key = type === 'secret' ? 'ref' : 'default';
  const found = type === 'secret' ? ref : value;
  if (found === undefined) return null;
  const pointer = toEntryPointer(toEntryPointer('/spec/inputs', name), key);
  return { value: found, document, pointer, isLiteral: false };
}

/** Result of a text that has a placeholder without a value. */
const unresolved = Symbol('unresolved');

/** The same for one whose value has a mistake that is reported at its place. */
const faulty = Symbol('faulty');

function isBroken(value: unknown): boolean {
  return value === unresolved || value === faulty;
}

type Filling = { readonly scope: InputScope; readonly input: Input };

function fill(value: unknown, filling: Filling): unknown {
  if (!hasPlaceholders(value)) return value;
  if (typeof value === 'string') return fillText(value, filling);
  const isList = Array.isArray(value);
  const entries = Object.entries(value as object).map(
    ([name, part]: [string, unknown]) => [name, fill(part, filling)] as const,
  );
  const broken = entries.find(([, part]) => isBroken(part));
  if (broken !== undefined) return broken[1];
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

function fillText(text: string, { scope, input }: Filling): unknown {
  const isInRef = input.type === 'secret';
  const parsed = parsePlaceholders(text);
  const found = new Map<string, unknown>();
  for (const piece of parsed) {
    if (piece.kind === 'literal') continue;
    const target = piece.kind === 'open' ? null : parsePlaceholder(piece.name);
    const value = target === null ? undefined : scope.findValue(target, isInRef);
    if (value === undefined || piece.kind === 'open') return unresolved;
    if (value === null) return faulty;
    found.set(piece.name, value);
  }
  return resolvePlaceholders(parsed, (name) => found.get(name));
}

// The reference of a secret was validated with the blueprint.
function checkFilled(input: Input, filled: unknown) {
  const isKnown = isBroken(filled) || input.type === 'secret';
  return isKnown ? null : describeInputMistake(input, filled);
}

function reportMissing(
  { name, at: declared }: Input,
  blueprint: string,
  at: SourceSpan,
): Diagnostic {
  return reportError('input-missing', {
    summary: `The account has no value for the input ${name} of ${blueprint}`,
    at,
    related: [{ at: declared, says: 'its declaration' }],
    remedy: 'Give it a value, or a default in the blueprint.',
  });
}

function reportWrong({ name, type }: Input, at: SourceSpan, says: string | undefined): Diagnostic {
  const isSecret = type === 'secret';
  const known = isSecret
    ? `\${account.env}, \${account.name} and \${account.id}`
    : `\${vars.NAME} and placeholders of the account`;
  return reportError(says === undefined ? 'interpolation' : 'input-value', {
    summary: `The input ${name} ${says ?? 'has a placeholder without a value'}`,
    at,
    remedy: says === undefined ? `It can have ${known}.` : `Write a value of type ${type}.`,
    ...(isSecret ? { masked: true } : {}),
  });
}
