import { describe, expect, it } from 'vitest';
import { cyclePath } from '../../worlds/cases/open-file-cycle.ts';
import { openBuilt } from '../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, planOne } from '../../worlds/quickstart.ts';

// The documented request that writes a mapping does not have it (SPEC 4.6), so that only an import carries it.

function show(place: TestFixture): void {
  const text = place.manifests.get(cyclePath) ?? '';
  place.manifests.set(
    cyclePath,
    text.replace('"IsLaunchVisible": false', '"IsLaunchVisible": true'),
  );
}

async function listTold(place: TestFixture) {
  const { operations, notices } = await planOne(place, 'northwind');
  expect(operations).toEqual([]);
  return notices.filter(({ kind }) => kind === 'launch-visible');
}

describe('whether a mapping is seen at the launch', () => {
  it('is told where its file says it otherwise, and is no reason to replace the cycle', async () => {
    const place = await openBuilt();
    expect(await listTold(place)).toEqual([]);
    show(place);
    const told = [
      {
        kind: 'launch-visible',
        address: 'northwind/cycles/contacts',
        path: 'steps/List changed contacts/parameters/modifiedSince',
        wants: true,
        at: expect.objectContaining({ file: cyclePath }),
      },
    ];
    expect(await listTold(place)).toEqual(told);
    await applyAll(place);
    expect(await listTold(place)).toEqual(told);
  });
});
