import {
  type BadCase,
  formatCycle,
  formatManifest,
  formatSpec,
} from '../../support/values/check-account.ts';

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
    text: formatSpec().replace('Account', 'Acount'),
    says: ['unknown-kind 2:7'],
    words: 'Did you mean Account?',
  },
  {
    title: 'a project among accounts',
    text: formatSpec().replace('Account', 'Project'),
    says: ['unknown-kind 2:7'],
    words: 'cyclectl.yaml only',
  },
  {
    title: 'another version of the format',
    text: formatSpec().replace('cyclectl/v1', 'cyclectl/v2'),
    says: ['wrong-value 1:13'],
    words: 'Write cyclectl/v1',
  },
  {
    title: 'a key with capitals',
    text: formatSpec().replace('acme}', 'Acme}'),
    says: ['wrong-value 3:18'],
    words: 'lower-case letters',
  },
  {
    title: 'a label that is a number',
    text: formatSpec().replace('acme}', 'acme, labels: {cohort: 2026}}'),
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
    text: formatSpec('retension: {successHours: 1}'),
    says: ['unknown-key 6:3'],
    words: 'Did you mean retention?',
  },
  {
    title: 'a key that is like no other',
    text: formatSpec('webhooks: []'),
    says: ['unknown-key 6:3'],
    words: 'Keys allowed here: id, ids',
  },
  {
    title: 'an account id with a space',
    text: formatManifest('id: acme 1'),
    says: ['wrong-value 5:7'],
    words: 'without space',
  },
  {
    title: 'an account id that leads out of its path',
    text: formatManifest('id: ".."'),
    says: ['wrong-value 5:7'],
    words: 'and not "." or ".."',
  },
  {
    title: 'a retention above the most that there is',
    text: formatSpec('retention: {successHours: 745, erroredHours: -1}'),
    says: ['wrong-value 6:29', 'wrong-value 6:48'],
    words: 'it must be at most 744 / Write a number from 0 to 744.',
  },
  {
    title: 'a retention of half an hour',
    text: formatSpec('retention: {successHours: 0.5}'),
    says: ['wrong-type 6:29'],
    words: 'must be a whole number',
  },
  {
    title: 'a retention without hours',
    text: formatSpec('retention: {}'),
    says: ['wrong-value 6:14'],
    words: 'retention is empty',
  },
  {
    title: 'an error action of two words',
    text: formatCycle('errorAction: Stop all'),
    says: ['wrong-value 9:20'],
    words: 'must be one word of letters, the first a capital',
  },
  {
    title: 'an error action in lower case',
    text: formatCycle('errorAction: retry'),
    says: ['wrong-value 9:20'],
    words: 'must be one word of letters, the first a capital',
  },
  {
    title: 'a webhook address without scheme',
    text: formatSpec('errorWebhook: {url: hooks.example.com}'),
    says: ['wrong-value 6:23'],
    words: 'does not start with https://',
  },
  {
    title: 'a webhook address with a password',
    text: formatSpec('errorWebhook: {url: "https://user:pass@hooks.example.com"}'),
    says: ['secret-literal 6:23'],
    words: 'url: {env: NAME}',
  },
  {
    title: 'a yes where true belongs',
    text: formatSpec('errorWebhook: {url: "https://hooks.example.com", includeWarnings: yes}'),
    says: ['wrong-type 6:69'],
    words: 'write true or false',
  },
  {
    title: 'a name that is a number',
    text: formatSpec('displayName: 0042'),
    says: ['wrong-type 6:16'],
    words: 'displayName: "0042"',
  },
  {
    title: 'a null that clears nothing',
    text: formatSpec('displayName: null', 'connectors: null'),
    says: ['null-not-allowed 6:16', 'null-not-allowed 7:15'],
    words: 'Remove the line',
  },
];

/** Mistakes in the head of a manifest and in the settings of its account. */
export const badAccounts: readonly BadCase[] = [...head, ...account];
