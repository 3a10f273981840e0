import { expect, it } from 'vitest';
import { type ApiFailure, toReadAdvice } from '../../../src/model/diagnostic/api-failure.ts';

const signIn = { method: 'POST', path: '/oauth/token', account: null };
const read = { method: 'GET', path: '/v1.0/accounts', account: null };
const base = { tries: 1, message: 'invalid_client' };

it.each<[string, ApiFailure, RegExp]>([
  ['a refused sign-in', { ...base, request: signIn, kind: 'unauthorized' }, /^check the token/],
  [
    'a sign-in that is a bad request',
    { ...base, request: signIn, kind: 'rejected', status: 400 },
    /^check the token/,
  ],
  ['a refused token', { ...base, request: read, kind: 'unauthorized' }, /^check the token/],
  ['a URL without a sign-in', { ...base, request: signIn, kind: 'not-found' }, /baseUrl/],
  [
    'a service that does not answer',
    { ...base, request: signIn, kind: 'unavailable', status: null },
    /baseUrl.*run the command again$/,
  ],
  [
    'a service that is down',
    { ...base, request: read, kind: 'unavailable', status: 503 },
    /^run the command again$/,
  ],
  ['an account that is hidden', { ...base, request: read, kind: 'forbidden' }, /^run the/],
])('names what to check after %s', (_, failure, advice) => {
  expect(toReadAdvice(failure)).toMatch(advice);
});
