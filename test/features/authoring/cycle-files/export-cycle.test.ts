import { expect, it } from 'vitest';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import { exportCycle } from '../../../../src/features/authoring/cycle-files/export-cycle.ts';
import { buildFile, openBuilt } from '../../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll } from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts';

async function exportOf(fixture: TestFixture, key: string) {
  const { run } = await fixture.open();
  return exportCycle(await openRunContext(run.context, null), run.entries, {
    account: 'northwind',
    key,
  });
}

it('exports the earlier cycle that runs on, where the one that must take its place is not there yet', async () => {
  const fixture = await openBuilt();
  buildFile(fixture, 1);
  const earlier = { address: `${address}~1`, document: { CycleStepErrorAction: 0 } };
  expect(await exportOf(fixture, 'contacts')).toMatchObject(earlier);
});

it('exports the earlier cycle that is started again where the start of the new one was refused', async () => {
  const fixture = await openBuilt();
  buildFile(fixture, 1);
  fixture.emulator.control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
  ]);
  await applyAll(fixture);
  fixture.emulator.control.plantFaults([]);
  const earlier = { address: `${address}~1`, document: { CycleStepErrorAction: 0 } };
  expect(await exportOf(fixture, 'contacts')).toMatchObject(earlier);
  expect(await exportOf(fixture, 'contacts~1')).toMatchObject(earlier);
  expect(await exportOf(fixture, 'contacts~2')).toMatchObject({
    refused: [{ code: 'address-unknown' }],
  });
  await applyAll(fixture);
  const now = { address, document: { CycleStepErrorAction: 1 } };
  expect(await exportOf(fixture, 'contacts')).toMatchObject(now);
});

it('exports the earlier cycle that was stopped, where the start of the new one has no known end', async () => {
  const fixture = await openBuilt();
  buildFile(fixture, 1);
  const lost = { method: 'PUT', path: '/v1.0/cycles/*/activate', do: 'drop-before' } as const;
  fixture.emulator.control.plantFaults([1, 2].map((nth) => ({ ...lost, nth })));
  await applyAll(fixture);
  fixture.emulator.control.plantFaults([]);
  expect(await exportOf(fixture, 'contacts')).toMatchObject({ address: `${address}~1` });
});
