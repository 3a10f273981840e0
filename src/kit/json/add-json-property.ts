import { isSameJson } from './canonical-json.ts';

/**
 * Appends a property to the text of a JSON object and keeps every other byte. Unchanged if it has
 * that value already; null if it has another value, or the text is not JSON.
 */
export function addJsonProperty(text: string, name: string, value: unknown): string | null {
  const object = parseObject(text);
  if (object === null) return null;
  if (Object.hasOwn(object, name)) return isSameJson(object[name], value) ? text : null;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const step = /\n([ \t]{1,10})"/.exec(text)?.[1] ?? '  ';
  const property = JSON.stringify({ [name]: value }, null, step)
    .split('\n')
    .slice(1, -1);
  const close = text.lastIndexOf('}');
  const head = text.slice(0, close).trimEnd();
  const comma = Object.keys(object).length === 0 ? '' : ',';
  return `${head}${comma}${end}${property.join(end)}${end}${text.slice(close)}`;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
