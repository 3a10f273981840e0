import { describe, expect, it } from 'vitest';
import { cyclePath } from '../../worlds/cases/open-file-cycle.ts';
import { openBuilt } from '../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, planOne } from '../../worlds/quickstart.ts';

// The documented request that writes a mapping does not have it (SPEC 4.6), so that only an import carries it.

function show(fixture: TestFixture): void {
  const text = fixture.manifests.get(cyclePath) ?? '';
  fixture.manifests.set(
    cyclePath,
    text.replace('"IsLaunchVisible": false', '"IsLaunchVisible": true'),
  );
}

async function listReported(fixture: TestFixture) {
  const { operations, notices } = await planOne(fixture, 'northwind');
  expect(operations).toEqual([]);
  return notices.filter(({ kind }) => kind === 'launch-visible');
}

describe('the launch visibility of a mapping', () => {
  it('is reported if the file differs, and does not replace the cycle', async () => {
    const fixture = await openBuilt();
    expect(await listReported(fixture)).toEqual([]);
    show(fixture);
    const reported = [
      {
        kind: 'launch-visible',
        address: 'northwind/cycles/contacts',
        path: 'steps/List changed contacts/parameters/modifiedSince',
        wants: true,
        at: expect.objectContaining({ file: cyclePath }),
      },
    ];
    expect(await listReported(fixture)).toEqual(reported);
    await applyAll(fixture);
    expect(await listReported(fixture)).toEqual(reported);
  });
});
