/**
 * How deep what comes from outside may be nested. All that goes through it does so by calling itself,
 * and so would end without a stack in what some kilobytes of brackets can hold.
 */
export const maxDepth = 200;

/** JSON as plain data; undefined: it is none, or is nested too deep. */
export function parseJson(text: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isTooDeep(data) ? undefined : data;
}

/** Level by level, as the walk itself must not run out of stack. */
function isTooDeep(data: unknown): boolean {
  let level = [data].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxDepth) {
      return true;
    }
    level = level.flatMap((value) => Object.values(value).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
