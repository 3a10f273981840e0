import { expect, it } from 'vitest';
import { parseDocuments } from '../../../../../src/engine/load/parse-documents.ts';
import { resolveDocument } from '../../../../../src/engine/validate/resolve-document.ts';
import { restorePlaceholders } from '../../../../../src/features/authoring/merge/edits/restore-placeholders.ts';

const x = ['$', '{vars.x}'].join('');
const path = ['spec', 'cycles', 'c', 'tags'];

it('keeps the placeholders of a list whose other items change, in whatever order', () => {
  const texts = open(`[a, "${x}", b]`);
  expect(restorePlaceholders(texts, path, ['b', 'filled', 'new ${'])).toEqual({
    value: ['b', x, 'new $${'],
  });
});

it('names the placeholder of an item that goes', () => {
  const texts = open(`[a, "${x}", b]`);
  expect(restorePlaceholders(texts, path, ['a', 'b'])).toEqual({ lost: '/spec/cycles/c/tags/1' });
  expect(restorePlaceholders(texts, path, undefined)).toEqual({ lost: '/spec/cycles/c/tags/1' });
});

it('keeps the placeholders of a map whose other entries change', () => {
  const texts = open(`{step: "${x}", field: Old, "$\${k": 1}`);
  expect(restorePlaceholders(texts, path, { step: 'filled', field: 'New', '${k': 2 })).toEqual({
    value: { step: x, field: 'New', '$${k': 2 },
  });
  expect(restorePlaceholders(texts, path, { step: 'other', field: 'Old', '${k': 1 })).toEqual({
    lost: '/spec/cycles/c/tags/step',
  });
});

function open(value: string) {
  const { documents } = parseDocuments('a.yaml', `spec: {id: a, cycles: {c: {tags: ${value}}}}\n`);
  const [raw] = documents;
  if (raw === undefined) throw new Error('It is no document.');
  const at = raw.spanOf('');
  const variables = new Map([['x', { value: 'filled', at }]]);
  return { raw, document: resolveDocument(raw, 'local', new Map([['local', { variables }]])) };
}
