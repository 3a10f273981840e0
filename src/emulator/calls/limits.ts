/** Limits of calls and incoming requests. Times in milliseconds, sizes in bytes. */
export interface CallLimits {
  /** Body of an incoming request (SERVICE G names a limit, not its size). */
  readonly bodyBytes: number;
  /** One request to a third party, with its answer. */
  readonly requestMs: number;
  /** All pages of an answer. */
  readonly answerBytes: number;
  /** Pages of one answer. */
  readonly pages: number;
  /** Transactions that one is split into. */
  readonly splitItems: number;
  /** Time of one script run: 60 seconds (SERVICE G [D]). */
  readonly scriptMs: number;
  /** Memory of a script, in MiB. */
  readonly scriptMemoryMib: number;
  /** Requests of one script run. */
  readonly scriptRequests: number;
}

/** Assumptions, except for the script time, which a source gives. */
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
