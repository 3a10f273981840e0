import { expect, it } from 'vitest';
import {
  makePrefixes,
  SecretNames,
} from '../../../../../src/features/authoring/describe/secrets/secret-names.ts';

function open(key: string, keys: readonly string[] = [key], taken: readonly string[] = []) {
  const begin = makePrefixes(keys).get(key);
  if (begin === undefined) throw new Error(`The test has no account ${key}`);
  return new SecretNames(begin, new Set(taken));
}

it('say the account and what they are for', () => {
  const names = open('northwind');
  expect(names.suggest('crm', 'api key')).toEqual({ env: 'NORTHWIND_CRM_API_KEY' });
  expect(names.suggest('files', 'ClientSecret')).toEqual({ env: 'NORTHWIND_FILES_CLIENT_SECRET' });
  expect(names.suggest('日本', '🦊')).toEqual({ env: 'NORTHWIND_SECRET' });
});

it('are each of its own, and none that a manifest names', () => {
  const names = open('northwind', ['northwind'], ['NORTHWIND_CRM_API_KEY']);
  expect(names.suggest('crm', 'api key').env).toBe('NORTHWIND_CRM_API_KEY_2');
  expect(names.suggest('crm', 'API key').env).toBe('NORTHWIND_CRM_API_KEY_3');
});

it('are of one account alone, also where a key is the beginning of another', () => {
  const keys = ['a', 'a-b', 'a--b', 'a-b-c'];
  const all = keys.flatMap((key) => {
    const names = open(key, keys);
    return [names.suggest('b', 'c', 'd').env, names.suggest('c', 'd').env, names.suggest('d').env];
  });
  expect(new Set(all).size).toBe(all.length);
});

it('can be set: they begin with a letter, and are not what cyclectl itself reads', () => {
  const keys = ['3m', 'account-3m', 'cyclectl', 'http'];
  const all = keys.map((key) => open(key, keys).suggest('proxy').env);
  expect(all).toEqual([
    'ACCOUNT_3M_PROXY',
    'ACCOUNT_3M__PROXY',
    'ACCOUNT_CYCLECTL_PROXY',
    'HTTP_PROXY_2',
  ]);
});
