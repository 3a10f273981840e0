import { expect, it } from 'vitest';
import { programPath, startAt } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openSharedProject, type SharedProject } from './start-replica.ts';

/** Starts a replica that cannot work, with other variables than it should have. */
async function startWrong(
  { directory, environment }: SharedProject,
  variables: Readonly<Record<string, string>>,
) {
  const words = ['controller', '--listen', '127.0.0.1:0', '--mode', 'reconcile'];
  const at = { path: programPath, directory };
  const { exitCode, stderr } = await startAt(at, words, { ...environment, ...variables });
  return { exitCode, stderr };
}

it('refuses to start with another clock than the database has', async () => {
  const project = await openSharedProject();
  const ahead = `const Own = Date;
    globalThis.Date = class extends Own {
      constructor(...given) { if (given.length > 0) super(...given); else super(Own.now() + 3_600_000); }
    };`;
  const options = `--import=data:text/javascript,${encodeURIComponent(ahead)}`;
  expect(await startWrong(project, { NODE_OPTIONS: options })).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^error: the clock of this machine is 36\d\d seconds ahead of that of the database. Set both by a time server.$/,
    ),
  });
});

it('refuses to start with another key than the secrets were recorded under', async () => {
  const project = await openSharedProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const key = 'another key of fingerprints, not a secret';
  const { exitCode, stderr } = await startWrong(project, { CYCLECTL_SECRET_KEY: key });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^error: the secrets of this environment were recorded under the fingerprint key \w+, and CYCLECTL_SECRET_KEY is the key \w+\. Set CYCLECTL_SECRET_KEY to/,
  );
});

it('refuses to start with a role that has no rights', async () => {
  const project = await openSharedProject();
  await project.database.run('CREATE ROLE without_rights LOGIN');
  const url = new URL(project.database.url.reveal());
  url.username = 'without_rights';
  const { exitCode, stderr } = await startWrong(project, { DATABASE_URL: url.href });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('the role lacks the privileges. Grant it CREATE on the database');
});
