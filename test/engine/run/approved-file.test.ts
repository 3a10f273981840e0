import { describe, expect, it } from 'vitest';
import { toHash } from '../../../src/kit/hash.ts';
import { toBlobFileName } from '../../../src/model/desired/cycle-file/cycle-file.ts';
import { cyclePath } from '../../worlds/cases/open-file-cycle.ts';
import { buildFile, openBuilt } from '../../worlds/cases/replace-file.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, listReported, listWrites } from '../../worlds/quickstart.ts';

// What of a cycle file is sent and shown by no field of a plan.

/** What an apply says of a plan whose file is changed after it was made, and what it writes. */
async function applyAfter(change: (text: string, fixture: TestFixture) => string) {
  const testFixture = await openBuilt();
  buildFile(testFixture, 1);
  const planned = await testFixture.plan();
  const text = testFixture.manifests.get(cyclePath) ?? '';
  const changed = change(text, testFixture);
  expect(changed).not.toBe(text);
  testFixture.manifests.set(cyclePath, changed);
  const since = testFixture.emulator.requests().length;
  const reported = listReported(await applyAll(testFixture, { planned }));
  return { codes: reported.map(({ code }) => code), writes: listWrites(testFixture, since).length };
}

const refused = { codes: ['plan-stale'], writes: 0 };

describe('an approved plan sends the cycle file that was approved', () => {
  it('and none with another opaque part', async () => {
    const other = '{"other":1}';
    const digest = toHash(other);
    expect(
      await applyAfter((text, fixture) => {
        fixture.manifests.set(toBlobFileName(cyclePath, digest), other);
        return text.replace(/"blob:[0-9a-f]{64}"/, `"blob:${digest}"`);
      }),
    ).toEqual(refused);
  });

  it('and none with another word of a mapping beside its value', async () => {
    const from = '"IsLaunchVisible": false';
    expect(await applyAfter((text) => text.replace(from, '"IsLaunchVisible": true'))).toEqual(
      refused,
    );
  });

  it('and the same in another order of its keys', async () => {
    const turned = await applyAfter((text) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    );
    expect(turned.codes).not.toContain('plan-stale');
    expect(turned.writes).toBeGreaterThan(0);
  });
});
