import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  add,
  both,
  configure,
  type Evil,
  inProject,
  link,
  move,
  type Surroundings,
  says,
} from './evil.ts';

/** Ways out through cyclectl.yaml and what it names. */
export function listEvilProjects(surroundings: () => Surroundings): Readonly<Record<string, Evil>> {
  return {
    'baseUrl that is the attacker': {
      edit: move(surroundings, () => surroundings().attacker),
      says: says(inProject, 'origin-not-allowed'),
    },
    'baseUrl with the service in front of an @': {
      edit: move(
        surroundings,
        () => `${surroundings().service}@${surroundings().attacker.slice(7)}`,
      ),
      says: says(inProject, 'secret-literal'),
    },
    'baseUrl without TLS beyond this machine': {
      edit: move(surroundings, () => 'http://attacker.example'),
      says: says(inProject, 'wrong-value'),
    },
    'authUrl that is the attacker': {
      edit: configure('token:', () => `authUrl: ${surroundings().attacker}\n        token:`),
      says: says(inProject, 'origin-not-allowed'),
    },
    'sign-in with a secret that is for something else': {
      edit: configure('clientId: ', () => 'clientId: {env: OTHER_SECRET}, x: '),
      says: says(inProject, 'unknown-key'),
    },
    'sign-in with a variable that is not allowed': {
      edit: configure('{env: SVC_CLIENT_SECRET}', () => '{env: OTHER_SECRET}'),
      says: says(inProject, 'variable-not-allowed'),
    },
    'sign-in with the key of the environment': {
      edit: configure('{env: SVC_CLIENT_SECRET}', () => '{env: CYCLECTL_SECRET_KEY}'),
      says: says(inProject, 'secret-of-cyclectl'),
    },
    'account header that ends the request': {
      edit: configure('token:', () => 'accountHeader: "X-A\\r\\nHost"\n        token:'),
      says: says(inProject, 'wrong-value'),
    },
    'account header that is another one': {
      edit: configure('token:', () => 'accountHeader: Authorization\n        token:'),
      says: says(inProject, 'header-not-allowed'),
    },
    'TLS that is not checked': {
      edit: configure('token:', () => 'rejectUnauthorized: false\n        token:'),
      says: says(inProject, 'unknown-key'),
    },
    'store outside': {
      edit: add(() => 'store: {sqlite: ../store.db}'),
      says: says(inProject, 'wrong-value'),
    },
    'store at an absolute path': {
      edit: add(() => `store: {sqlite: ${surroundings().outside}/s.db}`),
      says: says(inProject, 'wrong-value'),
    },
    'store in .git': {
      edit: add(() => 'store: {sqlite: .git/s.db}'),
      says: says(inProject, 'private-folder'),
    },
    'store through a link': {
      edit: both(
        link(() => join(surroundings().outside, 's.db'), 's.db'),
        add(() => 'store: {sqlite: s.db}'),
      ),
      says: /s\.db is outside the project folder/,
    },
    'store whose journal is a link': {
      edit: both(
        link(() => join(surroundings().outside, 'j'), 's.db-journal'),
        add(() => 'store: {sqlite: s.db}'),
      ),
      says: /s\.db-journal is outside the project folder/,
    },
    'store at the server of the attacker': {
      edit: add(() => 'store: {postgres: {file: url.txt}}'),
      says: says(inProject, 'origin-not-allowed'),
    },
    'store whose address is another secret': {
      edit: add(() => 'store: {postgres: {env: OTHER_SECRET}}'),
      says: says(inProject, 'variable-not-allowed'),
    },
    'notify at the attacker': {
      edit: add(
        () => `notify: [{webhook: "${surroundings().attacker}", key: {env: SVC_CLIENT_SECRET}}]`,
      ),
      says: says(inProject, 'origin-not-allowed'),
    },
    'notify at an address of a file': {
      edit: add(() => 'notify: [{slack: {file: url.txt}}]'),
      says: says(inProject, 'origin-not-allowed'),
    },
    'notify at an address that is another secret': {
      edit: add(() => 'notify: [{slack: {env: OTHER_SECRET}}]'),
      says: says(inProject, 'variable-not-allowed'),
    },
    'manifests outside': {
      edit: (project) => project.edit('cyclectl.yaml', 'spec:', 'spec:\n  manifests: [../]'),
      says: says(inProject, 'wrong-value'),
    },
    'manifests through a link': {
      edit: both(
        link(() => surroundings().outside, 'more'),
        (project) => project.edit('cyclectl.yaml', 'spec:', 'spec:\n  manifests: [more]'),
      ),
      says: says(inProject, 'folder-missing'),
    },
    'world outside': {
      edit: embed(() => `${surroundings().outside}/evil.yaml`),
      says: says(inProject, 'wrong-value'),
    },
    'world through a link': {
      edit: both(
        link(() => join(surroundings().outside, 'evil.yaml'), 'w.yaml'),
        embed(() => 'w.yaml'),
      ),
      says: /w\.yaml is outside the project folder/,
    },
  };
}

function embed(world: () => string): Evil['edit'] {
  return (project) => {
    const text = readFileSync(join(project.directory, 'cyclectl.yaml'), 'utf8');
    const service = `service: {emulator: {world: ${world()}}}\n`;
    return project.write('cyclectl.yaml', text.replace(/service:[\s\S]*/, service));
  };
}
