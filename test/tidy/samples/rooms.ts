import { makeBad, makeGood, type Sample } from './sample.ts';

const pure = 'src/stages/diff/diff-cycle.ts';

/** Samples of the rules about rooms and what they import. */
export const roomSamples: readonly Sample[] = [
  makeBad('known-places', 'src/helpers/text.ts', { 1: 'export {};' }),
  makeBad('known-places', 'src/stages/compare/compare.ts', { 1: 'export {};' }),
  makeGood('known-places', 'src/stages/diff/diff-cycle.ts', 'export {};'),
  makeGood('known-places', 'src/index.ts', 'export {};'),
  makeGood('known-places', 'tools/make-types.ts', 'export {};'),

  makeBad('room-imports', 'src/kit/text.ts', {
    1: "import { a } from '../model/a.ts';",
    2: "import type { B } from '../model/b.ts';",
    3: "export { c } from '../service/c.ts';",
    4: "const d = await import('../cli/d.ts');",
    5: "type E = import('../store/e.ts').E;",
  }),
  makeBad('room-imports', 'src/model/plan.ts', { 2: "import { a } from '../stages/diff/a.ts';" }),
  makeBad('room-imports', pure, {
    1: "import { a } from '../match/a.ts';",
    3: "import type { B } from '../../pipeline/b.ts';",
  }),
  makeBad('room-imports', 'src/pipeline/make-plan.ts', {
    1: "import { a } from '../store/a.ts';",
  }),
  makeBad('room-imports', 'src/cli/wiring.ts', { 1: "import { a } from '../wire/a.ts';" }),
  makeGood('room-imports', 'src/forge/github.ts', "import { a } from '../wire/a.ts';"),
  makeBad('room-imports', 'src/service/cycles.ts', { 1: "import { a } from '../store/a.ts';" }),
  makeBad('room-imports', 'src/emulator/cycles.ts', {
    1: "import { a } from '../model/a.ts';",
    2: "import type { B } from '../service/b.ts';",
  }),
  makeBad('room-imports', 'src/cli/commands/plan.ts', {
    1: "import { a } from '../../service/a.ts';",
    2: "import { b } from '../../emulator/b.ts';",
  }),
  makeBad('room-imports', 'src/store/rows.ts', { 1: "import { a } from '../pipeline/a.ts';" }),
  makeGood(
    'room-imports',
    'src/cli/wiring.ts',
    `import { a } from '../service/a.ts';
     import { b } from '../store/b.ts';
     import { c } from '../secrets/c.ts';
     import { d } from '../emulator/d.ts';`,
  ),
  makeGood(
    'room-imports',
    'src/cli/commands/emulator.ts',
    "import { a } from '../../emulator/a.ts'; import { b } from '../../kit/b.ts';",
  ),
  makeGood(
    'room-imports',
    pure,
    `import { a } from './diff-step.ts';
     import { b } from '../../model/b.ts';
     import { c } from '../../kit/c.ts';
     import { distance } from 'fastest-levenshtein';`,
  ),
  makeGood('room-imports', 'test/stages/x.test.ts', "import { a } from '../../src/service/a.ts';"),

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
    1: "import { makeLimiter } from '../kit/limiter.ts';",
  }),
  makeGood('one-limiter', 'src/wire/http.ts', "import { makeLimiter } from '../kit/limiter.ts';"),
  makeGood(
    'one-limiter',
    'test/kit/limiter.test.ts',
    "import { a } from '../../src/kit/limiter.ts';",
  ),

  makeGood('one-limiter', 'src/service/open.ts', "import type { A } from '../kit/limiter.ts';"),

  makeBad('one-network', 'src/cli/commands/call.ts', {
    1: "import { request } from 'undici';",
    2: "import { createServer } from 'node:http';",
  }),
  makeGood('one-network', 'src/wire/http.ts', "import { request } from 'undici';"),
  makeGood('one-network', 'src/emulator/serve.ts', "import { createServer } from 'node:http';"),

  makeBad('few-programs', 'src/cli/read-commit.ts', {
    1: "import { execa } from 'execa';",
    2: "import { spawn } from 'node:child_process';",
  }),
  makeGood('few-programs', 'src/cli/open-git.ts', "import { execa } from 'execa';"),

  makeBad('writers-are-for-apply', 'src/stages/live/read-account.ts', {
    1: "import type { ServiceReader, ServiceWriter } from '../../model/ports.ts';",
    2: "import type { StoreWriter } from '../../model/ports.ts';",
  }),
  makeBad('writers-are-for-apply', 'src/stages/bind/bind-call.ts', {
    1: "import type { MethodCaller } from '../../model/ports.ts';",
  }),
  makeBad('writers-are-for-apply', 'src/pipeline/run-drift.ts', {
    1: "import type { ServiceWriter } from '../model/ports.ts';",
  }),
  makeGood(
    'writers-are-for-apply',
    'src/stages/apply/apply-plan.ts',
    "import type { ServiceWriter, StoreWriter } from '../../model/ports.ts';",
  ),
  makeGood(
    'writers-are-for-apply',
    'src/pipeline/make-plan.ts',
    "import type { ServiceReader } from '../model/ports.ts';",
  ),
];
