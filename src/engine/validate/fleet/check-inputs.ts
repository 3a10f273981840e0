import { RE2JS, RE2JSException } from 're2js';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenBlueprint, WrittenInput } from '../../../model/manifest/blueprint.ts';
import { hasPlaceholders } from '../placeholders/resolve-account-placeholders.ts';
import type { Rule } from '../rules/rule.ts';
import { describeInputMistake } from './read-input.ts';

/** Keys that inputs of one type alone have, and that it must have. */
const keysOfType = { pattern: 'string', values: 'enum', ref: 'secret' } as const;

const needed: ReadonlySet<string> = new Set(['values', 'ref']);

/** Checks the declaration of each input: keys of its type, pattern and default. */
export const checkInputs: Rule<WrittenBlueprint> = (document) =>
  Object.entries(document.written.spec.inputs ?? {}).flatMap(([name, input]) => {
    const pointer = toPointer(['spec', 'inputs', name]);
    // A wrong type was reported with the schema, and is left out.
    if (input.type === undefined) return [];
    return [
      ...Object.entries(keysOfType).flatMap(([key, type]): Diagnostic[] => {
        const isWritten = document.isWritten(`${pointer}/${key}`);
        if (isWritten && input.type !== type) {
          const summary = `${key} is for inputs of type ${type}; ${name} is of type ${input.type}`;
          const at = document.keySpanOf(`${pointer}/${key}`);
          return [reportError('input-declaration', { summary, at, remedy: 'Remove the line.' })];
        }
        if (isWritten || input.type !== type || !needed.has(key)) return [];
        const summary = `The input ${name} is of type ${type} and has no ${key}`;
        const remedy = `Write ${key} beside its type.`;
        return [
          reportError('input-declaration', { summary, at: document.keySpanOf(pointer), remedy }),
        ];
      }),
      ...checkPattern(input).map((why) =>
        reportError('input-declaration', {
          summary: `The pattern of ${name} is refused: ${why}`,
          at: document.spanOf(`${pointer}/pattern`),
          remedy: 'Write a pattern of RE2, which has no lookahead, lookbehind or backreference.',
        }),
      ),
      ...checkRename(document, input).map((summary) =>
        reportError('input-declaration', {
          summary,
          at: document.spanOf(`${pointer}/renamedFrom`),
          remedy: 'Write the earlier name of this input, or remove the line.',
        }),
      ),
      ...checkDefault(name, input).map((summary) =>
        reportError('input-declaration', {
          summary,
          at: document.spanOf(`${pointer}/default`),
          remedy: `Write a default of type ${input.type}.`,
        }),
      ),
    ];
  });

function checkPattern({ type, pattern }: WrittenInput): readonly string[] {
  if (type !== 'string' || pattern === undefined) return [];
  try {
    RE2JS.compile(pattern);
    return [];
  } catch (error) {
    if (error instanceof RE2JSException) return [error.message];
    throw error;
  }
}

function checkRename(
  { written }: Parameters<typeof checkInputs>[0],
  { renamedFrom }: WrittenInput,
): readonly string[] {
  const inputs = written.spec.inputs ?? {};
  if (renamedFrom === undefined) return [];
  if (Object.hasOwn(inputs, renamedFrom)) return [`${renamedFrom} is the name of an input`];
  const heirs = Object.values(inputs).filter((each) => each.renamedFrom === renamedFrom);
  return heirs.length > 1 ? [`${heirs.length} inputs are renamed from ${renamedFrom}`] : [];
}

function checkDefault(name: string, input: WrittenInput): readonly string[] {
  const { type, default: value, pattern } = input;
  if (value === undefined || hasPlaceholders(value)) return [];
  if (type === 'secret') return [`The input ${name} is a secret, which has no default`];
  const isSound = checkPattern(input).length === 0 && pattern !== undefined;
  const compiled = isSound ? RE2JS.compile(pattern) : null;
  const matches = (text: string) => compiled === null || compiled.matches(text);
  const mistake = describeInputMistake({ ...input, matches }, value);
  return mistake === null ? [] : [`The default of ${name} ${mistake.says}`];
}
