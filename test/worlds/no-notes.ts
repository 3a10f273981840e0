import type { DriftNotes } from '../../src/pipeline/note-drift.ts';

/** Of drift that can note nothing. */
export const noNotes: Pick<DriftNotes, 'noteItems'> = {
  noteItems: async (_account, items) => items.map(() => null),
};
