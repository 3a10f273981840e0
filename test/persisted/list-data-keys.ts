/** Keys whose texts are words of the format, not names or prose. */
const worded: ReadonlySet<string> = new Set([
  'action',
  'code',
  'command',
  'direction',
  'every',
  'format',
  'impact',
  'kind',
  'moved',
  'object',
  'outcome',
  'repeat',
  'result',
  'service',
  'severity',
  'state',
  'status',
  'verb',
]);

/** A key of a map, not of the format: an address, a path, a name of an entry. */
const ofMap = /[^a-zA-Z-]/;

/**
 * Every key of data with the kinds of its values, one per line; for words of the format, each word.
 * Members of `maps` are names, not keys.
 */
export function listDataKeys(
  path: string,
  value: unknown,
  maps: ReadonlySet<string> = defaultMaps,
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listDataKeys(`${path}[]`, item, maps));
  if (typeof value === 'object' && value !== null) {
    const isMap = !path.endsWith(']') && maps.has(lastKey(path));
    return Object.entries(value).flatMap(([key, member]) =>
      listDataKeys(`${path}.${isMap || ofMap.test(key) ? '*' : key}`, member, maps),
    );
  }
  if (typeof value === 'string' && worded.has(lastKey(path))) {
    return /^[a-zA-Z0-9./-]{1,40}$/.test(value) ? [`${path} = ${value}`] : [`${path}: string`];
  }
  return [`${path}: ${value === null ? 'null' : typeof value}`];
}

const defaultMaps: ReadonlySet<string> = new Set(['applied', 'before', 'categories']);

function lastKey(path: string): string {
  return /([^.[\]]+)(\[\])*$/.exec(path)?.[1] ?? '';
}
