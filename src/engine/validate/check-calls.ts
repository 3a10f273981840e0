import { isMap } from '../../kit/json/json.ts';

/** Bounds of an expression, which is evaluated for each account. */
export const limits = {
  maxAstNodes: 200,
  maxDepth: 20,
  maxListElements: 100,
  maxMapEntries: 20,
  maxCallArguments: 8,
};

const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/** The mistake of an expression of CEL, on one line; a function of it may throw others than its own, such as for a time zone. */
export function toCelReason(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  // The message goes on with the expression and a mark below it.
  return error.message.split('\n', 1)[0] ?? '';
}

/**
 * Refuses expressions that could take long: regular expressions, macros within macros, unless the inner
 * one goes through a part of what the outer one is at, and lists that a macro has made.
 */
export function checkCalls(node: unknown, outer: readonly string[] = []): string | null {
  if (Array.isArray(node)) return findFirst(node, outer);
  if (!isMap(node)) return null;
  const { op, args } = node;
  if (op !== 'call' && op !== 'rcall') return checkCalls(args, outer);
  const [name, receiver, given] = args as readonly unknown[];
  if (name === 'matches') return 'matches is not available';
  if (op === 'rcall' && name === 'bind' && findRoot(receiver) === 'cel') {
    // A name for anything else would let a macro go through everything again.
    if (outer.length > 0) return 'cel.bind is inside a macro';
    if (hasMacro((given as readonly unknown[])[1])) return 'cel.bind names the result of a macro';
  }
  if (op === 'call' || !macros.has(String(name))) return checkCalls(args, outer);
  // Filter leaves no more than it was given.
  if (hasMacro(receiver) && !isFiltered(receiver))
    return `${String(name)} goes through the result of another macro`;
  if (outer.length > 0 && !outer.includes(findRoot(receiver)))
    return `${String(name)} is inside another macro`;
  const [variable] = Array.isArray(given) ? given : [];
  return checkCalls(receiver, outer) ?? checkCalls(given, [...outer, findRoot(variable)]);
}

function hasMacro(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasMacro);
  if (!isMap(node)) return false;
  const { op, args } = node;
  return (op === 'rcall' && macros.has(String((args as readonly unknown[])[0]))) || hasMacro(args);
}

/** Returns whether a node is filter, of a list without macros. */
function isFiltered(node: unknown): boolean {
  if (!isMap(node) || node.op !== 'rcall') return false;
  const [name, receiver] = node.args as readonly unknown[];
  return name === 'filter' && (!hasMacro(receiver) || isFiltered(receiver));
}

// The variable that a path of fields and indexes begins with.
function findRoot(node: unknown): string {
  if (!isMap(node)) return '';
  const { op, args } = node;
  if (op === 'id') return String(args);
  if (op !== '.' && op !== '[]') return '';
  return findRoot((args as readonly unknown[])[0]);
}

function findFirst(nodes: readonly unknown[], outer: readonly string[]): string | null {
  for (const node of nodes) {
    const found = checkCalls(node, outer);
    if (found !== null) return found;
  }
  return null;
}
