import { beforeAll, describe, expect, it } from 'vitest';
import { makeSeededRandom } from '../../../src/kit/seeded-random.ts';
import { openTestDatabase } from '../../postgres/open-test-database.ts';
import { blockRequest, waitUntil } from '../../support/block-request.ts';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { type AccountPicture, drawService } from '../picture.ts';

// Real deaths of real processes, with a store on disk. KILL_RUNS is how many for each store and work,
// KILL_SEED where they strike; death.test.ts tries every single effect in process.

const runs = Number(process.env.KILL_RUNS ?? 1);
const seed = Number(process.env.KILL_SEED ?? 20_261_121);
const timeoutMs = 60_000 + runs * 60_000;

type Store = 'sqlite' | 'postgres';
type Work = 'a first apply' | 'edits of running cycles';
type RemoteProject = Awaited<ReturnType<typeof openRemoteProject>>;

async function openProject(store: Store, work: Work): Promise<RemoteProject> {
  const url = store === 'postgres' ? (await openTestDatabase()).url.reveal() : null;
  const project = await openRemoteProject(url === null ? {} : { DATABASE_URL: url });
  if (url !== null) {
    await project.edit(
      'cyclectl.yaml',
      'limits: {requestsPerSecond: 1000}',
      'limits: {requestsPerSecond: 1000}\n      store: {postgres: {env: DATABASE_URL}}',
    );
  }
  if (work === 'edits of running cycles') {
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    for (const [before, after] of edits)
      await project.edit('accounts/northwind.yaml', before, after);
  }
  return project;
}

const edits = [
  ['timezone: Europe/Berlin', 'timezone: Europe/Paris'],
  ['properties: {region: eu}', 'properties: {region: us}'],
  ['variables: {region: emea}', 'variables: {region: apac}'],
  ['list: {option: Customers}', 'list: {option: Leads}'],
  ['every: 15m', 'every: 30m'],
] as const;

async function applyWhole(work: Work) {
  const project = await openProject('sqlite', work);
  const before = project.emulator.requests().length;
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  return {
    requests: project.emulator.requests().length - before,
    picture: drawService(project.emulator),
  };
}

/** Strikes before the nth request has reached the service, or as soon as the service has done it. */
type Blow = { readonly nth: number; readonly moment: 'before' | 'after' };

async function kill(project: RemoteProject, { nth, moment }: Blow): Promise<void> {
  const { emulator } = project;
  const before = emulator.requests().length;
  const held = moment === 'before' ? blockRequest(emulator, { path: '/**', nth }) : null;
  const apply = project.start('apply', '--yes');
  const isOver = apply.then(() => undefined);
  const hasCome =
    held?.hasCome() ??
    waitUntil(() => emulator.requests().length - before >= nth, `the answer to request ${nth}`);
  await Promise.race([hasCome, isOver]);
  apply.kill('SIGKILL');
  await apply;
  emulator.control.plantFaults([]);
}

const all: readonly [Work, Store][] = [
  ['edits of running cycles', 'sqlite'],
  ['a first apply', 'postgres'],
  ['a first apply', 'sqlite'],
  ['edits of running cycles', 'postgres'],
];

// Each work and each store once where nobody asked for more.
describe.each(process.env.KILL_RUNS === undefined ? all.slice(0, 2) : all)(
  '%s with its state in %s',
  (work, store) => {
    let whole: { readonly requests: number; readonly picture: readonly AccountPicture[] };

    beforeAll(async () => {
      whole = await applyWhole(work);
    });

    it(
      'that is killed leaves what resume and the next apply finish, with nothing twice and nothing left paused',
      async () => {
        const random = makeSeededRandom(seed + store.length + work.length);
        for (let run = 0; run < runs; run += 1) {
          const nth = 1 + Math.floor(random() * whole.requests);
          const blow: Blow = { nth, moment: random() < 0.5 ? 'before' : 'after' };
          const project = await openProject(store, work);
          await kill(project, blow);
          await expectMended(
            project,
            whole.picture,
            `seed ${seed}, run ${run}, ${JSON.stringify(blow)}`,
          );
          await project.emulator.close();
        }
      },
      timeoutMs,
    );
  },
);

async function expectMended(
  project: RemoteProject,
  picture: readonly AccountPicture[],
  what: string,
): Promise<void> {
  const resumed = await runInProcess(project, 'resume');
  expect(resumed, what).toMatchObject({ exitCode: 0 });
  expect(await runInProcess(project, 'apply', '--yes'), what).toMatchObject({ exitCode: 0 });
  expect(await runInProcess(project, 'plan', '--exit-code'), what).toMatchObject({ exitCode: 0 });
  expect((await runInProcess(project, 'resume', '--status')).stdout, what).toBe(
    'No unfinished work.',
  );
  expect(drawService(project.emulator), what).toEqual(picture);
}
