import type { DriftRecorder } from '../../src/engine/run/open-drift-recorder.ts';

/** Of drift that can note nothing. */
export const noNotes: Pick<DriftRecorder, 'recordItems'> = {
  recordItems: async (_account, items) => items.map(() => null),
};
