import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { anyCharacter } from '../../support/values/any-character.ts';
import { encryptAge, encryptTree, type PlainTree } from '../encrypt-sops.ts';
import { openSecretFolder } from '../open-folder.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const stranger = await identityToRecipient(await generateX25519Identity());

const tree: PlainTree = {
  crm: { apiKey: 'CANARY-sops-crm', port: 4711, isOn: true, ratio: 1.25, empty: '' },
  list: ['CANARY-sops-first', 'CANARY-sops-second'],
  '9': 'CANARY-sops-nine',
  '1': 'CANARY-sops-one',
  note_unencrypted: 'plain',
  none: null,
};
const file = await encryptTree(tree, { recipients: [stranger, recipient] });
const yaml = stringify(file);

function openFile(text: string, variables: Record<string, string> = { SOPS_AGE_KEY: identity }) {
  const folder = openSecretFolder(variables);
  folder.write('secrets/all.yaml', text);
  return (key: string) => folder.read({ sops: 'secrets/all.yaml', key });
}

describe('A file of sops', () => {
  it.each([
    ['YAML', yaml],
    ['JSON', JSON.stringify(file)],
    ['JSON with the tabs that sops writes', JSON.stringify(file, null, '\t')],
  ])('gives the one value at a key: %s', async (_, text) => {
    const read = openFile(text);
    expect(await read('crm.apiKey')).toBe('CANARY-sops-crm');
    expect(await read('crm.port')).toBe('4711');
    expect(await read('crm.isOn')).toBe('true');
    expect(await read('crm.ratio')).toBe('1.25');
    expect(await read('list.1')).toBe('CANARY-sops-second');
    expect(await read('9')).toBe('CANARY-sops-nine');
    expect(await read('crm.empty')).toBe('lack: empty');
  });

  it('has no value at a key that is not there, that is a map, or that two values go by', async () => {
    const twice = await encryptTree(
      { 'a.b': 'CANARY-a', a: { b: 'CANARY-b' } },
      { recipients: [recipient] },
    );
    const read = openFile(yaml);
    for (const key of ['crm', 'list', 'crm.other', 'sops.mac', '__proto__', 'list.7']) {
      expect(await read(key), key).toBe('lack: no-such-key');
    }
    expect(await openFile(stringify(twice))('a.b')).toBe('lack: no-such-key');
  });

  it('does not take a value that stands there unencrypted for a secret', async () => {
    expect(await openFile(yaml)('note_unencrypted')).toBe('lack: not-encrypted');
  });

  it('opens the committed vector', async () => {
    const folder = new URL('vectors/', import.meta.url);
    const text = readFileSync(new URL('sample.sops.yaml', folder), 'utf8');
    const keys = readFileSync(new URL('sample.key.txt', folder), 'utf8');
    const read = openFile(text, { SOPS_AGE_KEY: keys });
    expect(await read('northwind.crm.apiKey')).toBe('not-a-secret-of-northwind');
    expect(await read('northwind.hosts.0')).toBe('not-a-secret-either');
  });
});

