import { isDeepStrictEqual } from 'node:util';

// Expected answers of samples. Objects name required keys, arrays match item by item; text in angle
// brackets names a kind, text in slashes is a pattern, and `$` keys describe lists and absent
// values.

const patterns: Readonly<Record<string, RegExp>> = {
  guid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{7}Z$/,
};

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  null: (value) => value === null,
  absent: (value) => value === undefined,
};

/** Differences, one line each with its path; empty for a match. */
export function matchAnswer(value: unknown, expected: unknown, at = 'body'): readonly string[] {
  if (typeof expected === 'string') {
    return matchText(value, expected) ? [] : [differ(value, expected, at)];
  }
  if (Array.isArray(expected)) {
    return matchItems(value, expected, at);
  }
  if (!isRecord(expected) || Object.keys(expected).length === 0) {
    return isDeepStrictEqual(value, expected) ? [] : [differ(value, expected, at)];
  }
  return Object.entries(expected).flatMap(([key, wanted]) => {
    if (key.startsWith('$')) {
      return matchSign(value, [key, wanted], at);
    }
    return isRecord(value)
      ? matchAnswer(value[key], wanted, `${at}.${key}`)
      : [differ(value, expected, at)];
  });
}

function matchText(value: unknown, expected: string): boolean {
  const kind = /^<([a-z ]+)>$/.exec(expected)?.[1];
  if (kind !== undefined) {
    return kind.split(' or ').some((name) => isKind(value, name));
  }
  const pattern = /^\/(.+)\/$/s.exec(expected)?.[1];
  return pattern === undefined
    ? value === expected
    : typeof value === 'string' && new RegExp(pattern).test(value);
}

function isKind(value: unknown, name: string): boolean {
  const pattern = patterns[name];
  if (pattern !== undefined) {
    return typeof value === 'string' && pattern.test(value);
  }
  const check = kinds[name];
  if (check === undefined) {
    throw new Error(`'<${name}>' is no kind; kinds are ${Object.keys({ ...patterns, ...kinds })}.`);
  }
  return check(value);
}

function matchItems(value: unknown, expected: readonly unknown[], at: string): readonly string[] {
  if (!Array.isArray(value) || value.length !== expected.length) {
    return [differ(value, expected, at)];
  }
  return expected.flatMap((wanted, index) => matchAnswer(value[index], wanted, `${at}[${index}]`));
}

function matchSign(
  value: unknown,
  [sign, wanted]: readonly [string, unknown],
  at: string,
): readonly string[] {
  if (sign === '$not') {
    return isMatch(value, wanted) ? [`${at} must not match ${show(wanted)}.`] : [];
  }
  if (sign === '$only') {
    const names = isRecord(value) ? Object.keys(value).toSorted() : value;
    return isDeepStrictEqual(names, wanted)
      ? []
      : [`${at} has ${show(names)}, not ${show(wanted)}.`];
  }
  if (!Array.isArray(value)) {
    return [`${at} is ${show(value)}, not an array.`];
  }
  switch (sign) {
    case '$count':
      return value.length === wanted
        ? []
        : [`${at} has ${value.length} items, not ${show(wanted)}.`];
    case '$some':
      return toArray(wanted).flatMap((each) =>
        value.some((item) => isMatch(item, each))
          ? []
          : [`${at} has no item ${show(each)} in ${show(value)}.`],
      );
    case '$none':
      return value.flatMap((item, index) =>
        isMatch(item, wanted) ? [`${at}[${index}] must not match ${show(wanted)}.`] : [],
      );
    case '$every':
      // Nothing is said of an empty list, so that it cannot pass for a proof.
      return value.length === 0
        ? [`${at} is empty.`]
        : value.flatMap((item, index) => matchAnswer(item, wanted, `${at}[${index}]`));
    default:
      throw new Error(`'${sign}' is no sign; signs are $not $only $count $some $none $every.`);
  }
}

function isMatch(value: unknown, expected: unknown): boolean {
  return matchAnswer(value, expected).length === 0;
}

function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function differ(value: unknown, expected: unknown, at: string): string {
  return `${at} is ${show(value)}, not ${show(expected)}.`;
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
