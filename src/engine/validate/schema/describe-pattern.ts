/** Requirement of a pattern or format, in words that follow `it`, and the remedy. */
type ValueHint = { readonly wanted: string; readonly remedy: string };

const key: ValueHint = {
  wanted: 'must have lower-case letters and digits with hyphens between them, at most 63 in all',
  remedy: 'Write a key such as northwind-eu.',
};
const instant: ValueHint = {
  wanted: 'must be a time in UTC or with an offset',
  remedy: 'Write a time such as 2026-12-01T06:00:00Z, or 2026-12-01T07:00:00+01:00.',
};

/** Hints by pattern or format of the schemas; a test finds missing ones. */
const hints: Readonly<Record<string, ValueHint>> = {
  '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$': key,
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,7})?Z$': instant,
  '^(?!0000|9999)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,7})?[+-]\\d{2}:\\d{2}$':
    instant,
  '\\S': { wanted: 'must not be blank', remedy: 'Write a sentence.' },
  date: { wanted: 'must be a date', remedy: 'Write a date such as 2026-12-31.' },
  'date-time': instant,
  '^[a-zA-Z][a-zA-Z0-9]*$': {
    wanted: 'must have only letters and digits',
    remedy: 'Write a name such as appUrl.',
  },
  '^([1-9]\\d?|100)%$': {
    wanted: 'must be a percentage from 1% to 100%',
    remedy: 'Write a percentage such as 80%.',
  },
  '^[1-9]\\d{0,4}(m|h|d)$': {
    wanted: 'must be a number with m, h or d',
    remedy: 'Write a time such as 30m, 26h or 7d.',
  },
  '^([01]\\d|2[0-3]):[0-5]\\d$': {
    wanted: 'must be a time from 00:00 to 23:59',
    remedy: "Write hours and minutes, such as '22:00' or '05:30'.",
  },
  '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$': {
    wanted: 'must be a time from 00:00 to 24:00',
    remedy: "Write hours and minutes, such as '05:00', or '24:00' for the end of the day.",
  },
  '^\\d{1,2}%$': {
    wanted: 'must be a number, or a percentage from 0% to 99%: with 100%, no rollout would stop',
    remedy: 'Write a number such as 3, or a percentage such as 2%.',
  },
  '\\.(csv|json|yaml|yml)$': {
    wanted: 'must be the path of a table: a *.csv, *.json, *.yaml or *.yml file',
    remedy: 'Write a path such as fleets/customers.csv.',
  },
  '^[A-Z][A-Za-z]*$': {
    wanted: 'must be one word of letters, the first a capital',
    remedy: 'Write the word of the service, such as Retry or All.',
  },
  '^https://[A-Za-z0-9.:-]+(/([!-z|~]|\\{(accountId|cycleId|transactionId)\\})*)?$': {
    wanted:
      'must be an https URL without a user, with no placeholders but {accountId}, {cycleId} and {transactionId}',
    remedy: 'Write it as https://console.example.com/accounts/{accountId}/cycles/{cycleId}.',
  },
  '^[0-9a-f]{8,64}$': {
    wanted: 'must be the first lower-case hexadecimal digits of a revision, eight or more',
    remedy: 'Write a revision such as "8c1f02ab", as cyclectl rollout status shows it.',
  },
  '^[0-9a-f]{12}$': {
    wanted: 'must be the digest of a change, 12 hexadecimal digits',
    remedy: 'Remove the entry and run cyclectl drift --ignore, which writes it.',
  },
  uuid: {
    wanted: 'must be a GUID',
    remedy: 'Write a GUID such as 3f2a9c10-5b7e-4d61-8f0a-2c4e6a8b0d1f.',
  },
  uri: {
    wanted: 'must be a URL that starts with https://',
    remedy: 'Write a URL such as https://hooks.example.com/errors.',
  },
  '^https?://(?![^/?#]*@)': {
    wanted: 'does not start with https://',
    remedy: 'Write the whole URL; the service would add https:// and store that.',
  },
  '^(https://[^/?#@\\s]+|http://(127\\.0\\.0\\.1|\\[::1\\]|localhost)(:\\d+)?)(/[^?#\\s]*)?$': {
    wanted: 'must start with https://, or http:// for localhost, and have no @, ? or #',
    remedy: 'Write a URL such as https://api.example.com/v1.',
  },
  '^(https://[A-Za-z0-9.-]+|http://(127\\.0\\.0\\.1|\\[::1\\]|localhost))(:([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))?/?$':
    {
      wanted: 'must be an address without a path: https://, or http:// for localhost',
      remedy: 'Write an address such as https://connect.example.com.',
    },
  '^(([1-9]|[12]\\d|30)d|[1-9]\\d?h)$': {
    wanted: 'must be at most 30 days, or 99 hours',
    remedy: 'Write a time such as 7d or 12h.',
  },
  '^account:[^\\s]+$': {
    wanted: 'must be account: and the id of an account of the service',
    remedy: 'Write a scope such as account:northwind-8812.',
  },
  '^#[0-9a-fA-F]{6}$': {
    wanted: 'must be a color as #RRGGBB',
    remedy: "Write a color such as '#1f5f8b', in quotes.",
  },
  '^(?![/\\\\])(?!(.*[/\\\\])?\\.\\.([/\\\\]|$)).+$': {
    wanted: 'must be a path below the folder of cyclectl.yaml, without .. or a leading slash',
    remedy: 'Write a path such as secrets/crm-key, and save the file there.',
  },
  '^(?!\\.{1,2}$)[!"$-.0->@-~]+$': {
    wanted:
      'must be an account id of ASCII letters, digits and punctuation, without spaces, /, ? and #, and not "." or ".."',
    remedy: 'Write the id as the service shows it.',
  },
  '^[1-9][0-9]*(ms|s|m|h|d)$': {
    wanted: 'must be a whole number with its unit (ms, s, m, h, d)',
    remedy: 'Write a duration such as 30s.',
  },
  '^[^/\\\\].*\\.cycle\\.json$': {
    wanted: 'must be a path in the project folder that ends in .cycle.json',
    remedy: 'Write a path such as cycles/orders-in.cycle.json.',
  },
  "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$": {
    wanted: 'must be the name of an HTTP header',
    remedy: 'Write a name such as X-Service-Account.',
  },
  '^[A-Za-z_][A-Za-z0-9_]*$': {
    wanted: 'must be the name of an environment variable: only letters, digits and _',
    remedy: 'Write a name such as CRM_API_KEY.',
  },
  '^[^.]+(\\.[^.]+)*$': {
    wanted: 'must be the keys to the value, joined by dots',
    remedy: 'Write a path such as crm.apiKey.',
  },
  '^[^\\u0000-\\u001f\\u007f]+$': {
    wanted: 'must be one line of text and not empty',
    remedy: 'Write each argument in an entry of its own, on one line.',
  },
  '^[^:]+$': {
    wanted: 'has a colon',
    remedy: 'Write a user name without a colon: the service splits user name and password there.',
  },
};

/** Hint of a pattern or format; the pattern itself if it has none. */
export function describePattern(pattern: string): ValueHint {
  return hints[pattern] ?? { wanted: `must match ${pattern}`, remedy: 'Correct the value.' };
}

/** True if a pattern or format has a hint. */
export function isDescribed(pattern: string): boolean {
  return Object.hasOwn(hints, pattern);
}
