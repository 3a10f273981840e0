import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../store/temporary-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    local: {service: {emulator: {world: world.yaml}}}
`;

const account = (spec: string) => `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: northwind
${spec}
`;

const connector = (lines: string) =>
  account(`  connectors:\n    crm:\n      connector: {name: Sample CRM}\n${lines}`);

const key = 'CANARY-pasted-4711';

/** Where people paste a key, whole documents of an account; each is refused, and none shows the key. */
const accounts: Readonly<Record<string, string>> = {
  'in place of a reference': connector(`      auth: {apiKey: ${key}}`),
  'in place of the whole auth': connector(`      auth: ${key}`),
  'under a key that is misspelt': connector(`      auth: {apikey: ${key}}`),
  'under a key that nobody knows': connector(`      secret: ${key}`),
  'as the name of a form': connector(`      auth: {${key}: x}`),
  'in a list': connector(`      auth: {apiKey: [${key}]}`),
  'inside of a map': connector(`      auth: {apiKey: {value: ${key}}}`),
  'beside a reference': connector(`      auth: {apiKey: {env: CRM_KEY, default: ${key}}}`),
  'as a password': connector(`      auth: {basic: {username: sync, password: ${key}}}`),
  'as a user name with a colon': connector(
    `      auth: {basic: {username: "a:${key}", password: {env: P}}}`,
  ),
  'as the name of a variable': connector(`      auth: {apiKey: {env: "${key}"}}`),
  'as a path': connector(`      auth: {apiKey: {file: "../${key}"}}`),
  'as the path of a file of sops': connector(`      auth: {apiKey: {sops: "/${key}", key: a}}`),
  'as an argument with a line end': connector(`      auth: {apiKey: {exec: [a, "${key}\\n"]}}`),
  'as tokens': connector(`      auth: {oauth: {tokens: ${key}}}`),
  'as the map of a property': connector(`      properties: {ClientSecret: {is: ${key}}}`),
  'as an address without https': account(`  errorWebhook: {url: "hooks.example.com/${key}"}`),
  'as an address with a user': account(`  errorWebhook: {url: "https://a:${key}@example.com"}`),
  'with an open quote': connector(`      auth: {apiKey: "${key}}`),
  'with a colon in it': connector(`      auth:\n        apiKey: ${key}: x`),
  'with a tab': connector(`      auth:\n        apiKey:\n\t  ${key}`),
  'with a tag': connector(`      auth: {apiKey: !secret ${key}}`),
  'as an alias': connector(`      auth: {apiKey: *${key}}`),
  'with a bad escape': connector(`      auth: {apiKey: "${key}\\q"}`),
  'as a block with a wrong head': connector(
    `      auth:\n        apiKey: |x${key}\n          ${key}`,
  ),
  'as a block that ends too soon': connector(
    `      auth:\n        apiKey: |\n          ${key}\n       ${key}: [`,
  ),
  'as a key twice': connector(`      auth: {apiKey: ${key}, apiKey: ${key}}`),
  'with interpolation': connector(`      auth: {apiKey: "\${${key}}"}`),
  'with interpolation, where a text belongs': connector(
    `      properties: {ClientSecret: "\${${key}}"}`,
  ),
  'with interpolation beside a placeholder': connector(
    `      properties: {ClientSecret: "${key}\${vars.a}"}`,
  ),
  'with interpolation that is not closed': connector(
    `      properties: {ClientSecret: "\${${key}"}`,
  ),
  'with interpolation in an address': account(
    `  errorWebhook: {url: "https://a.example/${key}/\${vars.a}"}`,
  ),
  'with interpolation as a key': connector(`      auth: {"\${${key}}": x}`),
  'with interpolation and no quotes': connector(`      auth: {apiKey: \${${key}}}`),
  'with merge signs': connector(`      auth: {apiKey: {{${key}}}}`),
  'with a comment sign': connector(`      auth:\n        apiKey: ${key} #1: x`),
  'with a comment sign, beneath its key': connector(
    `      auth:\n        apiKey:\n          ${key} #1: {x`,
  ),
  'beneath its key, with a colon': connector(
    `      auth:\n        apiKey:\n          ${key}: b: c`,
  ),
  'as a list that is not closed': connector(
    `      auth:\n        apiKey:\n          [${key}]: b: c`,
  ),
  'with an anchor that nothing uses': connector(`      auth: {apiKey: &a ${key}, apiKey: *b}`),
  'under a misspelt key, with an open quote': connector(`      auth:\n        apikye: "${key}`),
  'under a misspelt key, with a colon': connector(`      auth:\n        apikye: ${key}: x`),
  'under a misspelt key, with a tab': connector(`      auth:\n        apikye:\n\t  ${key}`),
  'under a misspelt key, out of line': connector(
    `      auth:\n        basic: {username: a}\n       apikye: ${key}: x`,
  ),
  'under a misspelt key of the same depth': connector(`      auth:\n      apikye: ${key}: x`),
  'under a misspelt key in braces': connector(`      auth: {apikye: ${key}: x}`),
  'under a misspelt key in braces of several lines': connector(
    `      auth: {\n  apikye: "${key}\n}`,
  ),
  'under a misspelt auth': connector(`      auht:\n        value: ${key}: x`),
  'as a property, with a colon': connector(`      properties:\n        Region: ${key}: x`),
  'as a property, in braces': connector(`      properties: {Region: ${key}: x}`),
  'as a property twice': connector(`      properties: {Region: ${key}, Region: ${key}}`),
  'as a property that an alias means': connector(`      properties: {Region: ${key}, A: *b}`),
  'as a property beside an empty one': connector(`      properties: {Region: ${key}, A:}`),
  'as a property beside a misspelt key': connector(
    `      properties: {Region: ${key}}, displayNme: x`,
  ),
  'as a property beneath misspelt properties': connector(
    `      proprties:\n        Region: ${key}: x`,
  ),
  'as the value of a key that nobody knows': connector(`      login: {pw: ${key}}`),
  'as the value of a quoted key that nobody knows': connector(`      "login": ${key}`),
  'under a misspelt key of no holder': account(`  clientSecert: ${key}: x`),
  'under a misspelt key of several words': account(`  crmPasword: ${key}: x`),
  'under a misspelt key, with an equals sign': account(`  pasword=${key}`),
  'under a misspelt key, without a space': account(`  apikye:${key}`),
  'under a misspelt key, with a colon of another script': account(`  apikye： ${key}`),
  'under a misspelt key as a text of several lines': account(
    `  pasword: |\n    a\n  ${key}\n z: 1`,
  ),
  'under a misspelt key as a text that begins with a tab': account(`  pasword: >-\n\t${key}`),
  'under a misspelt key with a question mark': account(`  ? apikye\n  : ${key}\n     z: 1`),
  'under a misspelt key with a tag': account(`  pasword: !a ${key}`),
  'under a misspelt key in a list': account(`- pasword: ${key}`),
  'as properties': connector(`      properties: ${key}`),
  'as properties, with a misspelt key': connector(`      properties:\n        apikye:${key}`),
  'as a parameter, with a colon': connector(
    `  cycles:\n    a:\n      steps:\n        Call:\n          parameters:\n            query: ${key}: x`,
  ),
};

