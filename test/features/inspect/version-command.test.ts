import { describe, expect, it } from 'vitest';
import { readCommit } from '../../../src/app/git/read-commit.ts';
import { migrations } from '../../../src/store/migrations.ts';
import { storeSchema } from '../../../src/store/postgres/postgres-schema.ts';
import { home } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const nowhere = { directory: '/nowhere', environment: { PATH: process.env.PATH ?? '' } };
const schemas = { sqlite: migrations.length, postgres: storeSchema };

describe('cyclectl version', () => {
  it('prints the versions of the program, of Node and of stores, without a project', async () => {
    const commit = await readCommit(home, nowhere.environment);
    const { exitCode, stdout } = await runInProcess(nowhere, 'version');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'cyclectl 0.0.0',
      ...(commit === null ? [] : [`Commit: ${commit}`]),
      `Node: ${process.versions.node}`,
      `Platform: ${process.platform} ${process.arch}`,
      `Store schema: SQLite ${schemas.sqlite}, PostgreSQL ${schemas.postgres}`,
    ]);
  });

  it('prints the same as data', async () => {
    const { stdout } = await runInProcess(nowhere, 'version', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({
      format: 'cyclectl.dev/report/v1',
      kind: 'version',
      version: '0.0.0',
      commit: await readCommit(home, nowhere.environment),
      node: process.versions.node,
      platform: process.platform,
      arch: process.arch,
      storeSchema: schemas,
    });
  });
});
