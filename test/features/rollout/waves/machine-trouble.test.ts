import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSqlite } from '../../../../src/kit/load-sqlite.ts';
import { holdRequest } from '../../../support/block-request.ts';
import { accounts, type OneWave, openOneWave, readOneWave } from '../decisions/kill-step.ts';

const slowTestMs = 120_000;
const writes = { method: 'PUT', path: /^\/v1\.0\/cycles\/[^/]+$/ };

function changeStore({ project }: OneWave, statement: string): void {
  const { DatabaseSync } = loadSqlite();
  const store = new DatabaseSync(join(project.directory, '.cyclectl/local/store.db'));
  store.exec(statement);
  store.close();
}

/** Damages the state of an account while a command writes in others, which it reads later. */
async function runWithDamage(opened: OneWave, account: string, command: readonly string[]) {
  const { project, run } = opened;
  const held = await holdRequest(project, writes);
  expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
  const step = project.start('rollout', ...command);
  await held.hasCome;
  const where = `WHERE account = '${account}'`;
  const set = (address: string) =>
    changeStore(
      opened,
      `UPDATE objects SET record = json_set(record, '$.address', ${address}) ${where}`,
    );
  set("address || 'x'");
  held.letGo();
  const result = await step;
  set('address');
  return result;
}

const last = 'south-006';

describe('an error of this machine', () => {
  it(
    'ends a step of a rollout, counts no account as failed, and the next step goes on',
    async () => {
      const opened = await openOneWave();
      const { run, listNew } = opened;
      expect(await runWithDamage(opened, last, ['continue', 'customers'])).toMatchObject({
        exitCode: 3,
        stderr: expect.stringMatching(
          /this machine failed in 1 account: south-006: cannot use the store .* it is damaged .*run this command again/,
        ),
      });
      expect(listNew()).toHaveLength(accounts - 1);
      const waits = { state: 'open', waiting: 1, on: accounts - 1 };
      expect(await readOneWave(opened)).toMatchObject(waits);
      expect(await run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
      expect(await readOneWave(opened)).toMatchObject({ state: 'done', on: accounts });
    },
    slowTestMs,
  );

  it(
    'ends an undo, which goes on with the accounts that are left',
    async () => {
      const opened = await openOneWave();
      const { run, listNew } = opened;
      expect(await run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
      expect(await runWithDamage(opened, last, ['undo', 'customers', '--yes'])).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining('this machine failed in 1 account: south-006'),
      });
      expect(listNew()).toHaveLength(1);
      expect(await readOneWave(opened)).toMatchObject({ state: 'undoing', on: 1 });
      expect(await run('rollout', 'undo', 'customers')).toMatchObject({ exitCode: 0 });
      expect(await readOneWave(opened)).toMatchObject({ state: 'undone', on: 0 });
    },
    slowTestMs,
  );
});
