import type { Planted } from '../../../../tools/simulate/plant-edits.ts';
import type { Disturbance } from './disturbances.ts';

/** A mistake in the source of the replicas, and what finds it. */
export type QueueMistake = Planted & {
  /** What brings it to light, and what is then said. */
  readonly by: Disturbance;
  readonly says: RegExp;
};

/** Mistakes that a run must find. */
export const mistakes: readonly QueueMistake[] = [
  {
    name: 'schedule-kept-by-the-dead',
    edits: [
      {
        file: 'store/controller/schedule-steps.ts',
        from: 'Number(row?.silent) <= leadMs',
        to: 'Number(row?.silent) <= 3_600_000',
      },
    ],
    by: 'kill',
    says: / reached only /,
  },
  {
    name: 'repeated-by-the-queue',
    edits: [
      {
        file: 'store/controller/open-job-queue.ts',
        from: 'notify: true,\n      retryLimit: 0,',
        to: 'notify: true,\n      retryLimit: 3,',
      },
    ],
    by: 'kill',
    says: /^the queue repeated /,
  },
  {
    name: 'lock-not-looked-at',
    edits: [
      {
        file: 'store/steps/lock-steps.ts',
        from: 'const isFree = lock.holder === null ||',
        to: 'const isFree = true ||',
      },
      { file: 'store/steps/lock-steps.ts', from: 'if (!isOurs)', to: 'if (lock === undefined)' },
    ],
    by: 'two applies beside them',
    says: / while | although /,
  },
];
