import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets } from '../../src/model/secret/redact-secrets.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { openForTest } from '../service/open-for-test.ts';
import { anyCharacter } from '../support/values/any-character.ts';
import { type Play, sendJson, serveBroken } from './serve-broken.ts';

const token = 'token+not/a=secret';
const authValue = "k\"ey <not> & 'a' s\u00e9cret/+\\";

async function open(play: Play) {
  const { url } = await serveBroken(play);
  return openForTest({ baseUrl: url, accessToken: token });
}

describe('a service that repeats what it was sent', () => {
  test('the token and every secret of the body are redacted in its message', async () => {
    const { writer, observed } = await open((request, response) =>
      sendJson(
        response,
        { Message: `${request.headers.authorization} sent ${request.body}` },
        { status: 400 },
      ),
    );
    const answer = await writer.installConnector('northwind', {
      releaseId: '7',
      name: 'crm',
      authValue: new SecretValue(authValue),
      properties: [{ name: 'ClientSecret', value: new SecretValue('inner-not-a-secret') }],
    });
    const text = JSON.stringify([answer, observed]);
    expect(text).toContain('Bearer [secret] sent');
    expect(text).toContain('ClientSecret');
    for (const secret of [token, authValue, 'inner-not-a-secret']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1));
    }
  });

  test('a secret that the longest message would cut is redacted before', async () => {
    const { writer } = await open((_request, response) =>
      sendJson(response, { Message: `${'x'.repeat(490)}${authValue}` }, { status: 400 }),
    );
    const answer = await writer.updateConnector('northwind', '7', {
      authValue: new SecretValue(authValue),
    });
    expect(answer).toMatchObject({ failure: { message: `${'x'.repeat(490)}[secret]` } });
  });

  test('a message is bounded, and a model state is read', async () => {
    const { writer } = await open((_request, response) =>
      sendJson(
        response,
        {
          Message: 'The request is invalid.',
          ModelState: { Name: ['Name is required', { toString: 1 }, 'y'.repeat(600)] },
        },
        { status: 400 },
      ),
    );
    const answer = await writer.createAccount('northwind', {});
    if (answer.ok) return expect.unreachable();
    expect(answer.failure.message).toHaveLength(500);
    expect(answer.failure.message).toMatch(
      /^The request is invalid\.; Name: Name is required; Name: yyy/,
    );
  });

  test('an answer that cannot be read is not quoted', async () => {
    const { reader } = await open((_request, response) => {
      response.writeHead(200).end('{"AuthValue":"sekret');
    });
    const answer = await reader.readAccount('northwind');
    expect(JSON.stringify(answer)).not.toContain('sek');
  });
});

test('a redirect is not followed, and the token stays at home', async () => {
  const elsewhere = await serveBroken((_request, response) => sendJson(response, []));
  const { reader, writer } = await open((_request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}/v1.0/accounts?x=y` }).end();
  });
  const expected = {
    failure: {
      kind: 'rejected',
      status: 302,
      tries: 1,
      message: `the service redirects to ${elsewhere.url}, and cyclectl follows no redirects`,
    },
  };
  expect(await reader.listAccounts()).toMatchObject(expected);
  expect(await writer.createAccount('northwind', { name: 'N' })).toMatchObject(expected);
  expect(elsewhere.seen).toHaveLength(0);
});

describe('striking', () => {
  const spellings: readonly ((secret: string) => string)[] = [
    (secret) => secret,
    (secret) => JSON.stringify(secret).slice(1, -1),
    (secret) => encodeURIComponent(secret),
    (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
    (secret) => Buffer.from(secret).toString('base64'),
    (secret) => Buffer.from(secret).toString('base64url'),
    (secret) => Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];

  test('no spelling of a secret outlives it, wherever it stands', () => {
    const secret = fc
      .string({ minLength: 4, unit: anyCharacter })
      .filter((text) => text.trim().length > 3);
    fc.assert(
      fc.property(
        secret,
        fc.nat(spellings.length - 1),
        fc.constantFrom('Invalid: ', ''),
        fc.constantFrom(' was refused', ''),
        (...[text, index, before, after]) => {
          const spelling = (spellings[index] ?? String)(text);
          const struck = redactSecrets(`${before}${spelling}${after}`, [text]);
          expect(struck).toBe(`${before}[secret]${after}`);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('one that contains another is redacted as a whole, and the replacement stays whole', () => {
    expect(redactSecrets('abcdef abc secret', ['abc', 'abcdef', 'secret', 'e'])).toBe(
      '[secret] [secret] [secret]',
    );
  });

  test('user name and password are also redacted as base64', () => {
    const value = Buffer.from('someone:pass not-a-secret').toString('base64');
    expect(redactSecrets(`no user with pass not-a-secret (${value})`, [value])).toBe(
      'no user with [secret] ([secret])',
    );
    expect(redactSecrets('someone:pass not-a-secret', [value])).toBe('[secret]');
  });

  test('a secret that the service trimmed is also redacted', () => {
    expect(redactSecrets('key-not-a-secret is wrong', [' key-not-a-secret\n'])).toBe(
      '[secret] is wrong',
    );
  });

  test('a text without secrets stays as it is, and an empty secret strikes nothing', () => {
    expect(redactSecrets('as it is', [])).toBe('as it is');
    expect(redactSecrets('as it is', [''])).toBe('as it is');
  });
});
