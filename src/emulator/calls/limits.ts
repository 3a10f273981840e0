/** How much a call may take. Times are in milliseconds, sizes in bytes. */
export interface CallLimits {
  /** For one request to a third party, until its answer is read. */
  readonly requestMs: number;
  /** For all pages of an answer together. */
  readonly answerBytes: number;
  /** Pages of one answer. */
  readonly pages: number;
  /** For one run of a script: 60 seconds (SERVICE G [D]). */
  readonly scriptMs: number;
  /** Memory of a script, in MiB. */
  readonly scriptMemoryMib: number;
  /** Requests of one run of a script. */
  readonly scriptRequests: number;
}

/** What no source says is an assumption: only the time of a script is known. */
export const standardLimits: CallLimits = {
  requestMs: 30_000,
  answerBytes: 32 * 1024 * 1024,
  pages: 1_000,
  scriptMs: 60_000,
  scriptMemoryMib: 64,
  scriptRequests: 1_000,
};
