import { expect, it } from 'vitest';
import { toShownProperty } from './check-looked-at.ts';

const sensitive = ['sha256:f600b319797b', 'sha256:6df6eef4697c', null, ''];

it('a service that masks a sensitive property shows whether it has a value, and not which', () => {
  const shown = sensitive.map((value) =>
    toShownProperty(value, { sensitivePropertyOnRead: 'masked' }),
  );
  expect(shown).toEqual(['********', '********', null, '']);
  expect(toShownProperty('text', { sensitivePropertyOnRead: 'masked' })).toBe('text');
});

it('a service that shows a sensitive property in clear shows each change of it', () => {
  expect(sensitive.map((value) => toShownProperty(value, {}))).toEqual(sensitive);
});
