import { compareTexts } from '../../kit/text/compare-texts.ts';

/** A span of time: from `after` until just before `before` (ISO UTC). */
export type RunSpan = { readonly after: string; readonly before?: string };

/** Runs of the cycles of an account in a span of time. */
export type RunCount = {
  /** Runs that ended, with errors or without. */
  readonly ended: number;
  /** Those with errors. */
  readonly failed: number;
  /** Kinds of their errors, each once, sorted: the step and the message. */
  readonly errors: readonly string[];
};

/** The sum of counts. */
export function addRunCounts(counts: readonly RunCount[]): RunCount {
  return {
    ended: counts.reduce((sum, each) => sum + each.ended, 0),
    failed: counts.reduce((sum, each) => sum + each.failed, 0),
    errors: [...new Set(counts.flatMap(({ errors }) => errors))].sort(compareTexts),
  };
}
