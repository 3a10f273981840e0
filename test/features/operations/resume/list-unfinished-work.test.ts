import { expect, it } from 'vitest';
import { listUnfinishedWork } from '../../../../src/features/operations/resume/list-unfinished-work.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import { openQuickstart } from '../../../worlds/quickstart.ts';

it('a lock of a dead holder is open work only beside what that has left', async () => {
  const fixture = await openQuickstart();
  const { store } = fixture;
  const environment = { name: 'local', service: { kind: 'emulator' } } as never;
  expect(await store.acquireLock('contoso', makeSession().holder)).toMatchObject({ kind: 'taken' });
  const list = async (isGone: boolean) =>
    (
      await listUnfinishedWork({
        store,
        environment,
        keys: new Set(['contoso']),
        isGone: () => isGone,
      })
    ).locks;
  expect(await list(false)).toMatchObject([{ account: 'contoso', isStale: false }]);
  expect(await list(true)).toEqual([]);
});
