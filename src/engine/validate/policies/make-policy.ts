import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type {
  Policy,
  PolicyScope,
  PolicySubject,
  PolicyValidation,
  WrittenPolicy,
} from '../../../model/plan/policy.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { checkCalls, limits, toCelReason } from '../check-calls.ts';

type PolicyDocument = ManifestDocument<WrittenPolicy>;

const anything = 'map<string, dyn>';

/** Variables of the expressions about each subject, beside `environment` and `account`. */
const variables: Readonly<Record<PolicySubject, Readonly<Record<string, string>>>> = {
  account: { manifest: anything },
  connector: { manifest: anything, key: 'string', connector: anything },
  cycle: { manifest: anything, key: 'string', cycle: anything },
  plan: { plan: anything },
  change: { plan: anything, change: anything },
};

/** Longest message that an expression may give. */
const maxMessage = 500;

const macroRemedy =
  'Let the inner macro go through a part of what the outer one is at, such as plan.changes.all(c, c.fields.all(f, !f.secret)).';

/** Makes a policy with its expressions compiled, or reports their mistakes. */
export function makePolicy(
  document: PolicyDocument,
): Policy | { readonly mistakes: readonly Diagnostic[] } {
  const { metadata, spec } = document.written;
  const environment = openEnvironment(spec.about);
  const mistakes: Diagnostic[] = [];
  const compile = (pointer: string, text: string, type: 'bool' | 'string') => {
    const compiled = compileText(environment, text, type);
    if (typeof compiled === 'function') return compiled;
    mistakes.push(reportExpression(document, pointer, compiled));
    return null;
  };
  const validations = spec.validations.map((written, index): PolicyValidation => {
    const toPlace = (key: string) => toPointer(['spec', 'validations', index, key]);
    const { expression, message, messageExpression } = written;
    const condition = compile(toPlace('expression'), expression, 'bool');
    const own =
      messageExpression === undefined
        ? null
        : compile(toPlace('messageExpression'), messageExpression, 'string');
    return { check: (scope) => check({ condition, message, own }, scope) };
  });
  return mistakes.length > 0 ? { mistakes } : { name: metadata.name, document, validations };
}

type Compiled = {
  readonly condition: ParseResult | null;
  readonly message: string;
  /** The expression that gives the message; null without one. */
  readonly own: ParseResult | null;
};

function check(
  { condition, message, own }: Compiled,
  scope: PolicyScope,
): ReturnType<PolicyValidation['check']> {
  const found = evaluate(condition, scope);
  if ('mistake' in found) return found;
  if (found.value === true) return null;
  const made = own === null ? found : evaluate(own, scope);
  const text = 'value' in made && typeof made.value === 'string' ? made.value.trim() : '';
  return { message: text === '' ? message : text.slice(0, maxMessage) };
}

function evaluate(
  compiled: ParseResult | null,
  scope: PolicyScope,
): { readonly value: unknown } | { readonly mistake: string } {
  if (compiled === null) return { mistake: 'the expression is invalid' };
  try {
    return { value: compiled(scope) };
  } catch (error) {
    return { mistake: toCelReason(error) };
  }
}

function openEnvironment(about: PolicySubject): Environment {
  const schema = { name: 'string', labels: 'map<string, string>' };
  const environment = new Environment({ limits })
    .registerVariable('environment', 'string')
    .registerVariable({ name: 'account', schema });
  for (const [name, type] of Object.entries(variables[about]))
    environment.registerVariable(name, type);
  return environment;
}

/** A mistake of an expression, and the place in its text. */
type Mistake = { readonly reason: string; readonly offset: number };

function compileText(
  environment: Environment,
  text: string,
  wanted: 'bool' | 'string',
): ParseResult | Mistake {
  try {
    const { valid, type, error } = environment.check(text);
    if (!valid) return toMistake(error);
    if (type !== wanted)
      return { reason: `its value is of type ${type}, not ${wanted}`, offset: 0 };
    const compiled = environment.parse(text);
    const reason = checkCalls(compiled.ast);
    return reason === null ? compiled : { reason, offset: 0 };
  } catch (error) {
    return toMistake(error);
  }
}

function toMistake(error: unknown): Mistake {
  const reason = toCelReason(error);
  const { range } = error as { readonly range?: { readonly start: number } };
  return { reason, offset: range?.start ?? 0 };
}

function reportExpression(
  document: PolicyDocument,
  pointer: string,
  { reason, offset }: Mistake,
): Diagnostic {
  const { name } = document.written.metadata;
  return reportError('policy-expression', {
    summary: `An expression of the policy ${name} is refused: ${reason}`,
    ...(/ (a|another) macro$/.test(reason) ? { remedy: macroRemedy } : {}),
    at: toExpressionSpan(document, pointer, offset),
  });
}

// The place of the mistake in a text that its file has as it is; the whole of any other.
function toExpressionSpan(document: PolicyDocument, pointer: string, offset: number): SourceSpan {
  const at = document.spanOf(pointer);
  const written = document.sourceOf(pointer);
  const isPlain = at.line === at.endLine && written?.startsWith(' ') === false;
  if (!isPlain || offset === 0 || /^['"|>]/.test(written ?? '')) return at;
  return { ...at, column: at.column + offset };
}
