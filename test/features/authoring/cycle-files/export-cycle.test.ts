import { expect, it } from 'vitest';
import { openRunContext } from '../../../../src/engine/run/make-plan.ts';
import { exportCycle } from '../../../../src/features/authoring/cycle-files/export-cycle.ts';
import { buildFile, openBuilt } from '../../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll } from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts';

async function exportOf(place: TestFixture, key: string) {
  const { run } = await place.open();
  return exportCycle(await openRunContext(run.context, null), run.entries, {
    account: 'northwind',
    key,
  });
}

it('exports the earlier cycle that runs on, where the one that shall take its place is not there yet', async () => {
  const place = await openBuilt();
  buildFile(place, 1);
  const earlier = { address: `${address}~1`, document: { CycleStepErrorAction: 0 } };
  expect(await exportOf(place, 'contacts')).toMatchObject(earlier);
});

it('exports the earlier cycle that is started again where the start of the new one was refused', async () => {
  const place = await openBuilt();
  buildFile(place, 1);
  place.emulator.control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
  ]);
  await applyAll(place);
  place.emulator.control.plantFaults([]);
  const earlier = { address: `${address}~1`, document: { CycleStepErrorAction: 0 } };
  expect(await exportOf(place, 'contacts')).toMatchObject(earlier);
  expect(await exportOf(place, 'contacts~1')).toMatchObject(earlier);
  expect(await exportOf(place, 'contacts~2')).toMatchObject({
    refused: [{ code: 'address-unknown' }],
  });
  await applyAll(place);
  const now = { address, document: { CycleStepErrorAction: 1 } };
  expect(await exportOf(place, 'contacts')).toMatchObject(now);
});

it('exports the earlier cycle that was stopped, where the start of the new one has no known end', async () => {
  const place = await openBuilt();
  buildFile(place, 1);
  const lost = { method: 'PUT', path: '/v1.0/cycles/*/activate', do: 'drop-before' } as const;
  place.emulator.control.plantFaults([1, 2].map((nth) => ({ ...lost, nth })));
  await applyAll(place);
  place.emulator.control.plantFaults([]);
  expect(await exportOf(place, 'contacts')).toMatchObject({ address: `${address}~1` });
});
