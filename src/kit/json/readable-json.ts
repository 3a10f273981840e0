import { toVisibleJson } from '../text/visible-text.ts';

/** Widest line that holds a whole list or object. */
const columns = 100;

/**
 * Formats JSON to read and to compare line by line: what fits is on one line. Keys keep their
 * order, and control characters are escaped.
 */
export function formatReadableJson(value: unknown): string {
  return `${format(value, { indent: '', before: 0 })}\n`;
}

type Place = { readonly indent: string; readonly before: number };

function format(value: unknown, { indent, before }: Place): string {
  if (typeof value !== 'object' || value === null) return formatScalar(value);
  const room = columns - indent.length - before;
  const line = isFlat(value) ? formatLine(value) : null;
  if (line !== null && line.length < room) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => format(item, { indent: deeper, before: 0 }))
    : listMembers(value).map(([name, part]) => {
        const key = `${formatScalar(name)}: `;
        return key + format(part, { indent: deeper, before: key.length });
      });
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

// At most a list of scalars inside, so that a line is one thing.
function isFlat(value: object, levels = 2): boolean {
  return Object.values(value).every(
    (part) =>
      typeof part !== 'object' ||
      part === null ||
      (levels > 1 && Array.isArray(part) && isFlat(part, levels - 1)),
  );
}

function formatLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return formatScalar(value);
  if (Array.isArray(value)) return `[${value.map(formatLine).join(', ')}]`;
  const members = listMembers(value).map(
    ([name, part]) => `${formatScalar(name)}: ${formatLine(part)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function formatScalar(value: unknown): string {
  return toVisibleJson(JSON.stringify(value));
}

function listMembers(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined);
}
