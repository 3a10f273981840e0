import { expect, test } from 'vitest';
import { openSimulatedService } from '../simulate/simulated-service.ts';
import { closeAfterFile } from '../support/opened.ts';
import { openFixture } from './fixture.ts';
import { openQuickstart } from './quickstart.ts';

test('the laws never see the mappings of a step in the order in which they are shown', async () => {
  const simulated = await openSimulatedService({}, { scheduleReadable: 'yes' });
  closeAfterFile(() => simulated.close());
  const places = [
    simulated,
    await openFixture({ manifests: {}, choices: { scheduleReadable: 'yes' } }),
    await openQuickstart(),
  ];
  for (const { emulator } of places) {
    expect(emulator.control.dump().choices.mappingOrder).toBe('shuffled');
  }
});
