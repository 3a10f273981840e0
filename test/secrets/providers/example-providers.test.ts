import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { home } from '../../support/run-cyclectl.ts';
import { openSecretFolder } from '../open-folder.ts';

const examples = join(home, 'examples/secret-providers');

/** Stand-ins of tools of vendors: each answers an exact command line, and refuses any other with stderr. */
const tools = {
  vault: `
const known = {
  'secret/north/crm': { data: { data: { 'api-key': 'CANARY-vault-2\\n' }, metadata: { version: 3 } } },
  'kv/north/crm': { data: { key: 'CANARY-vault-1' } },
};
const [path] = expectArgs('kv', 'get', '-format=json');
if (!known[path]) fail('Error making API request.\\n\\n* permission denied');
console.log(JSON.stringify(known[path]));`,
  aws: `
const [input] = expectArgs('secretsmanager', 'batch-get-secret-value', '--cli-input-json');
if (args.slice(4).join(' ') !== '--output json') fail('unknown options');
const { SecretIdList } = JSON.parse(input);
if (SecretIdList.length > 20) fail('at most 20');
const isThere = (name) => !name.endsWith('gone');
console.log(JSON.stringify({
  SecretValues: SecretIdList.filter(isThere).map((Name) => ({
    ARN: 'arn:' + Name, Name, ...(Name === 'bytes' ? { SecretBinary: 'AA==' } : { SecretString: 'CANARY-aws-' + Name }),
  })),
  Errors: SecretIdList.filter((name) => !isThere(name)).map((SecretId) => ({
    SecretId, ErrorCode: 'ResourceNotFoundException', Message: "Secrets Manager can't find the specified secret.",
  })),
}));`,
  gcloud: `
const [secret, format] = expectArgs('secrets', 'versions', 'access', 'latest');
if (format !== '--format=get(payload.data)') fail('unknown format');
if (secret === '--secret=gone') fail('ERROR: (gcloud.secrets.versions.access) NOT_FOUND: Secret not found.');
console.log(Buffer.from('CANARY-gcp-' + secret + '?>\\n').toString('base64url'));`,
  az: `
const [vault, name, ...rest] = expectArgs('keyvault', 'secret', 'show');
if (vault !== '--vault-name=fleet' || rest.join(' ') !== '--query=value --output=json') fail('unknown options');
if (name === '--name=gone') fail('ERROR: (SecretNotFound) A secret with (name/id) gone was not found.');
console.log(JSON.stringify('CANARY-az-' + name + '\\t"'));`,
  op: `
const [place] = expectArgs('read', '--no-newline');
if (place.includes('gone')) fail('[ERROR] could not read secret: "gone" isn\\'t an item');
process.stdout.write('CANARY-op-' + place);`,
} as const;

function openExample(name: string) {
  const bin = makeTemporaryFolder();
  for (const [tool, script] of Object.entries(tools)) {
    const head = `#!${process.execPath}
const args = process.argv.slice(2);
const fail = (text) => { console.error(text); process.exit(1); };
const expectArgs = (...first) =>
  first.some((arg, index) => args[index] !== arg) ? fail('unknown command') : args.slice(first.length);
`;
    writeFileSync(join(bin, tool), head + script, { mode: 0o755 });
  }
  const PATH = [examples, bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const provider = `${name}.mjs`;
  const variables = { PATH, AZURE_KEYVAULT: 'fleet' };
  const { secrets } = openSecretFolder(variables, { allowed: [provider] });
  return async (...keys: readonly string[]) =>
    Promise.all(
      keys.map(async (key) => {
        const value = await secrets.read({ provider, key });
        if (value !== null) return value.reveal();
        const { lack, reason } = await secrets.bind({ provider, key });
        return `${lack}: ${reason}`;
      }),
    );
}

test.each([
  {
    name: 'vault-secrets',
    keys: ['secret/north/crm#api-key', 'kv/north/crm#key', 'kv/north/crm#none', 'kv/none#key'],
    answers: [
      'CANARY-vault-2\n',
      'CANARY-vault-1',
      'refused: the secret has no such text',
      'refused: * permission denied',
    ],
  },
  {
    name: 'aws-secrets',
    keys: ['north/crm', 'gone', 'bytes'],
    answers: [
      'CANARY-aws-north/crm',
      "refused: Secrets Manager can't find the specified secret.",
      'refused: the secret has no such text',
    ],
  },
  {
    name: 'gcp-secrets',
    keys: ['north-crm', 'gone'],
    answers: [
      'CANARY-gcp---secret=north-crm?>\n',
      'refused: ERROR: (gcloud.secrets.versions.access) NOT_FOUND: Secret not found.',
    ],
  },
  {
    name: 'azure-secrets',
    keys: ['north-crm', 'gone'],
    answers: [
      'CANARY-az---name=north-crm\t"',
      'refused: ERROR: (SecretNotFound) A secret with (name/id) gone was not found.',
    ],
  },
  {
    name: 'op-secrets',
    keys: ['fleet/north crm/credential', 'fleet/gone/credential'],
    answers: [
      'CANARY-op-op://fleet/north crm/credential',
      `refused: [ERROR] could not read secret: "gone" isn't an item`,
    ],
  },
])('$name gives the values that its tool prints, and the errors that it says', async (example) => {
  const read = openExample(example.name);
  expect(await read(...example.keys)).toEqual(example.answers);
});

test.each(['vault-secrets', 'aws-secrets', 'gcp-secrets', 'azure-secrets', 'op-secrets'])(
  '%s passes no option and no other form of a branch to its tool',
  async (name) => {
    const read = openExample(name);
    const keys = ['-address=https://evil.example#a', '--help', '../a?b', 'a;b', '$(id)'];
    for (const answer of await read(...keys)) {
      expect(answer).toContain('refused: a key has the form');
    }
  },
);

test('aws-secrets asks for 20 secrets at once, and for all that it is asked for', async () => {
  const read = openExample('aws-secrets');
  const keys = Array.from({ length: 45 }, (_, index) => `north-${index}`);
  expect(await read(...keys)).toEqual(keys.map((key) => `CANARY-aws-${key}`));
});