/** What somebody may do to a file who has not its key. */
const tamperings: readonly (readonly [string, (text: string) => string])[] = [
  ['a changed byte of a value', (text) => text.replace(/(apiKey: ENC\[AES256_GCM,data:)(.)/, swap)],
  ['a changed MAC', (text) => text.replace(/(mac: ENC\[AES256_GCM,data:)(.)/, swap)],
  ['no MAC', (text) => text.replace(/mac: .*\n/, '')],
  ['an empty MAC', (text) => text.replace(/mac: .*(?:\n +.*)*?\n/, 'mac: ""\n')],
  ['another time', (text) => text.replace('2026-11-21T18:00:00Z', '2026-11-21T18:00:01Z')],
  ['another plain value', (text) => text.replace('_unencrypted: plain', '_unencrypted: other')],
  ['a plain value where one was encrypted', (text) => text.replace(/port: ENC.*/, 'port: 1')],
  ['a value more', (text) => `more: 1\n${text}`],
  ['a value less', (text) => text.replace(/ {2}port: .*\n/, '')],
  ['an alias', (text) => text.replace('apiKey: ', 'apiKey: &a ').replace(/port: .*/, 'port: *a')],
  ['a key twice', (text) => text.replace('crm:', 'note_unencrypted: plain\ncrm:')],
  ['two documents', (text) => `${text}---\n${text}`],
  ['no YAML', (text) => `${text}\n: [`],
  ['no metadata', (text) => text.slice(0, text.indexOf('\nsops:') + 1)],
];

function swap(_: string, head: string, sign: string): string {
  return `${head}${sign === 'A' ? 'B' : 'A'}`;
}

describe('A file that was changed without its key', () => {
  it.each(tamperings)('is refused as a whole: %s', async (_, tamper) => {
    const long = stringify(file, { lineWidth: 0 });
    const changed = tamper(long);
    expect(changed).not.toBe(long);
    const read = openFile(changed);
    for (const key of ['crm.apiKey', 'list.0']) expect(await read(key)).toBe('lack: damaged');
  });

  it('is refused with its values in another order, or one in the place of another', async () => {
    const { crm, list, sops, ...rest } = file as Record<string, object>;
    const swapped = { ...crm, apiKey: Reflect.get(Object(list), 0) };
    for (const changed of [
      { list, crm, ...rest, sops },
      { crm: swapped, list, ...rest, sops },
      { crm, list: [...(list as unknown as unknown[])].reverse(), ...rest, sops },
    ]) {
      expect(await openFile(JSON.stringify(changed))('crm.ratio')).toBe('lack: damaged');
    }
  });

  it('never gives another value, whatever byte of it is changed', async () => {
    const small = JSON.stringify(
      await encryptTree({ a: 'CANARY-byte' }, { recipients: [recipient] }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(small.length - 1), fc.stringMatching(/^[ -~]$/), async (at, sign) => {
        const changed = small.slice(0, at) + sign + small.slice(at + 1);
        // A change in what binds nothing, such as the version, leaves the value as it is.
        expect(await openFile(changed)('a')).toMatch(/^(?:CANARY-byte|lack: .*)$/);
      }),
      { numRuns: 60 },
    );
  });
});

describe('What is no file of sops', () => {
  it.each([
    ['nothing', ''],
    ['a list', '- a'],
    ['lists in lists', '['.repeat(50_000)],
    ['maps in maps', '{a: '.repeat(20_000)],
    ['many levels', `${'a: {'.repeat(80)}${'}'.repeat(80)}\n`],
    ['metadata that is text', 'a: 1\nsops: x'],
    ['metadata without its parts', 'a: 1\nsops: {age: {enc: 1}, mac: 1, lastmodified: []}'],
    [
      'a thousand recipients',
      `sops: {age: [${'{enc: x},'.repeat(1000)}], mac: a, lastmodified: b}`,
    ],
    ['keys that are no text', '1: a\nsops: {age: [], mac: a, lastmodified: b}'],
    ['a data key that is none', 'a: b\nsops: {age: [{enc: CANARY}], mac: a, lastmodified: b}'],
  ])('is refused without an error: %s', async (_, text) => {
    expect(await openFile(text)('a')).toBe('lack: damaged');
  });

  it('is refused or has no such key, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (text) => {
        const found = await openFile(`${text}\nsops: {age: [], mac: a, lastmodified: b}\n`)('a');
        expect(['lack: damaged', 'lack: not-for-us', 'lack: binary']).toContain(found);
      }),
      { numRuns: 200 },
    );
  });
});

