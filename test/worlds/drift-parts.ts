import { ExportTrust } from '../../src/engine/live/exports/export-trust.ts';
import { makePolicyRules } from '../../src/engine/policy/make-policy-rules.ts';
import type { DriftRecorder } from '../../src/engine/run/open-drift-recorder.ts';
import type { ByExports } from '../../src/engine/run/reads/observe-by-exports.ts';

/** Of drift that can note nothing. */
export const noNotes: Pick<DriftRecorder, 'recordItems'> = {
  recordItems: async (_account, items) => items.map(() => null),
};

/** Exports on some day, that keep what was found by them in memory. */
export function byExports<L>(trust = new ExportTrust()): ByExports<L> {
  const lines: string[] = [];
  return {
    trust,
    looks: {
      write: async (looks) => {
        for await (const look of looks) lines.push(JSON.stringify(look));
      },
      async *read() {
        for (const line of lines) yield JSON.parse(line) as L;
      },
    },
  };
}

/** A plan of Git, and no policy that it must follow. */
export const noPolicies = {
  policies: makePolicyRules(
    { policies: [], diagnostics: [] },
    { environment: 'local', today: '2026-01-01' },
  ),
  kind: 'plan' as const,
};
