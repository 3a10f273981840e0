import { expect, it } from 'vitest';
import { listExposed } from '../../../../src/features/authoring/describe/list-exposed-parts.ts';
import type { Json } from '../../../../src/kit/json/json.ts';

const isHidden = (text: string) => text.includes('hunter2');

it.each<[Json, string[]]>([
  [{ Description: 'Uses hunter2.' }, ['/Description']],
  [{ Steps: [{ ActionData: { hunter2: 1 } }] }, ['/Steps/0/ActionData/hunter2']],
  [{ Steps: [{ ActionData: { apiKey: 'plain' } }] }, ['/Steps/0/ActionData']],
  [{ Headers: [{ Name: 'X-Api-Key', Value: 'plain' }] }, ['/Headers/0']],
  [{ Note: 'https://me:word@example.com/' }, ['/Note']],
  [{ A: 'hunter2', B: ['x', 'hunter2'] }, ['/A', '/B/1']],
  [{ Password: '' }, []],
  [{ Variables: [{ Name: 'token', Value: { secret: 'variables/token' } }] }, []],
  [{ Steps: [{ ActionData: { Value: { secret: 'plain' } } }] }, ['/Steps/0/ActionData/Value']],
  [{ Steps: [{ AccountConnector: { AccessTokenUrl: 'https://a.example/token' } }] }, []],
])('finds in %j what may be a secret at %j', (document, pointers) => {
  expect(listExposed(document, isHidden).map((each) => each.pointer)).toEqual(pointers);
});
