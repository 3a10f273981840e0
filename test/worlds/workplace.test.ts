import { expect, test } from 'vitest';
import { openOffice } from '../simulate/office.ts';
import { closeAfterFile } from '../support/opened.ts';
import { openQuickstart } from './quickstart.ts';
import { openWorkplace } from './workplace.ts';

test('the laws never see the mappings of a step in the order in which they are shown', async () => {
  const office = await openOffice({}, { scheduleReadable: 'yes' });
  closeAfterFile(() => office.close());
  const places = [
    office,
    await openWorkplace({ manifests: {}, choices: { scheduleReadable: 'yes' } }),
    await openQuickstart(),
  ];
  for (const { emulator } of places) {
    expect(emulator.control.dump().choices.mappingOrder).toBe('shuffled');
  }
});
