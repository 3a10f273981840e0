import { describe, expect, it } from 'vitest';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import { exportCycle } from '../../../../src/features/authoring/cycle-files/export-cycle.ts';
import { searchValue } from '../../../canaries/search.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { cyclePath, openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import {
  codesOf,
  openApplied,
  openConsole,
  promoteIn,
  textOf,
} from '../../../worlds/features/promote-in.ts';
import { quickstartSecrets } from '../../../worlds/quickstart.ts';

it.each([
  ['of a third party', 'another'],
  ['that was sent elsewhere', 'northwind_crm_key'],
])('a secret %s is reported once, and not as a value for the cycle file', async (_, name) => {
  const fixture = await openFileCycle();
  const secret = 'sk_live_0123456789abcdefXYZ';
  fixture.secrets.set(name, secret);
  await fixture.apply();
  const { map } = await openConsole(fixture);
  await map('Write file', 'folder', secret);
  expect(codesOf(await promoteIn(fixture))).toEqual(['error credential-not-carried']);
});

describe('A secret that we have written', () => {
  const secret = quickstartSecrets.northwind_crm_key;

  it('is not carried from the description or the tags of a cycle', async () => {
    for (const body of [{ Description: `with ${secret}` }, { Tags: ['one', secret] }]) {
      const fixture = await openApplied();
      const { caller, cycle } = await openConsole(fixture);
      await put(caller, `/cycles/${cycle.id}`, body);
      const promotion = await promoteIn(fixture);
      expect(codesOf(promotion)).toContain('error credential-not-carried');
      expect(textOf(promotion, cyclePath)).toBe('');
      searchValue('what is carried', promotion);
      const { run } = await fixture.open();
      const named = { account: 'northwind', key: 'contacts' };
      const made = await exportCycle(await openRunContext(run.context, null), run.entries, named);
      expect(made).toMatchObject({ refused: [{ code: 'unread' }] });
    }
  });

  it('is not carried from a mapping, and what else was changed is', async () => {
    const fixture = await openApplied();
    const { map } = await openConsole(fixture);
    await map('Write file', 'folder', `key=${secret}`);
    await map('Write file', 'overwrite', 'by-hand');
    const promotion = await promoteIn(fixture);
    expect(codesOf(promotion)).toContain('error credential-not-carried');
    expect(textOf(promotion, cyclePath)).toContain('by-hand');
    searchValue('what is carried', promotion);
    const { run } = await fixture.open();
    const named = { account: 'northwind', key: 'contacts' };
    const made = await exportCycle(await openRunContext(run.context, null), run.entries, named);
    expect(made).toMatchObject({ kind: 'made' });
    searchValue('the file', made);
  });
});

it('another secret in the place of one that Git has already is not carried', async () => {
  const fixture = await openFileCycle();
  const before = fixture.manifests.get(cyclePath) ?? '';
  const written = before.replace('"Description": ""', '"Description": "Bearer of-git-0"');
  expect(written).not.toBe(before);
  fixture.manifests.set(cyclePath, written);
  await fixture.apply();
  const { caller, cycle, map } = await openConsole(fixture);
  await map('Write file', 'folder', 'by-hand');
  expect(codesOf(await promoteIn(fixture))).toEqual([]);
  await put(caller, `/cycles/${cycle.id}`, { Description: 'Bearer of-a-hand-1' });
  const promotion = await promoteIn(fixture);
  expect(codesOf(promotion)).toContain('error credential-not-carried');
  expect(textOf(promotion, cyclePath)).toBe('');
});
