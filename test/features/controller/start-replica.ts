import { onTestFinished } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { openRemoteProject } from '../../support/run-cyclectl.ts';

export type SharedProject = Awaited<ReturnType<typeof openRemoteProject>> & {
  readonly database: TestDatabase;
};

/** An example against a real service, with its state in a database of its own. */
export async function openSharedProject(example = 'quickstart'): Promise<SharedProject> {
  const database = await openTestDatabase();
  const project = await openRemoteProject({ DATABASE_URL: database.url.reveal() }, {}, example);
  await project.edit(
    'cyclectl.yaml',
    'limits: {requestsPerSecond: 1000}',
    'limits: {requestsPerSecond: 1000}\n      store: {postgres: {env: DATABASE_URL}}',
  );
  return { ...project, database };
}

/** An entry of the log of a replica. */
export type Logged = Readonly<Record<string, unknown>> & { readonly event: string };

export type StartedReplica = {
  readonly process: ReturnType<SharedProject['start']>;
  readonly logged: readonly Logged[];
  /** Waits for an entry that is like some facts, from the `nth` on. */
  waitFor(facts: Readonly<Record<string, unknown>>, nth?: number): Promise<Logged>;
  /** Gets a path of its server. */
  get(
    path: string,
  ): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }>;
  end(signal?: NodeJS.Signals): Promise<{ readonly exitCode?: number }>;
};

/** Starts a replica of the controller as a process of its own. */
export async function startReplica(
  project: Pick<SharedProject, 'start'>,
  ...options: readonly string[]
): Promise<StartedReplica> {
  const process = project.start('controller', '--listen', '127.0.0.1:0', ...options);
  const logged: Logged[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  let isOver = false;
  process.stderr.on('data', (bytes: Buffer) => {
    const lines = `${rest}${bytes}`.split('\n');
    rest = lines.pop() ?? '';
    logged.push(...lines.map((line) => JSON.parse(line) as Logged));
    for (const wake of waiting) wake();
  });
  void process.then(() => {
    isOver = true;
    for (const wake of waiting) wake();
  });
  onTestFinished(() => {
    process.kill('SIGKILL');
  });
  const waitFor: StartedReplica['waitFor'] = (facts, nth = 0) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = logged.filter((entry) =>
          Object.entries(facts).every(([name, value]) => entry[name] === value),
        )[nth];
        if (found === undefined && !isOver) return;
        waiting.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`The replica ended: ${JSON.stringify(logged, null, 1)}`));
      };
      waiting.add(look);
      look();
    });
  const { port } = await waitFor({ event: 'started' });
  return {
    process,
    logged,
    waitFor,
    get: async (path) => {
      const answer = await globalThis.fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'manual',
      });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    },
    end: async (signal = 'SIGTERM') => {
      process.kill(signal);
      return process;
    },
  };
}
