import { expect, it } from 'vitest';
import {
  applyAll,
  editManifest,
  listLeft,
  openQuickstart,
  readLive,
} from '../../worlds/quickstart.ts';

const inUtc = 'startAt: 2026-12-01T06:00:00Z';
const withOffset = 'startAt: 2026-12-01T07:00:00+01:00';

it('A time with an offset is the one in UTC to plans', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  editManifest(fixture, 'northwind', { from: inUtc, to: withOffset });
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('A time with an offset is sent in UTC', async () => {
  const fixture = await openQuickstart();
  editManifest(fixture, 'northwind', { from: inUtc, to: withOffset });
  await applyAll(fixture);
  const [cycle] = readLive(fixture, 'northwind').cycles;
  expect(cycle).toMatchObject({ activation: { startAtMs: Date.parse('2026-12-01T06:00:00Z') } });
  expect(listLeft(await fixture.plan())).toEqual([]);
});
