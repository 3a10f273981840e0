import { expect, it } from 'vitest';
import { openDocumented } from '../../guarantees/open-documented.ts';

it.each([
  [401, 'planned'],
  [404, 'planned'],
  // It is about the caller, and the account may be there.
  [403, 'unplanned'],
] as const)(
  'judges an account whose lists answer %s, where accounts cannot be read',
  async (status, kind) => {
    const fixture = await openDocumented({ choices: { unknownAccountHeader: status } });
    expect((await fixture.plan()).map((each) => each.kind)).toEqual([kind, kind]);
  },
);
