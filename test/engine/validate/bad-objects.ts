import { type BadCase, formatCycle, formatSpec } from '../../support/values/check-account.ts';

const connector = (...lines: string[]) =>
  formatSpec(
    'connectors:',
    '  crm:',
    '    connector: {name: CRM}',
    ...lines.map((line) => `    ${line}`),
  );
const field = (line: string) => formatCycle('steps:', '  Write:', '    fields:', `      ${line}`);

const connectors: readonly BadCase[] = [
  {
    title: 'a secret file beside the project',
    text: connector('auth: {apiKey: {file: ../key}}'),
    says: ['wrong-value 9:29'],
    words: 'file must be a path below the folder of cyclectl.yaml',
  },
  {
    title: 'a secret file by its whole path',
    text: connector('properties: {key: {file: /etc/hostname}}'),
    says: ['wrong-value 9:32'],
    words: 'file must be a path below the folder of cyclectl.yaml',
  },
  {
    title: 'a connector without connector',
    text: formatSpec('connectors:', '  crm:', '    auth: none'),
    says: ['missing-key 7:5'],
    words: 'The key connector is missing in connectors.crm',
  },
  {
    title: 'a misspelt key that is required',
    text: formatSpec('connectors:', '  crm:', '    conector: {name: CRM}'),
    says: ['unknown-key 8:7'],
    words: 'Did you mean connector?',
  },
  {
    title: 'a version that YAML reads as a number',
    text: formatSpec('connectors: {crm: {connector: {name: CRM, version: 2.10}}}'),
    says: ['wrong-type 6:54'],
    words: 'version: "2.10"',
  },
  {
    title: 'an API key as text',
    text: connector('auth: {apiKey: hunter2}'),
    says: ['secret-literal 9:22'],
    words: 'apiKey: {env: NAME}',
  },
  {
    title: 'an API key as a number',
    text: connector('auth: {apiKey: 123456}'),
    says: ['secret-literal 9:22'],
    words: 'apiKey: {env: NAME}',
  },
  {
    title: 'a password as text',
    text: connector('auth: {basic: {username: sync, password: hunter2}}'),
    says: ['secret-literal 9:48'],
    words: 'password: {env: NAME}',
  },
  {
    title: 'OAuth values as text',
    text: connector('auth: {oauth: {tokens: "{}"}}'),
    says: ['secret-literal 9:30'],
    words: 'tokens: {env: NAME}',
  },
  {
    title: 'auth as text',
    text: connector('auth: hunter2'),
    says: ['wrong-form 9:13'],
    words: 'Write one of none, {apiKey: …}, {basic: …}, {oauth: …}, {authValue: …}',
  },
  {
    title: 'a misspelt form of auth',
    text: connector('auth: {apikey: {env: KEY}}'),
    says: ['wrong-form 9:13'],
    words: 'Did you mean apiKey?',
  },
  {
    title: 'a user name with a colon',
    text: connector('auth: {basic: {username: "a:b", password: {env: KEY}}}'),
    says: ['wrong-value 9:32'],
    words: 'username has a colon',
  },
  {
    title: 'a reference with two sources',
    text: connector('auth: {apiKey: {env: KEY, file: secrets/key}}'),
    says: ['unknown-key 9:33'],
    words: 'cannot be combined with env',
  },
  {
    title: 'a variable that no shell knows',
    text: connector('properties: {key: {env: a-b}}'),
    says: ['wrong-value 9:31'],
    words: 'name of an environment variable',
  },
  {
    title: 'a property that is a list',
    text: connector('properties: {regions: [eu, us]}'),
    says: ['wrong-form 9:29'],
    words: 'Write one of text, a whole number, true or false, {env: …}, {file: …}',
  },
  {
    title: 'a property that is a fraction',
    text: connector('properties: {rate: 1.50}'),
    says: ['wrong-form 9:26'],
    words: 'rate: "1.50"',
  },
  {
    title: 'a property that is null',
    text: connector('properties: {region: null}'),
    says: ['null-not-allowed 9:28'],
    words: 'Remove the line',
  },
];

