import { expect, it } from 'vitest';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { mergeIn } from '../../../worlds/features/merge-in.ts';
import { editManifest, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';
const name = ['$', '{account.name}'].join('');

it('writes another tag in the place of the one before it, with what stands around it', async () => {
  const fixture = await openQuickstart();
  for (const [title, tags] of [
    ['Contacts to files', `[ "${name}",two , "three"]`],
    ['Contacts to mailer', "\n        - one # c-one\n        - 'two'   # c-two\n        - three"],
  ]) {
    const from = `displayName: ${title}\n`;
    editManifest(fixture, 'northwind', { from, to: `${from}      tags: ${tags}\n` });
  }
  const paused = fixture.manifests.get(file)?.replaceAll('state: active', 'state: paused');
  fixture.manifests.set(file, paused ?? '');
  await fixture.apply();
  const { id: account, cycles } = readLive(fixture, 'northwind');
  for (const { id, tags } of cycles) {
    const body = { Tags: tags.map((tag) => (tag === 'two' ? 'zwo' : tag)) };
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${id}`,
      account,
      body,
    });
  }
  const before = fixture.manifests.get(file) ?? '';
  const { text, diagnostics } = await mergeIn(fixture, file);
  expect(diagnostics).toEqual([]);
  expect(text).toBe(before.replace(',two ,', ',zwo ,').replace("'two'", "'zwo'"));
});
