import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withProject } from '../../../src/app/project/open-project.ts';
import { withLockedFleet } from '../../../src/features/rollout/with-locked-fleet.ts';
import { LostLockError } from '../../../src/model/state/lock.ts';
import type { RolloutAccount } from '../../../src/model/state/rollout.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { readProjectFile } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../support/run-in-process.ts';
import { fleet, RolloutProject, table, waves } from './rollout-project.ts';

const slowTestMs = 120_000;

let at: RolloutProject;

beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
});

function openStore() {
  return openSqliteStore({ file: join(at.project.directory, '.cyclectl/local/store.db') });
}

it('saves nothing of a decision once another process has the fleet', async () => {
  await at.openSecond();
  const { context } = openRecordedContext();
  const options = { ...optionsFor(at.project.directory), fleet: 'customers' };
  const late = withProject(context, options, (request) =>
    withLockedFleet(request, async ({ latest, update }) => {
      const store = openStore();
      const [lock] = await store.listLocks();
      await store.acquireLock('fleet/customers', makeOther(), lock?.fence);
      await store.close();
      if (latest === null) throw new Error('no rollout');
      await update({ rollout: { ...latest, state: 'stopped' } }, 'stop it late');
      return 0;
    }),
  );
  await expect(late).rejects.toThrow(LostLockError);
  const store = openStore();
  await store.removeHolder('other');
  await store.close();
  expect((await at.readStatus()).rollout).toMatchObject({ state: 'open' });
  expect((await at.run('history')).text).not.toContain('stop it late');
});

it(
  'goes no step of a rollout whose row says that it came further than it did',
  async () => {
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const store = openStore();
    const [rollout] = await store.listRollouts();
    if (rollout === undefined) throw new Error('no rollout');
    expect(rollout).toMatchObject({ admitted: 1, progressSeal: expect.any(String) });
    const changes = [
      [{ admitted: 2 }, ['continue', 'customers']],
      [{ passed: 1 }, ['continue', 'customers']],
      [{ approvedWaves: 1 }, ['continue', 'customers']],
      [{ passed: 1 }, ['approve', 'customers', '--reason', 'seen']],
    ] as const;
    for (const [changed, words] of changes) {
      await store.updateRevisions({ rollout: { ...rollout, ...changed } });
      expect(await at.run('rollout', ...words)).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(/is not as it was approved \[rollout-changed\].*--replace/),
      });
    }
    await store.updateRevisions({ rollout });
    await store.close();
    expect((await at.run('rollout', 'pause', 'customers', '--reason', 'late')).exitCode).toBe(0);
    expect((await at.run('rollout', 'resume', 'customers')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect((await at.readStatus()).rollout).toMatchObject({ admitted: 2 });
  },
  slowTestMs,
);

it(
  'goes no step of a rollout of which a row says that an account came further than it did',
  async () => {
    expect((await at.run('rollout', 'stop', 'customers', '--reason', 'again')).exitCode).toBe(0);
    expect((await at.openRename('Second', 'Third')).exitCode).toBe(0);
    const store = openStore();
    const readLatest = async () => {
      const [rollout] = await store.listRollouts();
      if (rollout === undefined) throw new Error('no rollout');
      return rollout;
    };
    const { id, openedAt } = await readLatest();
    const read = async () => (await store.listRolloutAccounts(id)).filter(isPilot);
    const waiting = await read();
    const forge = async (to: Partial<RolloutAccount>, from: readonly RolloutAccount[]) => {
      const accounts = from.map((each) => ({ ...each, ...to }));
      await store.updateRevisions({ rollout: await readLatest(), accounts });
    };
    const runs = { ended: 9, failed: 0, errors: [] };
    const forged = [{ state: 'done', appliedAt: openedAt, runs }, { state: 'gone' }] as const;
    for (const to of forged) {
      await forge(to, waiting);
      expect(await at.run('rollout', 'continue', 'customers')).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(/has no signature of how far it came.*--replace/),
      });
      expect(await read()).toMatchObject([to, to]);
    }
    await forge({}, waiting);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const done = await read();
    for (const to of [
      { runs },
      { appliedAt: '2020-01-01T00:00:00Z' },
      { state: 'failed' },
    ] as const) {
      await forge(to, done);
      for (const words of [['continue'], ['approve', '--reason', 'seen']])
        expect(await at.run('rollout', ...words, 'customers')).toMatchObject({
          exitCode: 1,
          text: expect.stringMatching(/is not as it was approved \[rollout-changed\].*--replace/),
        });
    }
    await forge({}, done);
    await store.close();
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect((await at.readStatus()).rollout).toMatchObject({ admitted: 2 });
  },
  slowTestMs,
);

