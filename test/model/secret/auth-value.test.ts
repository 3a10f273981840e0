import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { readAuthValue } from '../../../src/model/secret/auth-value.ts';
import { SecretValue } from '../../../src/model/secret/secret.ts';
import { makeSecrets } from '../../support/values/read-manifests.ts';

const secrets = makeSecrets({ $KEY: 'wörd:x', $USER: 'me' });

it('joins user name and password as the service wants them', async () => {
  const password = { env: 'KEY' };
  const value = await readAuthValue(
    { kind: 'basic', username: { env: 'USER' }, password },
    secrets,
  );
  expect(value?.reveal()).toBe(Buffer.from('me:wörd:x', 'utf8').toString('base64'));
});

it('has nothing when a part has nothing', async () => {
  const password = { env: 'MISSING' };
  expect(await readAuthValue({ kind: 'basic', username: 'me', password }, secrets)).toBeNull();
  expect(await readAuthValue({ kind: 'api-key', key: password }, secrets)).toBeNull();
});

it('shows nothing of a joined secret', () => {
  const value = SecretValue.combine(['open', new SecretValue('hunter2')], (parts) => parts.join());
  expect(`${value} ${JSON.stringify({ value })} ${inspect(value)}`).not.toContain('hunter2');
  expect(value.reveal()).toBe('open,hunter2');
});
