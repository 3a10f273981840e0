import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { openSecretFolder } from '../open-folder.ts';

/** A provider, in JavaScript: `keys` are what it is asked for. Gives the folder of it. */
function writeProvider(script: string): string {
  const bin = makeTemporaryFolder();
  const head = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const input = readFileSync(0, 'utf8');
appendFileSync(__dirname + '/inputs', input);
const keys = JSON.parse(input).references.map(({ key }) => key);
const print = (answer) => process.stdout.write(JSON.stringify({ version: 1, ...answer }));
`;
  writeFileSync(join(bin, 'fleet-secrets'), head + script, { mode: 0o755 });
  return bin;
}

function openProvider(script: string, variables: Readonly<Record<string, string>> = {}) {
  const bin = writeProvider(script);
  const PATH = `${bin}:/usr/bin:/bin`;
  const folder = openSecretFolder({ PATH, ...variables }, { allowed: ['fleet-secrets'] });
  const readInputs = () => readFileSync(join(bin, 'inputs'), 'utf8').trim().split('\n');
  return {
    ...folder,
    readInputs,
    readKey: (key: string) => folder.read({ provider: 'fleet-secrets', key }),
    bindKey: (key: string) => folder.secrets.bind({ provider: 'fleet-secrets', key }),
  };
}

const valueOfEach = 'print({ values: Object.fromEntries(keys.map((key) => [key, "of " + key])) })';

test('A provider is asked by JSON and without arguments, and each key has its value as it is', async () => {
  const provider = openProvider(`
print({ values: Object.fromEntries(keys.map((key) => [key, key + process.argv.length + "\\n"])) });
`);
  const values = await Promise.all(['a', '__proto__', '"é '].map(provider.readKey));
  expect(values).toEqual(['a2\n', '__proto__2\n', '"é 2\n']);
  expect(provider.readInputs()).toEqual([
    '{"version":1,"references":[{"key":"a"},{"key":"__proto__"},{"key":"\\"é "}]}',
  ]);
});

test('One process answers what a run expects, in parts of 500 keys, and again after all is forgotten', async () => {
  const provider = openProvider(valueOfEach);
  const keys = Array.from({ length: 1100 }, (_, index) => `customer-${index}`);
  provider.secrets.expect(keys.map((key) => ({ provider: 'fleet-secrets', key })));
  for (const key of keys) expect(await provider.readKey(key)).toBe(`of ${key}`);
  const countKeys = () =>
    provider.readInputs().map((input) => JSON.parse(input).references.length as number);
  expect(countKeys()).toEqual([500, 500, 100]);
  provider.secrets.forget();
  expect(await provider.readKey('customer-7')).toBe('of customer-7');
  expect(countKeys()).toEqual([500, 500, 100, 1]);
});

test('A key with an error, without an answer or with an empty value lacks its value alone, and says why', async () => {
  const provider = openProvider(`
print({ values: { empty: "", fine: "CANARY-provider-fine" }, errors: { refused: "trace\\npermission denied\\n" } });
`);
  const keys = ['fine', 'empty', 'refused', 'forgotten'];
  const bound = await Promise.all(keys.map(provider.bindKey));
  expect(bound[0]?.fingerprint).not.toBeNull();
  expect(bound.slice(1)).toMatchObject([
    { fingerprint: null, lack: 'empty' },
    { fingerprint: null, lack: 'refused', reason: 'permission denied' },
    { fingerprint: null, lack: 'not-answered' },
  ]);
});

test.each([
  ['another key', 'print({ values: { a: "1", b: "2" } })', 'the key "b", which was not asked for'],
  ['an error of another key', 'print({ errors: { b: "no" } })', 'the key "b", which was not'],
  ['both', 'print({ values: { a: "1" }, errors: { a: "no" } })', 'with a value and an error'],
  ['values for keys', 'print({ values: { CANARYkey: "a" } })', 'the key [secret], which was not'],
  ['a number', 'print({ values: { a: 1 } })', '"values" of its output has something else than'],
  ['a list', 'print({ values: ["a"] })', '"values" of its output is not an object'],
  ['no object', 'process.stdout.write("[]")', 'its output is not a JSON object'],
  ['no JSON', 'process.stdout.write("CANARY-provider-raw")', 'not a JSON object in UTF-8'],
  ['no UTF-8', 'process.stdout.write(Buffer.from([255]))', 'not a JSON object in UTF-8'],
  ['another version', 'print({ version: 2, values: { a: "1" } })', 'not of version 1'],
  ['nothing', '', 'its output is not a JSON object'],
  [
    'too much',
    'process.stdout.write("CANARY-provider-".repeat(2 ** 19))',
    'printed more than 4 MiB',
  ],
  ['a failure', 'process.exit(3)', 'it ended with exit code 3'],
  ['a signal', 'process.kill(process.pid, "SIGKILL")', 'it was ended by a signal'],
])('A provider that answers with %s gives no value, and the reason', async (_, script, reason) => {
  const provider = openProvider(script);
  const bound = await provider.bindKey('a');
  expect(bound).toMatchObject({ fingerprint: null, lack: 'provider-failed' });
  expect(bound.reason).toContain(reason);
  expect(bound.reason).not.toContain('CANARY');
});

test('The last line of its stderr is the reason of a failure, without what is or looks like a secret', async () => {
  const script = (line: string) =>
    `console.error("first"); console.error(${line}); process.exit(2);`;
  const reasonOf = async (line: string) =>
    (await openProvider(script(line), { VAULT_TOKEN: 'CANARY-provider-token' }).bindKey('a'))
      .reason;
  const end = 'it ended with exit code 2';
  expect(await reasonOf('"permission denied"')).toBe(`${end}: permission denied`);
  expect(await reasonOf('process.env.VAULT_TOKEN + " is no token"')).toBe(
    `${end}: [secret] is no token`,
  );
  expect(await reasonOf('"password=CANARY-provider-word"')).toBe(`${end}: [secret]`);
  const cut = await reasonOf('"\\u001b[31m" + "x".repeat(100_000)');
  expect(cut?.length).toBeLessThan(400);
  expect(cut).not.toContain('\u001b');
});

test('A value of the same answer is hidden in the error of another key', async () => {
  const provider = openProvider(`
print({ values: { a: "CANARY-provider-said" }, errors: { b: "not CANARY-provider-said" } });
`);
  await Promise.all([provider.readKey('a'), provider.readKey('b')]);
  expect((await provider.bindKey('b')).reason).toBe('not [secret]');
});

test('A provider that reads no input answers all the same', async () => {
  const bin = makeTemporaryFolder();
  const answer = '{"version":1,"errors":{}}';
  writeFileSync(join(bin, 'deaf'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
  const folder = openSecretFolder({ PATH: bin }, { allowed: ['deaf'] });
  const keys = Array.from({ length: 500 }, (_, index) => `${index}-${'k'.repeat(490)}`);
  const bound = await Promise.all(
    keys.map((key) => folder.secrets.bind({ provider: 'deaf', key })),
  );
  expect(new Set(bound.map(({ lack }) => lack))).toEqual(new Set(['not-answered']));
});

test('A provider that does not end in time is stopped, and a key more gives it a second more', async () => {
  const bin = writeProvider('setTimeout(() => undefined, 600_000);');
  const rights = { allowed: ['fleet-secrets'], timeoutMs: 500 };
  const { secrets } = openSecretFolder({ PATH: `${bin}:/usr/bin:/bin` }, rights);
  const bound = await Promise.all(
    ['a', 'b'].map((key) => secrets.bind({ provider: 'fleet-secrets', key })),
  );
  for (const each of bound) {
    expect(each.lack).toBe('provider-failed');
    expect(each.reason).toBe('it did not end within 3 s and was stopped');
  }
});

test('A provider that the operator has not allowed is never run', async () => {
  const bin = writeProvider(valueOfEach);
  const folder = openSecretFolder({ PATH: `${bin}:/usr/bin` }, { allowed: ['other'] });
  const bound = await folder.secrets.bind({ provider: 'fleet-secrets', key: 'a' });
  expect(bound).toMatchObject({ fingerprint: null, lack: 'not-allowed' });
  expect(() => readFileSync(join(bin, 'inputs'))).toThrow('ENOENT');
});

test('A secret of several lines is in no reason, whole or a line of it', async () => {
  const { bindKey } = openProvider(`
print({ values: { fine: "svc-user\\nzq7-horse-battery" }, errors: { refused: "login failed with svc-user\\nzq7-horse-battery" } });
`);
  const [, refused] = await Promise.all(['fine', 'refused'].map(bindKey));
  expect(refused).toMatchObject({ lack: 'refused' });
  expect(JSON.stringify(refused)).not.toContain('horse');
});

test('A long line of stderr is in no reason, because its beginning is cut', async () => {
  const secret = 'correct-horse-battery-staple-1234567890';
  const { bindKey } = openProvider(
    'process.stderr.write(process.env.MY_TOKEN + "y".repeat(8170)); process.exitCode = 1;',
    { MY_TOKEN: secret },
  );
  const { reason } = (await bindKey('a')) as { readonly reason?: string };
  expect(reason).toBe('it ended with exit code 1');
});

test('A short variable that is named like a secret garbles no reason', async () => {
  const { bindKey } = openProvider('print({ errors: { a: "permission denied" } });', {
    MAX_TOKENS: '1',
    DISABLE_PASSWORD_PROMPT: 'e',
  });
  expect(await bindKey('a')).toMatchObject({ reason: 'permission denied' });
});
