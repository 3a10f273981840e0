import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { home, startAt } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { openSharedProject, startReplica } from '../start-replica.ts';

// `npm run chaos` runs it, in a clone that has the previous commit.
const isWhole = Number(process.env.CHAOS_ROUNDS ?? 1) > 1;
const reconcile = ['--mode', 'reconcile', '--interval', '2s'] as const;

/** A folder with the program of the previous commit. */
async function openPreviousCommit(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-previous-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const archive = execa('git', ['-C', home, 'archive', 'HEAD^'], { encoding: 'buffer' });
  await archive.pipe('tar', ['-x', '-C', folder]);
  await symlink(join(home, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

it.runIf(isWhole)(
  'replicas of the previous commit go on beside those of this one',
  async () => {
    const folder = await openPreviousCommit();
    const project = await openSharedProject();
    const { directory, environment } = project;
    const startPrevious = (...words: readonly string[]) =>
      startAt({ path: join(folder, 'bin/cyclectl.js'), directory }, words, environment);
    const earlier = await startReplica({ start: startPrevious }, ...reconcile);
    const applied = { event: 'account-applied', account: 'northwind' } as const;
    await earlier.waitFor(applied);
    const later = await startReplica(project, ...reconcile);
    await later.waitFor({ event: 'started' });
    await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
    await Promise.race([earlier.waitFor(applied, 1), later.waitFor(applied)]);
    const count = earlier.logged.filter((each) => each.event === applied.event).length;
    await later.end();
    await project.edit('accounts/northwind.yaml', 'region: apac', 'region: latam');
    await earlier.waitFor({ event: 'account-applied' }, count);
    await earlier.end();
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  },
  180_000,
);
