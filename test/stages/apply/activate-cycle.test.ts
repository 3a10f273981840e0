import { expect, it } from 'vitest';
import { applyAll, openQuickstart, tellOutcomes } from '../../worlds/quickstart.ts';

it('says of a cycle that does not start to apply again, and not to write what the service keeps', async () => {
  const place = await openQuickstart();
  place.emulator.control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'ignore' },
  ]);
  const told = tellOutcomes(await applyAll(place));
  const started = told.filter(({ summary }) => summary.endsWith('did not start the cycle'));
  expect(started.length).toBeGreaterThan(0);
  for (const { remedy } of started) expect(remedy).toMatch(/^Apply again/);
});
