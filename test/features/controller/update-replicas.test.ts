import { expect, it } from 'vitest';
import { storeSchema } from '../../../src/store/postgres/postgres-schema.ts';
import type { Planted } from '../../../tools/simulate/plant-edits.ts';
import { sourcePath, startAt } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openSharedProject, type SharedProject, startReplica } from './start-replica.ts';

const reconcile = ['--mode', 'reconcile', '--interval', '2s'] as const;

/** The next version of the program: its store has one more table. */
const next: Planted = {
  name: 'next',
  edits: [
    {
      file: 'store/postgres/postgres-migrations.ts',
      from: '`,\n];',
      to: '`,\n  "CREATE TABLE cyclectl.later (id int)",\n];',
    },
  ],
};

function startNext({ directory, environment }: SharedProject, words: readonly string[]) {
  const hooks = new URL('../../../tools/simulate/plant-edits.ts', import.meta.url).href;
  const planted = `import { plantEdits } from '${hooks}'; plantEdits(${JSON.stringify(next)});`;
  const options = `--import=data:text/javascript,${encodeURIComponent(planted)}`;
  return startAt({ path: sourcePath, directory }, words, { ...environment, NODE_OPTIONS: options });
}

it('replicas of this version go on beside one of the next, which migrated the store', async () => {
  const project = await openSharedProject();
  const earlier = await startReplica(project, ...reconcile);
  await earlier.waitFor({ event: 'account-applied', account: 'northwind' });
  const early = await startNext(project, ['apply', '--yes']);
  expect(early.exitCode).toBe(1);
  expect(early.stderr).toMatch(
    new RegExp(
      `its version is ${storeSchema}, this cyclectl needs ${storeSchema + 1}, and a controller works with it`,
    ),
  );
  const start = (...words: readonly string[]) => startNext(project, words);
  const later = await startReplica({ start }, ...reconcile);
  await later.waitFor({ event: 'sweep-ended' });
  expect(await project.database.run('SELECT count(*) AS rows FROM cyclectl.later')).toEqual([
    { rows: '0' },
  ]);
  expect(await startNext(project, ['plan', '--exit-code'])).toMatchObject({ exitCode: 0 });
  await later.end();
  await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
  await earlier.waitFor({ event: 'account-applied', account: 'northwind' }, 1);
  await earlier.end();
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
}, 90_000);