describe('The identities that open a file', () => {
  const other = identity.slice(0, -1);

  it('come from the operator: none, a broken one and another one open nothing', async () => {
    const read = (variables: Record<string, string>) => openFile(yaml, variables)('crm.apiKey');
    expect(await read({})).toBe('lack: no-identity');
    expect(await read({ SOPS_AGE_KEY: '# nothing\n\n' })).toBe('lack: no-identity');
    expect(await read({ SOPS_AGE_KEY: other })).toBe('lack: bad-identity');
    expect(await read({ SOPS_AGE_KEY: await generateX25519Identity() })).toBe('lack: not-for-us');
    expect(await read({ SOPS_AGE_KEY_FILE: '/nowhere/keys.txt' })).toBe('lack: bad-identity');
  });

  it('stand in a variable, in a file that one names, or where sops keeps them', async () => {
    const folder = openSecretFolder({});
    folder.write('keys.txt', `# of a test\n${identity}\n`);
    folder.write('config/sops/age/keys.txt', `${identity}\n`);
    const named = { SOPS_AGE_KEY_FILE: join(folder.root, 'keys.txt') };
    const kept = { XDG_CONFIG_HOME: join(folder.root, 'config') };
    for (const variables of [named, kept, { SOPS_AGE_KEY: `${identity}\n` }]) {
      expect(await openFile(yaml, variables)('crm.apiKey')).toBe('CANARY-sops-crm');
    }
  });
});

describe('A file of age', () => {
  it('gives its text without one line end, in armour or not', async () => {
    const folder = openSecretFolder({ SOPS_AGE_KEY: identity });
    const sealed = await encryptAge('CANARY-age-text\n\n', recipient);
    folder.write('binary.age', sealed);
    folder.write('armoured.age', armor.encode(sealed));
    for (const age of ['binary.age', 'armoured.age']) {
      expect(await folder.read({ age })).toBe('CANARY-age-text\n');
    }
  });

  it('has no value if it is broken, for another key, empty, not text, or not a file of age', async () => {
    const folder = openSecretFolder({ SOPS_AGE_KEY: identity });
    const sealed = await encryptAge('CANARY-age-broken', recipient);
    const broken = Uint8Array.from(sealed, (byte, at) =>
      at === sealed.length - 1 ? byte ^ 1 : byte,
    );
    folder.write('broken', broken);
    folder.write('cut', sealed.subarray(0, sealed.length - 20));
    folder.write('plain', 'CANARY-age-plain');
    folder.write('armour', '-----BEGIN AGE ENCRYPTED FILE-----\nCANARY-age-armour\n');
    folder.write('stranger', await encryptAge('CANARY-age-other', stranger));
    folder.write('empty', await encryptAge('\n', recipient));
    folder.write('binary', await encryptAge(Uint8Array.from([0xff, 0xfe]), recipient));
    const lacks = await Promise.all(
      ['broken', 'cut', 'plain', 'armour', 'stranger', 'empty', 'binary', 'gone'].map((age) =>
        folder.read({ age }),
      ),
    );
    expect(lacks).toEqual(
      ['damaged', 'damaged', 'damaged', 'damaged', 'not-for-us', 'empty', 'binary', 'missing'].map(
        (lack) => `lack: ${lack}`,
      ),
    );
  });
});

describe('An encrypted file outside the project folder', () => {
  it('is not read, neither by .. nor through a link', async () => {
    const folder = openSecretFolder({ SOPS_AGE_KEY: identity });
    folder.write('../outside.age', await encryptAge('CANARY-outside', recipient));
    folder.write('../outside.yaml', yaml);
    symlinkSync(join(folder.root, '../outside.age'), join(folder.root, 'link.age'));
    symlinkSync(join(folder.root, '..'), join(folder.root, 'up'));
    for (const age of ['../outside.age', 'link.age', 'up/outside.age']) {
      expect(await folder.read({ age }), age).toBe('lack: outside');
    }
    for (const sops of ['../outside.yaml', 'up/outside.yaml']) {
      expect(await folder.read({ sops, key: 'crm.apiKey' }), sops).toBe('lack: outside');
    }
  });
});

describe('What was decrypted', () => {
  it('is cached until it is cleared, so that a new read gets a rotated value', async () => {
    const folder = openSecretFolder({ SOPS_AGE_KEY: identity });
    folder.write('key.age', await encryptAge('CANARY-before', recipient));
    const before = await folder.secrets.bind({ age: 'key.age' });
    folder.write('key.age', await encryptAge('CANARY-after', recipient));
    expect(await folder.secrets.bind({ age: 'key.age' })).toEqual(before);
    folder.secrets.forget();
    const after = await folder.secrets.bind({ age: 'key.age' });
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(await folder.read({ age: 'key.age' })).toBe('CANARY-after');
  });
});
