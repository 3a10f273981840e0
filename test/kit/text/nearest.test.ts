import { expect, it } from 'vitest';
import { findNearest, writeNearest } from '../../../src/kit/text/nearest.ts';

it('finds what was meant, nearest first', () => {
  expect(findNearest('retension', ['retention', 'timezone'])).toEqual(['retention']);
  expect(findNearest('stat', ['status', 'state', 'stats'], 2)).toEqual(['state', 'stats']);
  expect(findNearest('abcdef', ['abcxyf', 'zbcdef'])).toEqual(['zbcdef', 'abcxyf']);
  expect(findNearest('error_webhook', ['errorWebhook', 'id'])).toEqual(['errorWebhook']);
});

it('does not guess where nothing is near', () => {
  expect(findNearest('blueprints', ['id', 'ids', 'timezone'])).toEqual([]);
  expect(findNearest('ab', ['id', 'xy'])).toEqual([]);
});

it('names each candidate once, whatever their order', () => {
  expect(findNearest('crm', ['crm2', 'crm1', 'crm2'])).toEqual(['crm1', 'crm2']);
});

it('writes what was meant, else what there is, and never that there is nothing where there is', () => {
  expect(writeNearest('retension', ['timezone', 'retention'])).toBe('Nearest names: "retention".');
  expect(writeNearest('x', ['timezone', 'id', 'id'])).toBe(
    'The names there are: "id", "timezone".',
  );
  expect(writeNearest('x', [])).toBeNull();
  const many = Array.from({ length: 12 }, (_, index) => `name ${String.fromCharCode(65 + index)}`);
  expect(writeNearest('x', many)).toMatch(/"name A", .*"name J" and 2 more\.$/);
});
