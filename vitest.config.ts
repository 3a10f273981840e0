import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files that start many git processes come first, because a start takes 20 times as long from a worker that
// has grown to a gigabyte. Then files of some seconds, the longest first.
const earlyFiles = [
  'hostile/evil-repository',
  'features/ci/changed-since/changed-since',
  'features/ci/changed-since/changed-since-files',
  'app/git/open-git',
  'features/authoring/adopt-drift/drift-adopt-command',
  'features/authoring/promote/promote-branch',
  'features/sync/outside-git',
  'features/authoring/promote/promote-command',
  'ci/apply-recipe',
  'ci/recipe',
  'cli/signals',
  'faults/deaths/single-run',
  'faults/requests/failing-requests',
  'laws/convergence/convergence',
  'contract/contract',
  'bin/package',
  'bin/program',
  'engine/live/exports/plan-by-exports',
  'engine/live/exports/with-exports',
  'docs/commands',
  'cli/report-into-pipe',
  'faults/deaths/death',
  'reports/html/report-in-browser',
  'faults/requests/slow-service',
  'laws/convergence/rough',
  'editor/editor',
  'hostile/script-escapes',
  'cli/bad-surroundings',
  'laws/law-08-creates',
  'reports/markdown/format-report-markdown',
  'ci/evil-recipe',
  'faults/deaths/replace-midway',
  'laws/convergence/refused',
  'engine/catalog/validate-catalog.properties',
  'tidy',
  'laws/law-12-not-proof',
  'engine/apply/running/once/single-runs-paused',
  'features/operations/run/apply-runs',
  'engine/catalog/account-schema-size',
  'app/exit-codes',
  'features/operations/run/cancel-runs',
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
  'app/output/reports',
  'store/processes',
  'app/output/terminal',
  'engine/decide/ownership.properties',
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

/** Begins with the early files: no worker is left alone with a long one at the end. */
class EarlyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = earlyFiles.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return index === -1 ? earlyFiles.length : index;
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
    sequence: { sequencer: EarlyFirst },
    globalSetup: [
      'test/support/in-memory.ts',
      'test/support/built-program.ts',
      'test/support/compiled-code.ts',
    ],
    setupFiles: ['test/support/around-each-file.ts'],
    // Some tests wait: for a process that they started, a limit, a deadline. One more worker than there are
    // cores makes use of that time.
    maxWorkers: availableParallelism() + 1,
    // Tests of the editor wait for the pause after which its server checks a text.
    maxConcurrency: 20,
    // Most objects of a test die young; a larger nursery collects them with less work.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