function isPilot({ wave }: RolloutAccount): boolean {
  return wave === 0;
}

function makeOther() {
  return { id: 'other', command: 'rollout', user: 'ann', host: 'desk', boot: '', pid: 1 };
}

const commands = [
  ['plan'],
  ['open', '--yes'],
  ['continue'],
  ['status'],
  ['approve', '--reason', 'seen'],
  ['pause', '--reason', 'late'],
  ['resume'],
  ['stop', '--reason', 'slow'],
  ['undo', '--yes'],
] as const;

describe('every command about rollouts', () => {
  async function expectRefusals(
    name: string,
    words: RegExp,
    asked: readonly (readonly string[])[] = commands,
  ): Promise<void> {
    const before = await listRuns();
    for (const [command = '', ...rest] of asked) {
      expect(await at.run('rollout', command, name, ...rest), command).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(words),
      });
    }
    expect(await listRuns()).toEqual(before);
  }

  it('refuses a fleet that does not exist and names the nearest, before it takes a lock', async () => {
    await expectRefusals('custmers', /no fleet custmers.*Nearest names: "customers"/);
    const store = openStore();
    const taken = await store.acquireLock('fleet/custmers', makeOther());
    await store.removeHolder('other');
    await store.close();
    expect(taken).toEqual({ kind: 'taken', fence: 1 });
  });

  it('answers for a fleet whose table has no rows, and goes on with no rollout of it', async () => {
    await at.edit(fleet, 'count: 2', 'select: label=tier=trial');
    const rows = (await readProjectFile(at.project, table)) ?? '';
    await at.project.write(table, rows.replace(/\n[\s\S]*/, '\n'));
    const empty = /The fleet customers has 0 accounts in the environment local/;
    for (const words of [['plan'], ['open', '--replace', '--yes']] as const) {
      const [verb, ...rest] = words;
      const answered = await at.run('rollout', verb, 'customers', ...rest);
      expect(answered).toMatchObject({ exitCode: 0, text: expect.stringMatching(empty) });
      expect(answered.text).not.toContain('The wave pilot selects');
    }
    expect((await at.run('rollout', 'status', 'customers')).text).toContain('Accounts: 0 accounts');
    for (const words of [['continue'], ['undo', '--yes']] as const) {
      const [verb, ...rest] = words;
      expect(await at.run('rollout', verb, 'customers', ...rest)).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(
          /customers\.yaml:\d+.* 0 accounts .*so its rollout cannot go on.*rollout stop customers/,
        ),
      });
    }
    await at.project.write(table, rows);
    await at.edit(fleet, 'select: label=tier=trial', 'count: 2');
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'open', admitted: 2 });
    expect(await at.run('rollout', 'continue', 'customers')).toMatchObject({ exitCode: 0 });
  });

  it('refuses a fleet without a rollout in its file, and says what to add', async () => {
    await at.edit(fleet, waves, '');
    const fromStore: readonly string[] = ['status', 'pause', 'stop'];
    const others = commands.filter(([command]) => !fromStore.includes(command));
    await expectRefusals(
      'customers',
      /has no spec.rollout.*Add spec.rollout.*rollout stop customers -C /,
      others,
    );
    expect((await at.run('rollout', 'status', 'customers')).exitCode).toBe(0);
  });
});

async function listRuns() {
  const store = openStore();
  const runs = await store.listRuns(100);
  await store.close();
  return runs;
}