const cycles: readonly BadCase[] = [
  {
    title: 'a cycle without origin',
    text: formatSpec('cycles: {news: {state: active}}'),
    says: ['missing-key 6:12'],
    words: 'The key from is missing in cycles.news',
  },
  {
    title: 'an interval that the service lacks',
    text: formatCycle('state: active', 'schedule: {every: 20m}'),
    says: ['wrong-value 10:25'],
    words: 'Write one of 1m, 5m, 15m, 30m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 7d',
  },
  {
    title: 'a time without UTC or offset',
    text: formatCycle('state: active', 'schedule: {every: 1h, startAt: 2026-12-01T06:00:00}'),
    says: ['wrong-value 10:38'],
    words: 'must be a time in UTC or with an offset / Write a time such as 2026-12-01T06:00:00Z',
  },
  {
    title: 'a time with an offset that no place has',
    text: formatCycle('state: active', 'schedule: {every: 1h, startAt: 2026-12-01T06:00:00+25:00}'),
    says: ['wrong-value 10:38'],
    words: 'such as 2026-12-01T06:00:00Z',
  },
  {
    title: 'a schedule as other tools write it',
    text: formatCycle('state: active', 'schedule: {cron: "0 6 * * *"}'),
    says: ['unknown-key 10:18'],
    words: 'Unknown key "cron": schedule takes every (with optional startAt)',
  },
  {
    title: 'a schedule with two keys that nobody knows',
    text: formatCycle('state: active', 'schedule: {evry: 1h, tz: UTC}'),
    says: ['unknown-key 10:18'],
    words: 'Unknown keys "evry" and "tz": schedule takes every (with optional startAt) / Did you',
  },
  {
    title: 'a schedule that only says when it begins',
    text: formatCycle('state: active', 'schedule: {startAt: 2026-12-01T06:00:00Z}'),
    says: ['missing-key 10:7'],
    words: 'The key every is missing',
  },
  {
    title: 'a schedule without a key',
    text: formatCycle('state: active', 'schedule: {}'),
    says: ['wrong-form 10:17'],
    words: 'schedule cannot be an empty map / Write {every: …}; every is one of 1m, 5m,',
  },
  {
    title: 'a schedule as text',
    text: formatCycle('state: active', 'schedule: daily'),
    says: ['wrong-form 10:17'],
    words: 'schedule cannot be "daily"',
  },
  {
    title: 'a day that no month has',
    text: formatCycle('state: active', 'schedule: {every: 1h, startAt: 2026-02-30T06:00:00Z}'),
    says: ['wrong-value 10:38'],
    words: 'must be a time in UTC or with an offset',
  },
  {
    title: 'a leap second',
    text: formatCycle('state: active', 'schedule: {every: 1h, startAt: 2016-12-31T23:59:60Z}'),
    says: ['wrong-value 10:38'],
    words: 'must be a time in UTC or with an offset',
  },
  {
    title: 'two schedules in one',
    text: formatCycle('state: active', 'schedule: {every: 1h, once: {at: 2026-12-01T06:00:00Z}}'),
    says: ['single-run-written 10:17'],
    words: 'a single run is an event',
  },
  {
    title: 'a state that no cycle has',
    text: formatCycle('state: actve'),
    says: ['wrong-value 9:14'],
    words: 'Did you mean active?',
  },
  {
    title: 'a tag that is named twice',
    text: formatCycle('tags: [eu, eu]'),
    says: ['wrong-value 9:13'],
    words: 'has the same entry twice',
  },
  {
    title: 'a tag that is a number',
    text: formatCycle('tags: [eu, 2026]'),
    says: ['wrong-type 9:18'],
    words: 'Entry 2 of tags is a number',
  },
  {
    title: 'a step without mappings',
    text: formatCycle('steps: {Write: {}}'),
    says: ['wrong-value 9:22'],
    words: 'Write is empty',
  },
  {
    title: 'a mapping that is null',
    text: field('Fax: null'),
    says: ['null-not-allowed 12:18'],
    words: '{ignore: true}',
  },
  {
    title: 'a mapping from a step without field',
    text: field('Mail: {step: Read}'),
    says: ['missing-key 12:13'],
    words: 'The key field is missing',
  },
  {
    title: 'a mapping with two sources',
    text: field('Mail: {step: Read, variable: region}'),
    says: ['unknown-key 12:20'],
    words: 'cannot be combined with variable',
  },
  {
    title: 'a mapping with a misspelt source',
    text: field('Mail: {varible: region}'),
    says: ['unknown-key 12:20'],
    words: 'Unknown key "varible": Mail takes',
  },
  {
    title: 'a mapping that is not ignored',
    text: field('Fax: {ignore: false}'),
    says: ['wrong-value 12:27'],
    words: 'Write true',
  },
];

/** Mistakes in connectors and cycles. */
export const badObjects: readonly BadCase[] = [...connectors, ...cycles];
