import { expect, it } from 'vitest';
import { openQuickstart } from '../../worlds/open-quickstart.ts';

it('reads the catalogue through any account that exists where it is refused without one', async () => {
  const place = await openQuickstart({ choices: { catalogueNeedsAccount: 'yes' } });
  place.emulator.control.seed([{ id: 'somebody', name: 'Somebody else' }]);
  const planned = await place.plan();
  expect(planned.map((account) => account.kind)).toEqual(['planned', 'planned']);
});

it('leaves an account unread where no account exists that could read the catalogue', async () => {
  const place = await openQuickstart({ choices: { catalogueNeedsAccount: 'yes' } });
  const planned = await place.plan();
  expect(planned).toMatchObject([
    { kind: 'unplanned', isUnread: true },
    { kind: 'unplanned', isUnread: true },
  ]);
});
