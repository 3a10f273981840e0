import { type BadCase, writeManifest, writeSpec } from '../../support/values/judge-account.ts';

const head: readonly BadCase[] = [
  {
    title: 'a document that is a list',
    text: '- a\n',
    says: ['wrong-type 1:1'],
    words: 'this document is a list',
  },
  {
    title: 'a document without kind',
    text: 'metadata: {name: acme}\n',
    says: ['unknown-kind 1:1'],
    words: 'kind: Account',
  },
  {
    title: 'a misspelt kind',
    text: writeSpec().replace('Account', 'Acount'),
    says: ['unknown-kind 2:7'],
    words: 'Did you mean Account?',
  },
  {
    title: 'a project among accounts',
    text: writeSpec().replace('Account', 'Project'),
    says: ['unknown-kind 2:7'],
    words: 'cyclectl.yaml alone',
  },
  {
    title: 'another version of the format',
    text: writeSpec().replace('cyclectl/v1', 'cyclectl/v2'),
    says: ['wrong-value 1:13'],
    words: 'Write cyclectl/v1',
  },
  {
    title: 'a key with capitals',
    text: writeSpec().replace('acme}', 'Acme}'),
    says: ['wrong-value 3:18'],
    words: 'lower-case letters',
  },
  {
    title: 'a label that is a number',
    text: writeSpec().replace('acme}', 'acme, labels: {cohort: 2026}}'),
    says: ['wrong-type 3:41'],
    words: 'cohort: "2026"',
  },
  {
    title: 'no spec at all',
    text: 'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: acme}\n',
    says: ['missing-key 1:1'],
    words: 'The key spec is missing',
  },
];

const account: readonly BadCase[] = [
  {
    title: 'a misspelt key',
    text: writeSpec('retension: {successHours: 1}'),
    says: ['unknown-key 6:3'],
    words: 'Did you mean retention?',
  },
  {
    title: 'a key that is like no other',
    text: writeSpec('blueprints: []'),
    says: ['unknown-key 6:3'],
    words: 'Keys that may stand here: id, ids',
  },
  {
    title: 'an account id with a space',
    text: writeManifest('id: acme 1'),
    says: ['wrong-value 5:7'],
    words: 'without space',
  },
  {
    title: 'an account id that leads out of its path',
    text: writeManifest('id: ".."'),
    says: ['wrong-value 5:7'],
    words: 'and not "." or ".."',
  },
  {
    title: 'a retention above the most that there is',
    text: writeSpec('retention: {successHours: 745, erroredHours: -1}'),
    says: ['wrong-value 6:29', 'wrong-value 6:48'],
    words: 'it may be 744 at most / Write a number from 0 to 744.',
  },
  {
    title: 'a retention of half an hour',
    text: writeSpec('retention: {successHours: 0.5}'),
    says: ['wrong-type 6:29'],
    words: 'must be a whole number',
  },
  {
    title: 'a retention without hours',
    text: writeSpec('retention: {}'),
    says: ['wrong-value 6:14'],
    words: 'retention is empty',
  },
  {
    title: 'a webhook address without scheme',
    text: writeSpec('errorWebhook: {url: hooks.example.com}'),
    says: ['wrong-value 6:23'],
    words: 'no https:// in front',
  },
  {
    title: 'a webhook address with a password',
    text: writeSpec('errorWebhook: {url: "https://user:pass@hooks.example.com"}'),
    says: ['secret-literal 6:23'],
    words: 'url: {env: NAME}',
  },
  {
    title: 'a yes where true belongs',
    text: writeSpec('errorWebhook: {url: "https://hooks.example.com", includeWarnings: yes}'),
    says: ['wrong-type 6:69'],
    words: 'write true or false',
  },
  {
    title: 'a name that is a number',
    text: writeSpec('displayName: 0042'),
    says: ['wrong-type 6:16'],
    words: 'displayName: "0042"',
  },
  {
    title: 'a null that clears nothing',
    text: writeSpec('displayName: null', 'connectors: null'),
    says: ['null-not-allowed 6:16', 'null-not-allowed 7:15'],
    words: 'Remove the line',
  },
];

/** Mistakes in the head of a manifest and in the settings of its account. */
export const badAccounts: readonly BadCase[] = [...head, ...account];
