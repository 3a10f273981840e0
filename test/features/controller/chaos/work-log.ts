import { EventEmitter } from 'node:events';

/** The header that names the account of a request. */
export const accountHeader = 'x-service-account';

/** A request on its link from a replica to the service. */
export type Arrival = {
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
};

/** Told of each request of one replica, and of its end. */
export type WorkLog = { begin(arrival: Arrival): () => void };

type Writer = {
  /** What another process wrote since this one read the account and wrote to it. */
  interruption: string | null;
};

type Account = {
  readonly flying: Set<{ readonly by: string; readonly isWrite: boolean; readonly name: string }>;
  readonly writers: Map<string, Writer>;
};

type Written = Account & {
  readonly account: string;
  readonly by: string;
  readonly name: string;
};

/**
 * Knows which process works on which account by what they send, and emits each write. Two are at work on one account
 * if one writes to it while another does, or between two writes of another one that did not read the account again
 * between them, as each piece of work begins. Plans read without a lock.
 */
export class SharedWorkLog extends EventEmitter<{ write: [replica: string] }> {
  readonly #accounts = new Map<string, Account>();
  /** Writes so far: without them nothing could be doubled. */
  writes = 0;
  /** What must not have happened. */
  readonly doubled: string[] = [];

  /** Requests that have no answer yet. */
  listFlying(): readonly string[] {
    return [...this.#accounts.values()].flatMap(({ flying }) =>
      [...flying].map(({ name }) => name),
    );
  }

  /** The log of one replica. */
  of(replica: string): WorkLog {
    return { begin: (arrival) => this.#begin(replica, arrival) };
  }

  #begin(by: string, arrival: Arrival): () => void {
    const { method, path } = arrival;
    const [, named = null] = /^\/v1\.0\/accounts\/([^/]+)$/.exec(path) ?? [];
    const account = named ?? arrival.account;
    if (account === null) return () => undefined;
    const isWrite = method !== 'GET';
    const name = `${by} ${method} ${path}`;
    const { flying, writers } = this.#open(account);
    if (named !== null && !isWrite) writers.delete(by);
    if (isWrite) this.#noteWrite({ account, by, name, flying, writers });
    const request = { by, isWrite, name };
    flying.add(request);
    return () => flying.delete(request);
  }

  #noteWrite({ account, by, name, flying, writers }: Written): void {
    for (const other of flying)
      if (other.by !== by && other.isWrite)
        this.doubled.push(`${account}: ${name} while ${other.name}`);
    for (const [other, writer] of writers) if (other !== by) writer.interruption ??= name;
    const writer = writers.get(by) ?? { interruption: null };
    writers.set(by, writer);
    this.writes += 1;
    this.emit('write', by);
    if (writer.interruption !== null)
      this.doubled.push(`${account}: ${name} although meanwhile ${writer.interruption}`);
  }

  #open(account: string): Account {
    const known = this.#accounts.get(account) ?? { flying: new Set(), writers: new Map() };
    this.#accounts.set(account, known);
    return known;
  }
}
