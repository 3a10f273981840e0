import { describe, expect, it } from 'vitest';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReported,
  openQuickstart,
  readLive,
} from '../../../worlds/quickstart.ts';

it('says of a cycle that does not start to apply again, and not to write what the service keeps', async () => {
  const fixture = await openQuickstart();
  fixture.emulator.control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'ignore' },
  ]);
  const reported = listReported(await applyAll(fixture));
  const started = reported.filter(({ summary }) => summary.endsWith('did not start the cycle'));
  expect(started.length).toBeGreaterThan(0);
  for (const { remedy } of started) expect(remedy).toMatch(/^Apply again/);
});

describe('a cycle whose start was sent by a program that died right after', () => {
  const startedAtMs = (fixture: TestFixture) =>
    readLive(fixture, 'northwind').cycles.find(({ name }) => name === 'Contacts to files')
      ?.activation?.startAtMs ?? Number.NaN;

  /** A workplace where it runs, and something of it is to be edited by now, on another second. */
  async function openStarted(): Promise<TestFixture> {
    const fixture = await openQuickstart();
    fixture.manifests.delete('accounts/contoso.yaml');
    editManifest(fixture, 'northwind', { from: ', startAt: 2026-12-01T06:00:00Z', to: '' });
    expect(await applyRoughly(fixture, makeMortal(1, 'writer activateCycle'))).toBeNull();
    fixture.emulator.control.advance('31s');
    return fixture;
  }

  it('keeps its grid where the next one edits it and dies too', async () => {
    const fixture = await openStarted();
    const first = startedAtMs(fixture);
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
    expect(await applyRoughly(fixture, makeMortal(1, 'writer writeVariables'))).toBeNull();
    await applyAll(fixture);
    expect(startedAtMs(fixture)).toBeGreaterThan(first);
    expect((startedAtMs(fixture) - first) % (15 * 60_000)).toBe(0);
  });

  it('keeps its grid where the next one finds nothing left to do of it', async () => {
    const fixture = await openStarted();
    const first = startedAtMs(fixture);
    await applyAll(fixture);
    expect((await fixture.store.readState('northwind')).writes.size).toBe(0);
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
    await applyAll(fixture);
    expect(startedAtMs(fixture)).toBeGreaterThan(first);
    expect((startedAtMs(fixture) - first) % (15 * 60_000)).toBe(0);
  });
});
