import { makeBad, makeGood, type Sample } from './sample.ts';

const body = (lines: number): string => `function f() {\n${'a();\n'.repeat(lines - 2)}}`;

// Written in two parts, so that this file itself does not say them.
const later = ['TO', 'DO'].join('');
const ignore = ['biome', 'ignore'].join('-');

/** Samples of the rules about limits, words and tests. */
export const writingSamples: readonly Sample[] = [
  { rule: 'function-lines', files: { 'src/kit/a.ts': body(71) }, at: ['src/kit/a.ts:1'] },
  makeGood('function-lines', 'src/kit/a.ts', body(70)),
  makeGood('function-lines', 'test/kit/a.test.ts', body(200)),

  { rule: 'file-lines', files: { 'src/kit/a.ts': 'a();\n'.repeat(301) }, at: ['src/kit/a.ts:301'] },
  makeGood('file-lines', 'src/kit/a.ts', 'a();\n'.repeat(300)),

  makeBad('parameter-count', 'src/kit/a.ts', {
    1: 'function f(a, b, c, d) {}',
    2: 'type F = (a: A, b: A, c: A, d: A) => void;',
    3: 'interface G { g(a: A, b: A, c: A, d: A): void }',
    4: 'class H { h(a, b, c, d = 1) {} }',
  }),
  makeGood('parameter-count', 'src/kit/a.ts', 'function f<A, B, C, D>(this: A, a, b, { c, d }) {}'),

  makeBad('no-any', 'src/kit/a.ts', { 1: 'let a: any;', 2: 'const b = c as any;' }),
  makeGood('no-any', 'src/kit/a.ts', "let any: unknown; const word = 'any';"),

  makeBad('only-erasable', 'src/kit/a.ts', {
    1: 'enum A { b }',
    2: 'namespace B {}',
    3: 'class C { constructor(readonly d: string) {} }',
  }),
  makeGood(
    'only-erasable',
    'src/kit/a.ts',
    'class C { readonly d: string; constructor(d: string) {} }',
  ),

  makeBad('no-asserted-presence', 'src/kit/a.ts', {
    1: 'const a = b!.c;',
    2: 'let d!: string;',
    3: 'class E { f!: string; }',
  }),
  makeGood('no-asserted-presence', 'src/kit/a.ts', 'const a = !b, c = d !== e;'),

  makeBad('no-console', 'tools/a.ts', { 1: "console.log('x');", 2: 'const log = console.error;' }),
  makeGood('no-console', 'tools/a.ts', "const a = page.console; process.stdout.write('x');"),

  makeBad('no-silent-catch', 'src/store/a.ts', {
    1: 'try { a(); } catch {}',
    2: 'a().catch(() => {});',
    3: 'a().catch(() => undefined);',
  }),
  makeGood(
    'no-silent-catch',
    'src/store/a.ts',
    'try { a(); } catch (error) { report(error); } b().catch((error: unknown) => report(error));',
  ),

  makeBad('no-suppressions', 'src/kit/a.ts', {
    1: `// ${ignore} lint: because`,
    3: '// @ts-ignore',
  }),
  makeGood('no-suppressions', 'src/kit/a.ts', "const text = '@ts-ignore';"),

  makeBad('nothing-for-later', 'src/kit/a.ts', {
    1: `// ${later}: the rest`,
    2: `/** ${later} */`,
  }),
  makeGood('nothing-for-later', 'src/kit/a.ts', `const list = '${later}'; // The todo of a user.`),

  makeBad('kit-knows-nothing', 'src/kit/a.ts', {
    1: 'const accountIds = 1;',
    2: 'type ManifestText = string;',
    3: 'const a = { webhook_url: 1 };',
    4: 'const b = row.CycleId;',
  }),
  makeBad('kit-knows-nothing', 'src/kit/account-lock.ts', { 1: 'const a = 1;' }),
  makeGood(
    'kit-knows-nothing',
    'src/kit/a.ts',
    'const recycled = 1, accountable = 2, b = `cycle`;',
  ),
  makeGood('kit-knows-nothing', 'src/model/a.ts', 'const account = 1;'),

  makeBad('no-strangers', 'docs/a.md', {
    1: `see ${'/work'}/main`,
    2: `in ${'/root'}/x`,
    4: `from https://${'registry'}.example.org`,
  }),
  makeGood('no-strangers', 'docs/a.md', 'https://example.com/work/x, a/root/b and the registry'),

  makeBad('titles-are-sentences', 'test/kit/a.test.ts', {
    1: "test('two words', f);",
    2: "it('should do the right thing', f);",
    3: "test.each(rows)('row %s', f);",
    4: 'test.concurrent(`case one`, f);',
  }),
  makeGood(
    'titles-are-sentences',
    'test/kit/a.test.ts',
    `test('a row has three words', f); test.each(rows)('$says', f); test(row.title, f);
     pattern.test('x'); describe('rows', f);`,
  ),

  makeBad('every-test-runs', 'test/kit/a.test.ts', {
    1: "test.skip('a row has three words', f);",
    2: "it.only('a row has three words', f);",
    3: "test.todo('a row has three words');",
  }),
  makeGood('every-test-runs', 'test/kit/a.test.ts', "list.skip('a row has three words', f);"),

  makeBad('no-sleeps', 'test/kit/a.test.ts', {
    1: "import { setTimeout } from 'node:timers/promises';",
  }),
  makeBad('hooks-in-test-files', 'test/kit/open-kit.ts', { 1: 'afterAll(() => kit.close());' }),
  makeGood('hooks-in-test-files', 'test/kit/a.test.ts', 'afterAll(() => kit.close());'),
  makeBad('no-mocks', 'test/kit/a.test.ts', {
    1: "vi.mock('../../src/kit/a.ts');",
    2: "vi.spyOn(store, 'read');",
  }),
  makeGood('no-mocks', 'test/kit/a.test.ts', 'const port = { read: vi.fn() };'),

  makeGood('no-sleeps', 'test/kit/a.test.ts', "import { once } from 'node:events';"),
];
