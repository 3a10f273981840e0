import { makeBad, makeGood, type Sample } from './sample.ts';

const pure = 'src/engine/diff/diff-cycles.ts';

/** Samples of the rules about what a layer may reach. */
export const puritySamples: readonly Sample[] = [
  makeBad('no-outside-globals', pure, {
    1: 'const a = Date.now();',
    2: 'const b = new Date();',
    3: 'const c = Math.random();',
    4: 'const d = process.env;',
    5: 'const e = performance.now();',
    6: 'const f = globalThis.name;',
    7: "const g = fetch('x');",
    8: 'const h = { process };',
    9: 'setTimeout(done, 1);',
    10: "const i = Math['random']();",
  }),
  makeBad('no-outside-globals', 'src/engine/run/run-apply.ts', { 1: 'const a = Date.now();' }),
  makeBad('no-outside-globals', 'src/features/operations/undo/check-undo.ts', {
    1: 'const a = Date.now();',
  }),
  makeGood(
    'no-outside-globals',
    pure,
    `const a = new Date(text), b = Math.max(1, 2), c = row.process, d = Date.parse(text);
     const e = { process: 1 }; type F = { performance: Date };`,
  ),
  makeGood('no-outside-globals', 'src/kit/clock.ts', 'const now = Date.now();'),
  makeGood(
    'no-outside-globals',
    'src/features/operations/undo/undo-command.ts',
    'const begun = performance.now();',
  ),
  makeGood(
    'no-outside-globals',
    'src/features/operations/undo/show-undo.ts',
    "import { a } from '../../../app/context.ts'; const begun = performance.now();",
  ),

  makeBad('no-locale', pure, {
    1: 'names.sort((a, b) => a.localeCompare(b));',
    2: 'const text = count.toLocaleString();',
  }),
  makeGood(
    'no-locale',
    pure,
    "const text = count.toLocaleString('en'), n = a.localeCompare(b, 'en');",
  ),

  makeBad('no-node-modules', pure, {
    1: "import { join } from 'node:path';",
    2: "import type { Stats } from 'node:fs';",
  }),
  makeBad('no-node-modules', 'src/engine/load/load-documents.ts', {
    1: "import { readFile } from 'node:fs/promises';",
  }),
  makeBad('no-node-modules', 'src/model/plan.ts', {
    1: "import { createHash } from 'node:crypto';",
  }),
  makeGood(
    'no-node-modules',
    'src/engine/load/load-documents.ts',
    "import { join } from 'node:path';",
  ),
  makeGood('no-node-modules', 'src/store/store.ts', "import { DatabaseSync } from 'node:sqlite';"),

  {
    rule: 'pure-through-and-through',
    files: {
      [pure]: "\nimport { a } from '../../kit/a.ts';\nimport { c } from '../../kit/c.ts';",
      'src/kit/a.ts': "import { b } from './b.ts';",
      'src/kit/b.ts': "import { readFile } from 'node:fs';",
      'src/kit/c.ts': 'export const c = Date.now();',
    },
    at: [`${pure}:2`, `${pure}:3`],
  },
  {
    rule: 'pure-through-and-through',
    files: {
      [pure]: "import { hash } from '../../kit/hash.ts';\nimport type { A } from '../../kit/a.ts';",
      'src/kit/hash.ts': "import { createHash } from 'node:crypto';",
      'src/kit/a.ts': "import { readFile } from 'node:fs';",
    },
    at: [],
  },

  makeBad('process-use', 'src/features/sync/plan-command.ts', {
    1: "process.stdout.write('x');",
    2: 'process.exitCode = 1;',
    3: 'process.exit(1);',
    4: 'const { env } = process;',
  }),
  makeBad('process-use', 'src/secrets/env.ts', {
    1: 'const value = process.env.NAME;',
    2: 'const words = process.argv;',
    3: 'const folder = process.cwd();',
  }),
  makeGood('process-use', 'src/app/output/terminal.ts', "process.stdout.write('x');"),
  makeGood('process-use', 'src/cli/main.ts', 'process.exitCode = 1;'),
  makeGood('process-use', 'src/cli/main.ts', 'const a = process.env.A, b = process.argv;'),
  makeGood('process-use', 'src/store/lock.ts', 'const holder = process.pid;'),

  makeBad('global-process', 'src/cli/main.ts', { 1: "import { env } from 'node:process';" }),
  makeGood('global-process', 'tools/tour.ts', "import { env } from 'node:process';"),

  makeBad('reveal-in-senders', 'src/engine/apply/apply-account.ts', {
    2: 'send(secret.reveal());',
  }),
  makeGood('reveal-in-senders', 'src/service/connectors.ts', 'send(secret.reveal());'),
];
