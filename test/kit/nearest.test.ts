import { expect, it } from 'vitest';
import { findNearest } from '../../src/kit/nearest.ts';

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
