import { expect, it } from 'vitest';
import { readLocation } from '../../src/wire/read-location.ts';

it.each([
  ['{"Contact": {"Id": 7}}', 'Contact.Id', '7'],
  ['{"contact": {"id": "c-1"}}', 'Contact.Id', 'c-1'],
  ['[{"id": "c-1"}]', '[].id', 'c-1'],
  ['[{"id": "c-1"}]', 'id', 'c-1'],
  ['{"ids": ["c-1"]}', '[ids]', 'c-1'],
  ['[{"id": "c-1"}, {"id": "c-2"}]', '[].id', null],
  ['{"Contact": {"Id": {"a": 1}}}', 'Contact.Id', null],
  ['{"Contact": null}', 'Contact.Id', null],
  ['{"id": ""}', 'id', null],
  [`{"id": "${'x'.repeat(201)}"}`, 'id', null],
  ['<contact/>', 'Contact.Id', null],
  ['', 'Contact.Id', null],
])('of %j, %s is %j', (json, location, value) => {
  expect(readLocation(json, location)).toBe(value);
});
