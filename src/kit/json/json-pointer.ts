/** A JSON pointer (RFC 6901) from the names and indexes on the way; none is `''`, the whole value. */
export function toPointer(names: readonly (string | number)[]): string {
  return names.map((name) => `/${formatToken(String(name))}`).join('');
}

/** The pointer of an entry of the value at `parent`. */
export function toEntryPointer(parent: string, name: string | number): string {
  return `${parent}/${formatToken(String(name))}`;
}

/** The names and indexes of a JSON pointer. */
export function parsePointer(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  if (!pointer.includes('~')) return tokens;
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer; undefined where the way ends. */
export function readPointer(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(readEntry, value);
}

function readEntry(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function formatToken(name: string): string {
  if (!name.includes('~') && !name.includes('/')) return name;
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
