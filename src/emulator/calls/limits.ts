/** How much a call, and what comes in, may take. Times are in milliseconds, sizes in bytes. */
export interface CallLimits {
  /** For the body of a request that comes in (SERVICE G names a limit and not its size). */
  readonly bodyBytes: number;
  /** For one request to a third party, until its answer is read. */
  readonly requestMs: number;
  /** For all pages of an answer together. */
  readonly answerBytes: number;
  /** Pages of one answer. */
  readonly pages: number;
  /** Transactions that one is split into. */
  readonly splitItems: number;
  /** For one run of a script: 60 seconds (SERVICE G [D]). */
  readonly scriptMs: number;
  /** Memory of a script, in MiB. */
  readonly scriptMemoryMib: number;
  /** Requests of one run of a script. */
  readonly scriptRequests: number;
}

/** What no source says is an assumption: only the time of a script is known. */
export const standardLimits: CallLimits = {
  bodyBytes: 32 * 1024 * 1024,
  requestMs: 30_000,
  answerBytes: 32 * 1024 * 1024,
  pages: 1_000,
  splitItems: 10_000,
  scriptMs: 60_000,
  scriptMemoryMib: 64,
  scriptRequests: 1_000,
};
