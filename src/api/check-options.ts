import type { ApplyOptions, DriftOptions, PlanOptions } from '../app/options/daily-options.ts';
import type { PlanChoiceOptions } from '../app/options/plan-choices.ts';
import { isMap } from '../kit/json/json.ts';
import { formatShapeFault, type Shape, shapes } from '../kit/json/shapes.ts';
import { listNearest } from '../kit/text/nearest.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import { refreshes } from '../model/plan/plan.ts';
import { CyclectlError } from './cyclectl-error.ts';
import type { AskOptions, CallOptions, ProjectOptions } from './options.ts';

type Shapes<Options> = Readonly<Record<keyof Required<Options>, Shape>>;

const { text, texts, flag, oneOf, object, list } = shapes;

// A program without types may pass any value, and one that is not understood would change what is applied.
const count: Shape = (value, pointer) =>
  Number.isSafeInteger(value) && Number(value) >= 0
    ? null
    : { pointer, expected: 'a number from 0' };
const positive: Shape = (value, pointer) =>
  Number.isSafeInteger(value) && Number(value) > 0
    ? null
    : { pointer, expected: 'a number from 1' };
const call: Shape = (value, pointer) =>
  typeof value === 'function' ? null : { pointer, expected: 'a function' };
/** An object with these methods, which may be those of its class. */
const methods =
  (...names: readonly string[]): Shape =>
  (value, pointer) => {
    if (typeof value !== 'object' || value === null) return { pointer, expected: 'an object' };
    const lacking = names.find((name) => typeof Reflect.get(value, name) !== 'function');
    return lacking === undefined
      ? null
      : { pointer: `${pointer}/${lacking}`, expected: 'a function' };
  };
// A map has no variables as members, and its settings would be ignored.
const variables: Shape = (value, pointer) => {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value)
    return { pointer, expected: 'an object of texts by name' };
  const isText = (one: unknown) => one === undefined || typeof one === 'string';
  const wrong = Object.entries(value).find(([, one]) => !isText(one));
  return wrong === undefined ? null : { pointer: `${pointer}/${wrong[0]}`, expected: 'text' };
};
const signal: Shape = (value, pointer) =>
  value instanceof AbortSignal ? null : { pointer, expected: 'an AbortSignal' };
const shard: Shape = (value, pointer) => {
  const fault = object({ part: positive, of: positive })(value, pointer);
  if (fault !== null) return fault;
  const { part, of } = value as { readonly part: number; readonly of: number };
  return part <= of ? null : { pointer: `${pointer}/part`, expected: `at most ${of}` };
};

/** Shapes of the options of a project. */
export const projectShapes: Shapes<ProjectOptions> = {
  directory: text,
  environment: text,
  select: texts,
  environmentVariables: variables,
  allowExec: texts,
  timer: methods('nowMs', 'setAlarm', 'setDeadline'),
};

const callShapes: Shapes<CallOptions> = {
  signal,
  onProgress: call,
  onStart: call,
  onEnd: call,
  output: methods('out', 'log'),
  format: oneOf('text', 'json'),
  verbose: flag,
  timesFrom: oneOf('call', 'process'),
  reports: list(
    object({
      format: oneOf('text', 'json', 'markdown', 'html', 'github', 'junit', 'sarif'),
      file: text,
    }),
  ),
};

const choiceShapes: Shapes<PlanChoiceOptions> = {
  rewrite: flag,
  allowDeletes: count,
  allowOrphans: count,
  allowReplace: flag,
  allowNewWebhookUrls: flag,
};

/** Shapes of the options of `plan`. */
export const planShapes: Shapes<PlanOptions & CallOptions> = {
  ...callShapes,
  ...choiceShapes,
  out: text,
  changedSince: text,
  replaces: text,
  refresh: oneOf(...refreshes),
  allWaves: flag,
  group: positive,
};

/** Shapes of the options of `apply`. */
export const applyShapes: Shapes<ApplyOptions & AskOptions & CallOptions> = {
  ...callShapes,
  ...choiceShapes,
  confirm: call,
  plan: text,
  maxAge: count,
  yes: flag,
  allWaves: flag,
  lockTimeout: count,
  approvedBy: text,
};

/** Shapes of the options of `drift`. */
export const driftShapes: Shapes<DriftOptions & CallOptions> = {
  ...callShapes,
  maxUnread: count,
  shard,
  oldestFirst: flag,
  budget: positive,
  group: positive,
};

/** Checks options of a call, because an unknown one may be a selection that was meant. Throws `CyclectlError`. */
export function checkOptions(
  name: string,
  options: unknown,
  known: Readonly<Record<string, Shape>>,
): void {
  if (!isMap(options)) {
    throw toUsageError(`the options of ${name} are not an object`, 'Pass an object of options.');
  }
  for (const [option, value] of Object.entries(options)) {
    const shape = Object.hasOwn(known, option) ? known[option] : undefined;
    if (shape === undefined) throw toUnknownError(name, option, Object.keys(known));
    const fault = value === undefined ? null : shape(value, '');
    if (fault === null) continue;
    const wrong = formatShapeFault({ ...fault, pointer: `${option}${fault.pointer}` });
    throw toUsageError(`an option of ${name} is wrong: ${wrong}`, 'Correct it.');
  }
}

function toUnknownError(name: string, option: string, known: readonly string[]): CyclectlError {
  const nearest = listNearest(option, known);
  const offered = nearest.length > 0 ? nearest : known;
  return toUsageError(
    `${name} has no option ${toVisible(option)}`,
    `Remove it, or pass one of: ${offered.join(', ')}.`,
  );
}

/** An error of the caller, with a remedy. */
export function toUsageError(message: string, remedy: string): CyclectlError {
  return new CyclectlError(message, { code: 'wrong-usage', remedy });
}
