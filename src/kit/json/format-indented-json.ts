/**
 * JSON with a line for each member and item. Its texts and numbers stay as they were written, so that
 * no digit is lost; null when it is not JSON. Deep nesting costs no stack.
 */
export function formatIndentedJson(text: string): string | null {
  if (!isJson(text)) return null;
  let indented = '';
  let before = '';
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isEnd = token === '}' || token === ']';
    const isAfterStart = before === '{' || before === '[';
    if (isEnd) depth -= 1;
    if (isEnd ? !isAfterStart : isAfterStart || before === ',') {
      indented += `\n${'  '.repeat(depth)}`;
    }
    indented += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return indented;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
