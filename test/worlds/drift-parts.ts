import { ExportTrust } from '../../src/engine/live/exports/export-trust.ts';
import type { DriftRecorder } from '../../src/engine/run/open-drift-recorder.ts';
import type { ByExports, DriftLook } from '../../src/engine/run/run-drift.ts';

/** Of drift that can note nothing. */
export const noNotes: Pick<DriftRecorder, 'recordItems'> = {
  recordItems: async (_account, items) => items.map(() => null),
};

/** Drift by exports, on some day, that keeps its looks in memory. */
export function byExports(trust = new ExportTrust()): ByExports {
  const lines: string[] = [];
  return {
    trust,
    looks: {
      write: async (looks) => {
        for await (const look of looks) lines.push(JSON.stringify(look));
      },
      async *read() {
        for (const line of lines) yield JSON.parse(line) as DriftLook;
      },
    },
  };
}