const projects: Readonly<Record<string, string>> = {
  'as the client secret': `{clientId: a, clientSecret: ${key}}`,
  'as the token': key,
  'as the token under another key': `{accesstoken: ${key}}`,
  'with an open quote': `{clientId: a, clientSecret: "${key}`,
  'under a misspelt key, with an open quote': `{clientId: a, clientSecert: "${key}`,
  'under a misspelt key, with a colon': `{clientSecert: ${key}: x}`,
  'under a misspelt key of a block': `\n  clientSecert: ${key}: x`,
};

async function tell(files: Readonly<Record<string, string>>, ...format: readonly string[]) {
  const directory = makeTemporaryFolder();
  mkdirSync(join(directory, 'accounts'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  return runInProcess({ directory, environment: {} }, 'validate', ...format);
}

async function expectHidden(files: Readonly<Record<string, string>>): Promise<void> {
  for (const format of [[], ['--format', 'json']]) {
    const { exitCode, stdout, stderr } = await tell(files, ...format);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).not.toContain('CANARY');
  }
}

const variables: Readonly<Record<string, string>> = {
  'as a variable': `{apiKey: ${key}}`,
  'as an address of a variable': `{database: "postgres://a:${key}@db.example"}`,
  'as the list of a variable': `{apiKey: [${key}]}`,
  'as a variable of a wrong name': `{api_key: ${key}}`,
  'as a variable that is not closed': `{apiKey: "${key}}`,
};

describe('A key that was pasted into a manifest is not shown by any message', () => {
  it.each(Object.entries(accounts))('%s', async (_, text) => {
    await expectHidden({ 'cyclectl.yaml': project, 'accounts/northwind.yaml': text });
  });

  it.each(Object.entries(variables))('of a project, %s', async (_, written) => {
    const text = project.replace('world.yaml}}}', `world.yaml}}, variables: ${written}}`);
    await expectHidden({ 'cyclectl.yaml': text });
  });

  it.each(Object.entries(projects))('of a project, %s', async (_, token) => {
    const service = `{baseUrl: "https://service.example", token: ${token}}`;
    await expectHidden({ 'cyclectl.yaml': project.replace(/\{emulator: .*\}\}/, `${service}}`) });
  });
});
