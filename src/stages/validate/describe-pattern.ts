/** What a pattern or format of the schemas asks for, in words. */
type ValueHint = { readonly wanted: string; readonly remedy?: string };

const key: ValueHint = {
  wanted: 'a key has lower-case letters, digits and hyphens between them, at most 63 in all',
};
const instant: ValueHint = {
  wanted: 'it must be a time in UTC or with its offset, such as 2026-12-01T06:00:00Z',
};

/** By pattern or format as the schemas write it; a test finds the ones that are missing here. */
const hints: ReadonlyMap<string, ValueHint> = new Map([
  ['^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$', key],
  ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,7})?Z$', instant],
  [
    '^(?!0000|9999)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,7})?[+-]\\d{2}:\\d{2}$',
    instant,
  ],
  ['date', { wanted: 'it must be a day, such as 2026-12-31' }],
  ['date-time', instant],
  [
    '^[a-zA-Z][a-zA-Z0-9]*$',
    { wanted: 'a variable has a name of letters and digits, such as appUrl' },
  ],
  ['uuid', { wanted: 'it must be a GUID, such as 3f2a9c10-5b7e-4d61-8f0a-2c4e6a8b0d1f' }],
  ['uri', { wanted: 'it must be a web address with https:// in front' }],
  [
    '^https?://(?![^/?#]*@)',
    {
      wanted: 'the address has no https:// in front',
      remedy: 'Write the whole address; the service would put https:// before it and keep that.',
    },
  ],
  [
    '^(https://[^/?#@\\s]+|http://(127\\.0\\.0\\.1|\\[::1\\]|localhost)(:\\d+)?)(/[^?#\\s]*)?$',
    {
      wanted: 'it must begin with https://, or with http:// on this machine, and hold no @, ? or #',
    },
  ],
  [
    '^(?![/\\\\])(?!(.*[/\\\\])?\\.\\.([/\\\\]|$)).+$',
    {
      wanted: 'it must be a path beneath cyclectl.yaml, without .. and without a slash in front',
    },
  ],
  [
    '^(?!\\.{1,2}$)[!"$-.0->@-~]+$',
    {
      wanted:
        'an account id is made of ASCII letters, digits and signs, without space, /, ? and #; "." and ".." alone are none',
    },
  ],
  [
    '^[1-9][0-9]*(ms|s|m|h|d)$',
    { wanted: 'it must be a whole number with its unit, such as 30s (ms, s, m, h, d)' },
  ],
  [
    '^[^/\\\\].*\\.cycle\\.json$',
    { wanted: 'a cycle file is a path from the project folder that ends in .cycle.json' },
  ],
  ["^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", { wanted: 'that is not the name of an HTTP header' }],
  [
    '^[A-Za-z_][A-Za-z0-9_]*$',
    { wanted: 'the name of an environment variable has letters, digits and _ alone' },
  ],
  [
    '^[^.]+(\\.[^.]+)*$',
    { wanted: 'it must be the keys that lead to the value, joined by dots, such as crm.apiKey' },
  ],
  [
    '^[^\\u0000-\\u001f\\u007f]+$',
    { wanted: 'an argument is one line of text with something in it' },
  ],
  [
    '^[^:]+$',
    {
      wanted: 'a user name has no colon',
      remedy: 'The service parts user name and password there.',
    },
  ],
]);

/** Words for a pattern or format; the pattern itself where there are none. */
export function describePattern(pattern: string): ValueHint {
  return hints.get(pattern) ?? { wanted: `it must match ${pattern}` };
}

/** Whether a pattern or format has words of its own. */
export function isDescribed(pattern: string): boolean {
  return hints.has(pattern);
}
