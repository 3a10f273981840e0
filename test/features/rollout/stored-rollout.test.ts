import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { fleet, RolloutProject, waves } from './rollout-project.ts';

const slowTestMs = 120_000;

let at: RolloutProject;

beforeEach(async () => {
  at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
  await at.openSecond();
});

function openStore() {
  return openSqliteStore({ file: join(at.project.directory, '.cyclectl/local/store.db') });
}

it(
  'goes no step of a rollout whose progress no version signed, and opens it again or undoes it',
  async () => {
    for (const words of [
      ['open', 'customers', '--yes', '--replace'],
      ['undo', 'customers', '--yes'],
    ]) {
      expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
      const store = openStore();
      const [{ progressSeal: _, ...unsigned } = unexpected()] = await store.listRollouts();
      await store.updateRevisions({ rollout: unsigned });
      await store.close();
      const refused = await at.run('rollout', 'continue', 'customers');
      expect(refused).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(
          /has no signature of how far it came.*rollout undo customers.*or open it.*--replace/,
        ),
      });
      expect(refused.text).not.toContain('CYCLECTL_SECRET_KEY');
      expect((await at.run('rollout', ...words)).exitCode).toBe(0);
    }
    expect((await at.readStatus()).accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
  },
  slowTestMs,
);

it(
  'opens a rollout after the latest one of the store, whatever the clock says',
  async () => {
    const store = openStore();
    const [lost] = await store.listRollouts();
    if (lost === undefined) throw new Error('no rollout');
    const openedAt = '2099-01-01T00:00:00.000Z';
    await store.updateRevisions({
      rollout: { ...lost, id: '20990101T000000000Z-aaaaaa', openedAt, state: 'stopped' },
    });
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    expect((await store.listRollouts()).map(({ state }) => state)).toEqual([
      ...['open', 'stopped', 'open'],
    ]);
    expect(await store.listRevisions()).toContain(lost.revision);
    await store.close();
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'open', admitted: 1 });
    // The first one was lost so: no command can end it any more.
    const stop = ['rollout', 'stop', 'customers', '--reason', 'slow'];
    expect((await at.run(...stop)).exitCode).toBe(0);
    const all = await at.run('plan', '--all-waves');
    expect(all.text).toContain('"Contacts to files" → "Second"');
    expect(all.text).not.toContain('[rollout-refused]');
  },
  slowTestMs,
);

function unexpected(): never {
  throw new Error('no rollout');
}
