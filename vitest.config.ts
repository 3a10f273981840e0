import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files of some seconds, the longest first.
const longOnes = [
  'ci/apply-recipe',
  'ci/recipe',
  'cli/signals',
  'faults/deaths/single-run',
  'faults/requests/failing-requests',
  'laws/convergence/convergence',
  'contract/contract',
  'bin/program',
  'faults/deaths/death',
  'reports/html/report-in-browser',
  'faults/requests/slow-service',
  'laws/convergence/rough',
  'editor/editor',
  'hostile/script-escapes',
  'cli/bad-surroundings',
  'features/sync/outside-git',
  'laws/law-08-creates',
  'features/ci/changed-since/changed-since',
  'features/authoring/promote/promote-branch',
  'reports/markdown/format-report-markdown',
  'ci/evil-recipe',
  'features/ci/changed-since/changed-since-files',
  'faults/deaths/replace-midway',
  'laws/law-12-not-proof',
  'engine/apply/running/once/single-runs-paused',
  'features/authoring/adopt-drift/drift-adopt-command',
  'app/exit-codes',
  'laws/law-06-unreadable',
  'simulate/simulate',
  'faults/requests/thrown-store',
  'faults/deaths/resume',
  'notify/notify',
  'features/authoring/init/init-workflow',
  'laws/law-04-approved',
  'faults/deaths/death-resumed',
  'fuzz/fuzz',
  'reports/reports.properties',
  'app/git/open-git',
  'app/output/reports',
  'store/processes',
  'hostile/evil-repository',
  'app/output/terminal',
  'engine/diff/exclude/ownership.properties',
  'store/postgres/postgres-contract',
  'features/operations/undo/undo-command',
  'fleet/fleet',
  'features/inspect/consent/consent-command',
  'kit/files/write-pipe',
  'features/sync/apply-command',
  'faults/deaths/revert-resumed',
  'laws/law-09-pause-windows',
  'laws/law-07-no-secret',
  'app/run/asking',
  'faults/deaths/kill-loop',
  'emulator/calls/script',
  'model/fields/field-rows.properties',
  'editor/starter',
  'laws/law-11-deterministic',
  'persisted/documents',
  'faults/deaths/rebuild-midway',
  'hostile/endless-answers',
  'faults/requests/failing-account',
  'engine/apply/running/replace-not-kept',
  'features/authoring/init/init-refused',
];

/** Begins with what takes longest, so that no worker is left alone with one of them at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longOnes.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return index === -1 ? longOnes.length : index;
    };
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A worker takes one file after the other and keeps the modules that it has loaded: a process for
    // each file took a quarter of all time. Modules of ours hold nothing that a test could change.
    isolate: false,
    // Node itself loads the source, as it does for users in a checkout: nothing is rewritten first, and no
    // use of an import goes through a getter. What this leaves out is mocked modules, which no test has.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongFirst },
    globalSetup: ['test/support/in-memory.ts', 'test/support/built-program.ts'],
    setupFiles: [
      'test/support/seed.ts',
      'test/support/close-opened.ts',
      'test/support/slow-key.ts',
      'test/support/short-way/take-short-way.ts',
    ],
    // Some tests wait: for a process that they started, a limit, a deadline. One more worker than there are
    // cores makes use of that time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
