import { makeBad, makeGood, type Sample } from './sample.ts';

const pure = 'src/engine/diff/diff-cycles.ts';
const undo = 'src/features/operations/undo/undo-command.ts';

/** Samples of the rules about layers and what they import. */
export const importSamples: readonly Sample[] = [
  makeBad('known-places', 'src/helpers/text.ts', { 1: 'export {};' }),
  makeBad('known-places', 'src/text.ts', { 1: 'export {};' }),
  makeBad('known-places', 'src/engine/compare/compare.ts', { 1: 'export {};' }),
  makeBad('known-places', 'src/features/misc/undo/undo.ts', { 1: 'export {};' }),
  makeBad('known-places', 'src/features/undo.ts', { 1: 'export {};' }),
  makeGood('known-places', pure, 'export {};'),
  makeGood('known-places', undo, 'export {};'),
  makeGood('known-places', 'src/app/context.ts', 'export {};'),
  makeGood('known-places', 'src/index.ts', 'export {};'),
  makeGood('known-places', 'tools/make-types.ts', 'export {};'),

  makeBad('layer-imports', 'src/kit/text.ts', {
    1: "import { a } from '../model/a.ts';",
    2: "import type { B } from '../model/b.ts';",
    3: "export { c } from '../service/c.ts';",
    4: "const d = await import('../cli/d.ts');",
    5: "type E = import('../store/e.ts').E;",
  }),
  makeBad('layer-imports', 'src/model/plan.ts', { 2: "import { a } from '../engine/diff/a.ts';" }),
  makeBad('layer-imports', pure, {
    1: "import { a } from '../../app/run/a.ts';",
    2: "import { b } from '../../reports/b.ts';",
    3: "import type { C } from '../../features/operations/undo/c.ts';",
    4: "import { d } from '../../store/d.ts';",
  }),
  makeBad('layer-imports', 'src/reports/text/a.ts', {
    1: "import { a } from '../../engine/a.ts';",
  }),
  makeBad('layer-imports', undo, {
    1: "import { a } from '../../../store/a.ts';",
    2: "import { b } from '../../../cli/b.ts';",
    3: "import type { C } from '../../../emulator/c.ts';",
  }),
  makeBad('layer-imports', 'src/app/run/run-approved-plan.ts', {
    1: "import { a } from '../../service/a.ts';",
    2: "import { b } from '../../features/operations/undo/b.ts';",
  }),
  makeBad('layer-imports', 'src/app/project/open-project.ts', {
    1: "import { a } from '../../wire/a.ts';",
  }),
  makeBad('layer-imports', 'src/service/cycles.ts', { 1: "import { a } from '../store/a.ts';" }),
  makeBad('layer-imports', 'src/emulator/cycles.ts', {
    1: "import { a } from '../model/a.ts';",
    2: "import type { B } from '../service/b.ts';",
  }),
  makeBad('layer-imports', 'src/store/rows.ts', {
    1: "import { a } from '../engine/run/a.ts';",
    2: "import { b } from '../wire/b.ts';",
  }),
  makeGood('layer-imports', 'src/notify/forge/github.ts', "import { a } from '../../wire/a.ts';"),
  makeGood(
    'layer-imports',
    'src/app/ports/open-ports.ts',
    `import { a } from '../../service/a.ts';
     import { b } from '../../store/b.ts';
     import { c } from '../../secrets/c.ts';
     import { d } from '../../emulator/d.ts';
     import { e } from '../../engine/run/e.ts';`,
  ),
  makeGood(
    'layer-imports',
    undo,
    `import { a } from '../../../app/context.ts'; import { b } from '../../../kit/b.ts';
     import { c } from '../../../engine/run/c.ts'; import { d } from '../../../reports/d.ts';`,
  ),
  makeGood(
    'layer-imports',
    pure,
    `import { a } from './diff-fields.ts';
     import { b } from '../../model/b.ts';
     import { c } from '../../kit/c.ts';
     import { distance } from 'fastest-levenshtein';`,
  ),
  makeGood('layer-imports', 'test/engine/x.test.ts', "import { a } from '../../src/service/a.ts';"),

  makeBad('stage-imports', pure, {
    1: "import { a } from '../match/a.ts';",
    3: "import type { B } from '../run/b.ts';",
    4: "import type { C } from '../observe/c.ts';",
  }),
  makeBad('stage-imports', 'src/engine/index/index-manifests.ts', {
    1: "import { a } from '../observe/a.ts';",
  }),
  makeBad('stage-imports', 'src/engine/observe/observe-account.ts', {
    1: "import { a } from '../apply/a.ts';",
    2: "import { b } from '../run/b.ts';",
  }),
  makeGood('stage-imports', pure, "import { a } from './exclude/a.ts';"),
  makeGood(
    'stage-imports',
    'src/engine/index/index-manifests.ts',
    "import { a } from '../load/a.ts'; import { b } from '../validate/b.ts';",
  ),
  makeGood(
    'stage-imports',
    'src/engine/observe/observe-account.ts',
    "import { a } from '../live/a.ts'; import { b } from '../diff/b.ts';",
  ),
  makeGood(
    'stage-imports',
    'src/engine/run/run-apply.ts',
    "import { a } from '../apply/a.ts'; import { b } from '../observe/b.ts';",
  ),

  makeBad('feature-imports', undo, {
    1: "import { a } from '../revert/a.ts';",
    2: "import type { B } from '../../authoring/merge/b.ts';",
  }),
  makeGood(
    'feature-imports',
    'src/features/operations/open-approved-change.ts',
    "import { a } from './a.ts'; import { b } from './undo/b.ts';",
  ),
  {
    rule: 'feature-imports',
    files: {
      'src/features/authoring/adopt-drift/a.ts': 'export const a = 1;',
      'src/features/authoring/merge/b.ts': 'export const b = 1;',
    },
    at: ['test/tidy/layers.ts:1'],
  },

  makeBad('features-on-demand', 'src/cli/options/add-runs.ts', {
    1: "import { runUndo } from '../../features/operations/undo/undo-command.ts';",
  }),
  makeGood(
    'features-on-demand',
    'src/cli/options/add-runs.ts',
    `import type { UndoOptions } from '../../features/operations/undo/undo-command.ts';
     const { runUndo } = await import('../../features/operations/undo/undo-command.ts');`,
  ),

  makeBad('commands-by-library', 'src/cli/options/add-daily.ts', {
    1: "const { runPlan } = await import('../../features/sync/plan-command.ts');",
  }),
  makeGood(
    'commands-by-library',
    'src/cli/variants/run-by-library.ts',
    "import { plan } from '../../index.ts';",
  ),

  {
    rule: 'no-import-circles',
    files: {
      'src/model/a.ts': "import type { B } from './b.ts'; export type A = B;",
      'src/model/b.ts': "import { c } from './c.ts'; export type B = typeof c;",
      'src/model/c.ts': "import type { A } from './a.ts'; export const c: A | null = null;",
      'src/model/d.ts': "import type { A } from './a.ts'; export type D = A;",
    },
    at: ['src/model/a.ts:1'],
  },
  {
    rule: 'no-import-circles',
    files: {
      'src/model/a.ts': "import type { B } from './b.ts'; import type { C } from './c.ts';",
      'src/model/b.ts': "import type { C } from './c.ts';",
      'src/model/c.ts': 'export type C = 1;',
    },
    at: [],
  },

  makeBad('source-stays-inside', 'src/cli/main.ts', {
    2: "import { world } from '../../test/worlds/world.ts';",
    3: "import shape from '../../schemas/account.schema.json' with { type: 'json' };",
  }),
  makeGood('source-stays-inside', 'src/cli/main.ts', "import { a } from '../index.ts';"),

  makeBad('import-endings', 'tools/make-docs.ts', {
    1: "import { a } from './a';",
    2: "import { b } from '../src/b.js';",
  }),
  makeGood('import-endings', 'tools/make-docs.ts', "import { a } from './a.ts'; import 'undici';"),

  makeBad('one-limiter', 'src/service/cycles.ts', {
    1: "import { makeLimiter } from '../kit/tasks/limiter.ts';",
  }),
  makeGood(
    'one-limiter',
    'src/wire/http.ts',
    "import { makeLimiter } from '../kit/tasks/limiter.ts';",
  ),
  makeGood(
    'one-limiter',
    'test/kit/tasks/limiter.test.ts',
    "import { a } from '../../../src/kit/tasks/limiter.ts';",
  ),

  makeGood(
    'one-limiter',
    'src/service/open.ts',
    "import type { A } from '../kit/tasks/limiter.ts';",
  ),

  makeBad('one-network', 'src/features/inspect/call/call-command.ts', {
    1: "import { request } from 'undici';",
    2: "import { createServer } from 'node:http';",
  }),
  makeGood('one-network', 'src/wire/http.ts', "import { request } from 'undici';"),
  makeGood('one-network', 'src/emulator/serve.ts', "import { createServer } from 'node:http';"),

  makeBad('few-programs', 'src/app/git/read-commit.ts', {
    1: "import { execa } from 'execa';",
    2: "import { spawn } from 'node:child_process';",
  }),
  makeGood('few-programs', 'src/app/git/open-git.ts', "import { execa } from 'execa';"),

  makeBad('writers-are-for-apply', 'src/engine/live/read-account.ts', {
    1: "import type { ServiceReader, ServiceWriter } from '../../model/ports.ts';",
    2: "import type { StoreWriter } from '../../model/ports.ts';",
  }),
  makeBad('writers-are-for-apply', 'src/engine/bind/calls/bind-call.ts', {
    1: "import type { MethodCaller } from '../../../model/ports.ts';",
  }),
  makeBad('writers-are-for-apply', 'src/engine/run/run-drift.ts', {
    1: "import type { ServiceWriter } from '../../model/ports.ts';",
  }),
  makeGood(
    'writers-are-for-apply',
    'src/engine/apply/apply-account.ts',
    "import type { ServiceWriter, StoreWriter } from '../../model/ports.ts';",
  ),
  makeGood(
    'writers-are-for-apply',
    'src/engine/run/planning/make-plan.ts',
    "import type { ServiceReader } from '../../model/ports.ts';",
  ),
];
