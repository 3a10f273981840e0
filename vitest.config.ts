import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files that start many processes come first, those of git before others, because a start takes 10 times
// as long from a worker that has grown to a gigabyte. Then files of some seconds, the longest first.
const earlyFiles = [
  'hostile/evil-repository',
  'features/ci/changed-since/changed-since',
  'features/ci/changed-since/changed-since-files',
  'app/git/open-git',
  'features/authoring/adopt-drift/drift-adopt-command',
  'features/authoring/promote/promote-branch',
  'features/sync/outside-git',
  'features/authoring/promote/promote-command',
  'bin/package',
  'ci/recipe',
  'ci/apply-recipe',
  'persisted/types',
  'faults/deaths/resume',
  'app/exit-codes',
  'cli/signals',
  'ci/evil-recipe',
  'editor/editor',
  'reports/html/report-in-browser',
  'store/processes',
  'tools/generated-files',
  'hostile/script-escapes',
  'cli/bad-surroundings',
  'emulator/calls/script',
  'features/sync/upgraded',
  'cli/report-into-pipe',
  'faults/deaths/kill-loop',
  'features/inspect/consent/consent-command',
  'features/sync/apply-command',
  'app/run/asking',
  'features/authoring/init/init-workflow',
  'faults/requests/slow-service',
  'features/authoring/init/init-refused',
  'docs/commands',
  'contract/contract',
  'laws/convergence/convergence',
  'simulate/simulate',
  'fleet/fleet',
  'laws/convergence/rough',
  'faults/deaths/death',
  'faults/deaths/replace-midway',
  'faults/deaths/death-resumed',
  'features/operations/run/apply-runs',
  'faults/requests/failing-requests',
  'engine/live/exports/plan-by-exports',
  'engine/live/exports/with-exports',
  'laws/law-09-pause-windows',
  'faults/deaths/revert-resumed',
  'engine/catalog/account-schema-size',
  'fuzz/fuzz',
  'laws/law-04-approved',
  'faults/requests/thrown-store',
  'faults/requests/failing-account',
  'hostile/endless-answers',
  'laws/convergence/refused',
  'features/operations/run/cancel-runs',
  'laws/law-08-creates',
  'app/output/reports',
  'laws/law-06-unreadable',
  'faults/requests/weather',
  'features/operations/undo/undo-command',
  'engine/catalog/validate-catalog',
  'engine/catalog/validate-catalog.properties',
  'engine/run/planning/plan-as-applied',
  'notify/notify',
  'guarantees/documented-trouble',
  'features/operations/accept/accept-accounts',
  'laws/convergence/looked-at',
  'faults/deaths/rebuild-midway',
  'engine/catalog/edited-catalog',
  'features/inspect/catalog/save/editor-schema',
  'engine/plan/running/run-table',
  'features/authoring/cycle-files/cycle-files',
  'laws/law-12-not-proof',
  'kit/yaml/update-yaml.properties',
  'engine/apply/running/replace-not-kept',
  'features/operations/destroy/apply-destroy',
  'engine/apply/running/replace-cutover',
  'hostile/evil-branch',
  'features/inspect/catalog/save/save-command',
  'laws/law-07-no-secret',
  'reports/reports.properties',
  'engine/run/requests/request-budget',
  'engine/catalog/account-schema',
  'features/operations/adopt/adopt-accounts',
  'features/operations/revert/revert-unmanaged.properties',
  'model/fields/field-rows.properties',
  'features/operations/accept/drift-accept-command',
  'engine/decide/ownership.properties',
  'persisted/documents',
  'service/http/list-pages',
  'worlds/generate/manifests',
  'features/operations/accept/accept.properties',
  'engine/decide/deciders/owned-by-others',
  'features/operations/revert/revert.properties',
  'engine/validate/placeholders/placeholders.properties',
  'reports/markdown/format-report-markdown',
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
