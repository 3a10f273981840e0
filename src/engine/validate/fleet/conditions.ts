import { Environment } from '@marcbachmann/cel-js';
import type {
  ConditionScope,
  Conditions,
  Input,
  InputType,
} from '../../../model/manifest/blueprint.ts';
import { checkCalls, limits, toCelReason } from '../check-calls.ts';

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
        if (!valid) return toCelReason(error);
        if (type !== 'bool') return `its value is of type ${type}, not bool`;
        return checkCalls(ast);
      } catch (error) {
        return toCelReason(error);
      }
    },
    evaluate: (text, scope) => {
      try {
        return { isMet: parse(text)(toContext(scope)) === true };
      } catch (error) {
        return { mistake: toCelReason(error) };
      }
    },
  };
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
