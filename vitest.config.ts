import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files of some seconds, the longest first, by their names alone.
const longOnes = [
  'apply-recipe',
  'recipe',
  'convergence',
  'evil-repository',
  'report-in-browser',
  'single-run',
  'signals',
  'editor',
  'endless-answers',
  'slow-service',
  'evil-recipe',
  'single-runs-paused',
  'contract',
  'write-report-markdown',
  'changed-since',
  'failing-requests',
  'script-escapes',
  'list-pages',
  'tidy',
  'death',
  'thrown-store',
  'rough',
  'bad-surroundings',
  'law-08-creates',
  'changed-since-files',
  'simulate',
  'evil-branch',
  'script',
  'replace-midway',
  'exit-codes',
  'processes',
  'edit-yaml.properties',
  'outside-git',
  'resume',
  'law-12-not-proof',
  'documents',
  'terminal',
  'law-09-pause-windows',
  'write-pipe',
  'documented-trouble',
  'gitlab-apply',
];

/** Begins with what takes longest, so that no worker is left alone with one of them at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longOnes.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
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
