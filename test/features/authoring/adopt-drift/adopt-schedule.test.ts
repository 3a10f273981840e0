import { expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { adoptDriftIn, textAfter } from '../../../worlds/features/adopt-drift-in.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  openQuickstart,
  readLive,
} from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts-to-files';
const file = 'accounts/northwind.yaml';

/** A running cycle whose schedule no line manages, and that a person starts on another one. */
async function openStarted(lines: string) {
  const fixture = await openQuickstart({ choices: { scheduleReadable: 'yes' } });
  await applyAll(fixture);
  editManifest(fixture, 'northwind', {
    from: '      state: active\n      schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}\n',
    to: lines,
  });
  await applyAll(fixture);
  const { caller } = await openConsoleUser(fixture.emulator);
  const { id, cycles } = readLive(fixture, 'northwind');
  const cycle = cycles.find(({ name }) => name === 'Contacts to files');
  const own = caller.inside(id);
  await put(own, `/cycles/${cycle?.id}/deactivate`, {});
  const activation = { StartTime: '2026-12-01T07:00:00Z', Interval: 30, RunOnce: false };
  await put(own, `/cycles/${cycle?.id}/activate`, activation);
  return fixture;
}

it.each([
  ['no state', ''],
  ['a state', '      state: active\n'],
])('an unmanaged schedule is written where the manifest has %s', async (_, lines) => {
  const fixture = await openStarted(lines);
  const [, drift] = await fixture.drift();
  expect(drift).toMatchObject({ items: [{ kind: 'unmanaged', address, path: 'schedule' }] });
  const adoption = await adoptDriftIn(fixture, `${address}/schedule`);
  expect(adoption).toMatchObject({
    diagnostics: [],
    values: [{ address: `${address}/schedule`, now: { value: { every: '30m' } } }],
  });
  const text = textAfter(fixture, adoption, file);
  expect(text).toContain('      schedule: {every: 30m}\n');
  expect(text.match(/state: active/g)).toHaveLength(2);
  for (const { path, after } of adoption.files) fixture.manifests.set(path, after);
  expect(listLeft(await fixture.plan())).toEqual(['northwind has news']);
  await applyAll(fixture);
  expect(await fixture.drift()).toMatchObject([{ items: [] }, { items: [] }]);
});
