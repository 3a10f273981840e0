import { expect, it } from 'vitest';
import { formatNearest, listNearest } from '../../../src/kit/text/nearest.ts';

it('finds what was meant, nearest first', () => {
  expect(listNearest('retension', ['retention', 'timezone'])).toEqual(['retention']);
  expect(listNearest('stat', ['status', 'state', 'stats'], 2)).toEqual(['state', 'stats']);
  expect(listNearest('abcdef', ['abcxyf', 'zbcdef'])).toEqual(['zbcdef', 'abcxyf']);
  expect(listNearest('error_webhook', ['errorWebhook', 'id'])).toEqual(['errorWebhook']);
});

it('does not guess where nothing is near', () => {
  expect(listNearest('blueprints', ['id', 'ids', 'timezone'])).toEqual([]);
  expect(listNearest('ab', ['id', 'xy'])).toEqual([]);
});

it('names each candidate once, whatever their order', () => {
  expect(listNearest('crm', ['crm2', 'crm1', 'crm2'])).toEqual(['crm1', 'crm2']);
});

it('writes what was meant, else what there is, and never that there is nothing where there is', () => {
  expect(formatNearest('retension', ['timezone', 'retention'])).toBe('Nearest names: "retention".');
  expect(formatNearest('x', ['timezone', 'id', 'id'])).toBe('Existing names: "id", "timezone".');
  expect(formatNearest('x', [])).toBeNull();
  const many = Array.from({ length: 12 }, (_, index) => `name ${String.fromCharCode(65 + index)}`);
  expect(formatNearest('x', many)).toMatch(/"name A", .*"name J" and 2 more\.$/);
});
