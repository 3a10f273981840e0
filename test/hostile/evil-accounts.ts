import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  add,
  both,
  type Evil,
  inAccount,
  inProject,
  link,
  refer,
  type Surroundings,
  says,
  write,
} from './evil.ts';

const key = '{file: secrets/northwind-crm-key.not-a-secret}';

/** Ways out through the manifest of an account, and by its form. */
export function listEvilAccounts(surroundings: () => Surroundings): Readonly<Record<string, Evil>> {
  return {
    'error webhook of the attacker': {
      edit: (project) =>
        write('https://hooks.example.com/northwind', surroundings().attacker)(project),
      says: says(inAccount, 'origin-not-allowed'),
    },
    'error webhook whose address is another secret': {
      edit: write('https://hooks.example.com/northwind', '{env: OTHER_SECRET}'),
      says: says(inAccount, 'variable-not-allowed'),
    },
    'error webhook whose address the branch brings along': {
      edit: write('https://hooks.example.com/northwind', '{file: url.txt}'),
      says: says(inAccount, 'origin-not-allowed'),
    },
    'error webhook with a user in front of an allowed host': {
      edit: write('hooks.example.com/northwind', 'hooks.example.com@attacker.example/'),
      says: says(inAccount, 'secret-literal'),
    },
    'property that is another variable': {
      edit: refer('{env: OTHER_SECRET}'),
      says: says(inAccount, 'variable-not-allowed'),
    },
    'property that is the secret of the sign-in': {
      edit: refer('{env: SVC_CLIENT_SECRET}'),
      says: says(inAccount, 'secret-of-cyclectl'),
    },
    'property that is the key of the environment': {
      edit: refer('{env: CYCLECTL_SECRET_KEY}'),
      says: says(inAccount, 'secret-of-cyclectl'),
    },
    'property that is the identity of age': {
      edit: refer('{env: SOPS_AGE_KEY}'),
      says: says(inAccount, 'secret-of-cyclectl'),
    },
    'property that is the proxy': {
      edit: refer('{env: HTTPS_PROXY}'),
      says: says(inAccount, 'secret-of-cyclectl'),
    },
    'mapping that is another variable': {
      edit: write('Status: subscribed', 'Status: {env: OTHER_SECRET}'),
      says: says(inAccount, 'variable-not-allowed'),
    },
    'variable of a cycle that is the secret of the sign-in': {
      edit: write('region: emea', 'region: {env: SVC_CLIENT_SECRET}'),
      says: says(inAccount, 'secret-of-cyclectl'),
    },
    'file outside': { edit: refer('{file: ../secret.txt}'), says: says(inAccount, 'wrong-value') },
    'file at an absolute path': {
      edit: refer('{file: /etc/passwd}'),
      says: says(inAccount, 'wrong-value'),
    },
    'file through a link': {
      edit: both(
        link(() => join(surroundings().outside, 'secret.txt'), 'secret'),
        write(key, '{file: secret}'),
      ),
      says: /secret is outside the project folder/,
    },
    'file through a folder that is a link': {
      edit: both(
        link(() => surroundings().outside, 'more'),
        write(key, '{file: more/secret.txt}'),
      ),
      says: /secret\.txt is outside the project folder/,
    },
    'file that is the key of an environment': {
      edit: refer('{file: .cyclectl/other/secret.key}'),
      says: says(inAccount, 'private-folder'),
    },
    'file that is the key of an environment, through a link': {
      edit: both(
        link(() => '.cyclectl/other/secret.key', 'k'),
        write(key, '{file: k}'),
      ),
      says: /k is in \.cyclectl, \.git or node_modules/,
    },
    'file of Git': {
      edit: refer('{file: ./.GIT/config}'),
      says: says(inAccount, 'private-folder'),
    },
    'sops outside': {
      edit: refer('{sops: ../all.yaml, key: a}'),
      says: says(inAccount, 'wrong-value'),
    },
    'age in .cyclectl': {
      edit: refer('{age: .cyclectl/x}'),
      says: says(inAccount, 'private-folder'),
    },
    'a program': {
      edit: write(key, '{exec: [sh, -c, "echo $OTHER_SECRET"]}'),
      says: /is a program that the operator has not allowed/,
    },
    'a program that the project allows itself': {
      edit: both(
        (project) => {
          mkdirSync(join(project.directory, '.config/cyclectl'), { recursive: true });
          writeFileSync(
            join(project.directory, '.config/cyclectl/config.yaml'),
            'allowExec: [sh]\n',
          );
          writeFileSync(join(project.directory, '.env'), 'XDG_CONFIG_HOME=.config\nHOME=.\n');
          writeFileSync(join(project.directory, '.npmrc'), 'allow-exec=sh\n');
        },
        add(() => 'allowExec: [sh]'),
      ),
      says: says(inProject, 'unknown-key'),
    },
    'placeholder of an environment variable': {
      edit: refer(`"\${env.OTHER_SECRET}"`),
      says: says(inAccount, 'interpolation'),
    },
    'placeholder in the name of a variable': {
      edit: both(
        add(() => 'variables: {name: OTHER_SECRET}'),
        refer(`{env: "\${vars.name}"}`),
      ),
      says: says(inAccount, 'interpolation'),
    },
    'placeholder in the path of a file': {
      edit: both(
        add(() => 'variables: {name: ../secret.txt}'),
        refer(`{file: "\${vars.name}"}`),
      ),
      says: says(inAccount, 'interpolation'),
    },
    'placeholder in a program': {
      edit: both(
        add(() => 'variables: {name: sh}'),
        write(key, `{exec: ["\${vars.name}", -c, "echo $OTHER_SECRET"]}`),
      ),
      says: says(inAccount, 'interpolation'),
    },
    'placeholder as the key of a reference': {
      edit: both(
        add(() => 'variables: {kind: env}'),
        refer(`{"\${vars.kind}": OTHER_SECRET}`),
      ),
      says: says(inAccount, 'interpolation'),
    },
    'error webhook of the attacker, put together out of variables': {
      edit: both(
        add(
          () =>
            `variables: {a: ${JSON.stringify(surroundings().attacker.slice(0, 9))}, b: ${JSON.stringify(surroundings().attacker.slice(9))}}`,
        ),
        write('https://hooks.example.com/northwind', `"\${vars.a}\${vars.b}"`),
      ),
      says: says(inAccount, 'origin-not-allowed'),
    },
    'error webhook whose host is swallowed by a placeholder': {
      edit: both(
        add(() => 'variables: {end: ".attacker.example"}'),
        write('https://hooks.example.com/northwind', `"https://hooks.example.com\${vars.end}/x"`),
      ),
      says: says(inAccount, 'origin-not-allowed'),
    },
    'error webhook with a user in front, put together out of variables': {
      edit: both(
        add(() => 'variables: {at: "@attacker.example/"}'),
        write('https://hooks.example.com/northwind', `"https://hooks.example.com\${vars.at}"`),
      ),
      says: says(inAccount, 'secret-literal'),
    },
    'placeholders that come to more than anybody can hold': {
      edit: both(
        add(() => `variables: {a: ${'x'.repeat(100_000)}}`),
        write('region: emea', `region: "${`\${vars.a}`.repeat(50_000)}"`),
      ),
      says: says(inAccount, 'interpolation'),
    },
    'a name that moves the cursor': {
      edit: write('name: northwind\n', 'name: "north\\e[2Jwind\\u202e"\n'),
      says: says(inAccount, 'wrong-value'),
    },
    'a key that moves the cursor': {
      edit: write('    crm:\n', '    "crm\\e]0;x\\a\\u202e":\n'),
      says: says(inAccount, 'wrong-value'),
    },
    'a name of a million letters': {
      edit: write('name: northwind\n', `name: ${'n'.repeat(900_000)}\n`),
      says: says(inAccount, 'wrong-value'),
    },
    'a bomb of aliases': {
      edit: (project) =>
        project.write(
          'accounts/bomb.yaml',
          `a: &a [x]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &b${at} [${'*a,'.repeat(90)}]`).join('\n')}\n`,
        ),
      says: /accounts\/bomb\.yaml:\d+:\d+: error: [^→]*\[yaml-alias\]/,
    },
    'a bomb of brackets': {
      edit: (project) => project.write('accounts/bomb.yaml', '['.repeat(1_000_000)),
      says: /accounts\/bomb\.yaml:\d+:\d+: error: [^→]*\[yaml-syntax\]/,
    },
    'a file that is too large': {
      edit: (project) => project.write('accounts/vast.yaml', `#${'x'.repeat(1_100_000)}`),
      says: /accounts\/vast\.yaml:\d+:\d+: error: [^→]*\[file-unreadable\]/,
    },
  };
}
