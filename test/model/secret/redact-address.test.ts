import { expect, it } from 'vitest';
import { redactAddress } from '../../../src/model/secret/redact-address.ts';

it.each([
  ['https://user:pass@hooks.example.com/x', 'https://[secret]@hooks.example.com/x'],
  ['https://hooks.example.com/x?token=abc&b=1', 'https://hooks.example.com/x?token=[secret]&b=1'],
  ['https://a.example/?b=1&sig=%2Bx#c=1', 'https://a.example/?b=1&sig=[secret]#c=1'],
  ['https://a.example/?v=a1b2c3d4e5f6a7b8', 'https://a.example/?v=[secret]'],
  ['sftp://me@files.example/in', 'sftp://[secret]@files.example/in'],
])('redacts the credentials of %s', (text, shown) => {
  expect(redactAddress(text)).toBe(shown);
});

it.each([
  'https://hooks.example.com/northwind?region=eu&token=',
  'https://example.com/people/@me?at=a@b',
  'token=abc of no address',
  'user:pass@hooks',
  '',
])('leaves %s as it is', (text) => {
  expect(redactAddress(text)).toBe(text);
});
