/**
 * Maximum nesting of input, because recursive code would otherwise exhaust the stack for a few
 * kilobytes of brackets.
 */
export const maxDepth = 200;

/** JSON as plain data; undefined if invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isTooDeep(data) ? undefined : data;
}

/** Checks level by level, because recursion would exhaust the stack. */
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
