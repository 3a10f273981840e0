import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A worker takes one file after the other and keeps the modules that it has loaded: a process for
    // each file took a quarter of all time. Modules of ours hold nothing that a test could change.
    isolate: false,
    setupFiles: ['test/close-opened.ts'],
    // Much of a test's time is spent in processes that it started, so every core takes a file.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
