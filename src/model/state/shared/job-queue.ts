/** A job of the queue: the account to look at. It has no commit and no secret. */
export type AccountJob = {
  readonly account: string;
  /** Aborted when the time of the job is over: no new operation may start. */
  readonly signal: AbortSignal;
};

/** A job that ended without a result. */
export type DeadJob = {
  readonly id: string;
  readonly account: string;
  readonly reason: string;
};

/** Jobs of one partition that replicas share. */
export interface JobQueue {
  send(accounts: readonly string[]): Promise<void>;
  /** Works on so many jobs at once until it is closed. A handler that throws leaves a dead job. */
  work(width: number, handle: (job: AccountJob) => Promise<void>): Promise<void>;
  /** Jobs that ended without a result; each until it is deleted. */
  listDead(): Promise<readonly DeadJob[]>;
  deleteDead(jobs: readonly DeadJob[]): Promise<void>;
  /** Version of its tables. */
  readSchema(): Promise<number>;
  /** Takes no more jobs, and waits for those at work. */
  close(): Promise<void>;
}
