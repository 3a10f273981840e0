import { expect, it } from 'vitest';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { destroyIn, listBound } from '../../../worlds/features/destroy-in.ts';
import { applyAll, openQuickstart } from '../../../worlds/quickstart.ts';

const cycle = 'northwind/cycles/contacts-to-files';

it('a plan goes on from where a run of it died, also between the stop of a cycle and its delete', async () => {
  for (const effect of ['deactivateCycle', 'deleteCycle']) {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    const { outcomes } = await destroyIn(fixture, [cycle], {
      meanwhile: async () => {
        const died = await destroyIn(fixture, [cycle], makeMortal(1, `writer ${effect}`));
        expect(died.outcomes).toBeNull();
      },
    });
    expect(outcomes?.every(isSuccess), JSON.stringify(outcomes)).toBe(true);
    expect(await listBound(fixture, 'northwind')).not.toContain(cycle);
    await fixture.close();
  }
});
