import type { DriftNotes } from '../../src/engine/run/note-drift.ts';

/** Of drift that can note nothing. */
export const noNotes: Pick<DriftNotes, 'noteItems'> = {
  noteItems: async (_account, items) => items.map(() => null),
};
