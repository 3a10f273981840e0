import {
  Environment,
  EvaluationError,
  ParseError,
  TypeError as TypeMistake,
} from '@marcbachmann/cel-js';
import { isMap } from '../../../kit/json/json.ts';
import type {
  ConditionScope,
  Conditions,
  Input,
  InputType,
} from '../../../model/manifest/blueprint.ts';

/** Bounds of an expression, which is evaluated for each account. */
const limits = {
  maxAstNodes: 200,
  maxDepth: 20,
  maxListElements: 100,
  maxMapEntries: 20,
  maxCallArguments: 8,
};

/** Types of CEL by those of inputs; a number may be whole or not. */
const types: Readonly<Record<InputType, string>> = {
  string: 'string',
  number: 'dyn',
  boolean: 'bool',
  enum: 'string',
  secret: 'dyn',
  mapping: 'dyn',
  list: 'list<dyn>',
};

const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/** Makes the conditions of a blueprint: expressions of CEL over its inputs, labels and variables. */
export function makeConditions(inputs: ReadonlyMap<string, Input>): Conditions {
  const environment = new Environment({ limits })
    .registerVariable({
      name: 'inputs',
      schema: Object.fromEntries([...inputs].map(([name, { type }]) => [name, types[type]])),
    })
    .registerVariable({
      name: 'account',
      schema: { name: 'string', labels: 'map<string, string>' },
    })
    .registerVariable('vars', 'map<string, dyn>');
  const parsed = new Map<string, ReturnType<typeof environment.parse>>();
  const parse = (text: string) => {
    const known = parsed.get(text) ?? environment.parse(text);
    parsed.set(text, known);
    return known;
  };
  return {
    check: (text) => {
      try {
        const { ast } = parse(text);
        const { valid, type, error } = environment.check(text);
        if (!valid) return toReason(error);
        if (type !== 'bool') return `its value is of type ${type}, not bool`;
        return checkCalls(ast, false);
      } catch (error) {
        return toReason(error);
      }
    },
    evaluate: (text, scope) => {
      try {
        return { isMet: parse(text)(toContext(scope)) === true };
      } catch (error) {
        return { mistake: toReason(error) };
      }
    },
  };
}

// The message goes on with the expression and a mark below it.
function toReason(error: unknown): string {
  const isOfText =
    error instanceof ParseError || error instanceof TypeMistake || error instanceof EvaluationError;
  if (!isOfText) throw error;
  return error.message.split('\n', 1)[0] ?? '';
}

function toContext({ inputs, name, labels, variables }: ConditionScope): Record<string, unknown> {
  return {
    inputs: Object.fromEntries([...inputs].map(([key, value]) => [key, toCel(value)])),
    account: { name, labels },
    vars: Object.fromEntries([...variables].map(([key, value]) => [key, toCel(value)])),
  };
}

// Whole numbers are a type of their own in CEL, and not in JSON.
function toCel(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Refuses what could take long: regular expressions, and macros within macros. */
function checkCalls(node: unknown, isInMacro: boolean): string | null {
  if (Array.isArray(node)) return findFirst(node, isInMacro);
  if (!isMap(node)) return null;
  const { op, args } = node;
  const name = op === 'call' || op === 'rcall' ? String((args as readonly unknown[])[0]) : '';
  if (name === 'matches') return 'matches is not available';
  const isMacro = macros.has(name) && op === 'rcall';
  if (isMacro && isInMacro) return `${name} is inside another macro`;
  return checkCalls(args, isInMacro || isMacro);
}

function findFirst(nodes: readonly unknown[], isInMacro: boolean): string | null {
  for (const node of nodes) {
    const found = checkCalls(node, isInMacro);
    if (found !== null) return found;
  }
  return null;
}
