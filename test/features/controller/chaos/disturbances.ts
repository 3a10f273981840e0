import type { Planted } from '../../../../tools/simulate/plant-edits.ts';
import type { TestDatabase } from '../../../postgres/open-test-database.ts';
import { programPath, sourcePath, startAt } from '../../../support/run-cyclectl.ts';
import { type SharedProject, type StartedReplica, startReplica } from '../start-replica.ts';
import { type Link, openReplicaNetwork, type ReplicaNetwork } from './replica-network.ts';
import { SharedWorkLog } from './work-log.ts';

/** A replica with links of its own to the database and the service. */
type Placed = {
  readonly name: string;
  readonly replica: StartedReplica;
  readonly network: ReplicaNetwork;
};

/** Longer than the lock of a silent run, and the job of a silent worker, are kept. */
const stallMs = 45_000;

/** Longest time until a replica that has work writes. */
const workMs = 5_000;

/** Replicas that run, and what may happen to them. */
export class Crowd {
  readonly log = new SharedWorkLog();
  readonly #shared: SharedProject;
  readonly #placed: Placed[] = [];
  readonly #mistake: Planted | null;
  #started = 0;

  constructor(shared: SharedProject, mistake: Planted | null) {
    this.#shared = shared;
    this.#mistake = mistake;
  }

  /** Starts one more replica. */
  async add(): Promise<StartedReplica> {
    this.#started += 1;
    const name = `replica ${this.#started}`;
    const network = await this.#openNetwork(name);
    const start = (...words: readonly string[]) => this.#start(network, words);
    const replica = await startReplica({ start }, '--mode', 'reconcile', '--interval', '5s');
    this.#placed.push({ name, replica, network });
    return replica;
  }

  #openNetwork(name: string): Promise<ReplicaNetwork> {
    const { database, url: serviceUrl } = this.#shared;
    return openReplicaNetwork(
      { databaseUrl: database.url.reveal(), serviceUrl },
      this.log.of(name),
    );
  }

  #start(network: ReplicaNetwork, words: readonly string[]) {
    const { directory, environment } = this.#shared;
    const variables = { ...environment, ...network.environment };
    const mistake = this.#mistake;
    if (mistake === null) return startAt({ path: programPath, directory }, words, variables);
    const NODE_OPTIONS = `${network.environment.NODE_OPTIONS} ${plant(mistake)}`;
    return startAt({ path: sourcePath, directory }, words, { ...variables, NODE_OPTIONS });
  }

  // As CI does it. Its plan may be stale by the time that it writes.
  async #apply(): Promise<void> {
    this.#started += 1;
    const network = await this.#openNetwork(`apply ${this.#started}`);
    await this.#start(network, ['apply', '--yes', '--lock-timeout', '60s']);
  }

  // Amid its work on an account, if it works at all.
  async #waitForWrite(name: string): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const note = (by: string): void => {
      if (by === name) begun.resolve();
    };
    this.log.on('write', note);
    await Promise.race([begun.promise, wait(workMs)]);
    this.log.off('write', note);
  }

  /** The last that each replica that runs has logged. */
  listLogged(): readonly string[] {
    return this.#placed.flatMap(({ name, replica }) =>
      replica.logged.slice(-20).map((entry) => `${name}: ${JSON.stringify(entry)}`),
    );
  }

  /** Ends all replicas in order. */
  async end(): Promise<void> {
    for (const { replica } of this.#placed.splice(0)) await replica.end();
  }

  /** Lets one of the disturbances happen to one of the replicas, and waits for its end. */
  async disturb(kind: Disturbance, draw: () => number): Promise<void> {
    const at = Math.floor(draw() * this.#placed.length);
    const victim = this.#placed[at];
    if (victim === undefined) throw new Error('No replica runs');
    const { replica, network } = victim;
    const shortMs = 2000 + draw() * 13_000;
    switch (kind) {
      case 'kill':
        this.#placed.splice(at, 1);
        await replica.end('SIGKILL');
        await this.add();
        return;
      case 'two applies beside them':
        await Promise.all([this.#apply(), this.#apply()]);
        return;
      case 'cut connections':
        return cutConnections(this.#shared.database);
      case 'restart the database':
        return this.#shared.database.restart();
      case 'cut the database off':
        return interrupt([network.database], 'cut', shortMs);
      case 'cut the service off':
        return interrupt([network.service], 'cut', shortMs);
      case 'cut the network':
        return interrupt([network.database, network.service], 'cut', shortMs);
      case 'stall the database':
        return interrupt([network.database], 'stall', stallMs);
      case 'stall the service':
        return interrupt([network.service], 'stall', stallMs);
      case 'stall the process':
        await this.#waitForWrite(victim.name);
        replica.process.kill('SIGSTOP');
        await wait(stallMs);
        replica.process.kill('SIGCONT');
    }
  }
}

function plant({ name }: Planted): string {
  return `--import=${new URL(`plant.ts?${name}`, import.meta.url).href}`;
}

/** Disturbances as often as they are drawn. */
export const disturbances = [
  ...['kill', 'kill', 'kill', 'cut connections', 'cut connections'],
  ...['restart the database', 'restart the database', 'cut the database off'],
  ...['cut the service off', 'cut the network', 'cut the network'],
  ...['stall the database', 'stall the service', 'stall the process', 'two applies beside them'],
] as const;

export type Disturbance = (typeof disturbances)[number];

async function interrupt(links: readonly Link[], how: 'cut' | 'stall', ms: number): Promise<void> {
  for (const link of links) link[how]();
  await wait(ms);
  for (const link of links) link.mend();
}

async function cutConnections({ run }: TestDatabase): Promise<void> {
  await run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

/** Waits some time, in milliseconds. */
export async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
