import { expect, it } from 'vitest';
import type { Json } from '../../../src/kit/json.ts';
import { findExposed } from '../../../src/stages/describe/find-exposed.ts';

const hidden = { has: (text: string) => text.includes('hunter2') };

it.each<[Json, string | null]>([
  [{ Description: 'Uses hunter2.' }, '/Description'],
  [{ Steps: [{ ActionData: { hunter2: 1 } }] }, '/Steps/0/ActionData/hunter2'],
  [{ Steps: [{ ActionData: { apiKey: 'plain' } }] }, '/Steps/0/ActionData'],
  [{ Headers: [{ Name: 'X-Api-Key', Value: 'plain' }] }, '/Headers/0'],
  [{ Note: 'https://me:word@example.com/' }, '/Note'],
  [{ Password: '' }, null],
  [{ Variables: [{ Name: 'token', Value: { secret: 'variables/token' } }] }, null],
  [{ Steps: [{ ActionData: { Value: { secret: 'plain' } } }] }, '/Steps/0/ActionData/Value'],
  [{ Steps: [{ AccountConnector: { AccessTokenUrl: 'https://a.example/token' } }] }, null],
])('finds in %j what may be a secret at %s', (document, pointer) => {
  expect(findExposed(document, hidden)).toBe(pointer);
});
