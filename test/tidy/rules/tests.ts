import type { Node } from '@babel/types';
import { listReferences } from '../references.ts';
import { makeRule, type Remark, type Rule } from '../rule.ts';
import { listNodes, type SourceFile, toLine } from '../source.ts';

const runners = new Set(['test', 'it']);
const replacing = new Set([
  'mock',
  'doMock',
  'hoisted',
  'stubGlobal',
  'stubEnv',
  'spyOn',
  'useFakeTimers',
]);
const hooks = new Set(['beforeAll', 'beforeEach', 'afterEach', 'afterAll']);
const leftOut = new Set(['skip', 'only', 'todo', 'fails']);

/** A list of the titles is the list of what the project promises. */
export const titlesAreSentences: Rule = makeRule(
  'titles-are-sentences',
  'the title of a test is a sentence of three words or more that does not begin with should',
  (source) =>
    listTests(source).flatMap(({ title, line }): Remark[] => {
      if (title === undefined) return [];
      const instead = 'say who does what, as a fact';
      if (/^should\b/i.test(title)) {
        return [{ line, wrong: `"${title}" says should`, instead }];
      }
      if (title.trim().split(/\s+/).length >= 3) return [];
      return [{ line, wrong: `"${title}" is no sentence`, instead }];
    }),
);

/** A test that is left out or alone in its file tells nothing and looks green. */
export const everyTestRuns: Rule = makeRule(
  'every-test-runs',
  'no test is left out or set apart',
  (source) =>
    listTests(source).flatMap(({ modifiers, line }) =>
      modifiers
        .filter((modifier) => leftOut.has(modifier))
        .map((modifier) => ({
          line,
          wrong: `a test is marked ${modifier}`,
          instead: 'let it run, or delete it',
        })),
    ),
);

/** A sleep is too long on a fast machine and too short on a slow one. */
export const noSleeps: Rule = makeRule('no-sleeps', 'no test waits for time to pass', (source) => {
  if (!source.path.startsWith('test/')) return [];
  return source.imports
    .filter(({ specifier }) => specifier === 'node:timers/promises')
    .map(({ line }) => ({
      line,
      wrong: 'a test sleeps',
      instead: 'wait for the event, or advance a clock that the test owns',
    }));
});

/** Run anew for each test file, as vitest.config.ts says. */
const setups = new Set(['test/support/around-each-file.ts']);

/** Modules are loaded once for many test files: a hook of a helper would be for the first of them alone. */
export const hooksInTestFiles: Rule = makeRule(
  'hooks-in-test-files',
  'hooks stand in test files',
  (source) => {
    const { path } = source;
    if (path.endsWith('.test.ts') || setups.has(path)) return [];
    return listReferences(source, hooks)
      .filter(({ argumentCount }) => argumentCount !== undefined)
      .map(({ name, line }) => ({
        line,
        wrong: `a helper calls ${name}`,
        instead:
          'close with closeAfterFile of test/support/opened.ts, or call the hook in each test file',
      }));
  },
);

/** What stands in for the service is the emulator, and for the rest a port: values, no patches. */
export const noMocks: Rule = makeRule(
  'no-mocks',
  'no test replaces a module or a global',
  (source) =>
    listReferences(source, new Set(['vi', 'vitest']))
      .filter(({ member }) => member !== undefined && replacing.has(member))
      .map(({ member, line }) => ({
        line,
        wrong: `vi.${member} replaces what the program runs on`,
        instead: 'hand in a port, or start the emulator',
      })),
);

type TestCall = {
  readonly title: string | undefined;
  readonly modifiers: readonly string[];
  readonly line: number;
};

function listTests(source: SourceFile): readonly TestCall[] {
  if (!source.path.endsWith('.test.ts')) return [];
  return listNodes(source, 'CallExpression').flatMap(({ node }) => {
    const modifiers = readModifiers(node.callee);
    const [first] = node.arguments;
    // `test.each(rows)` is called twice; the second call has the title.
    if (modifiers === undefined || first === undefined) return [];
    if (
      node.callee.type === 'MemberExpression' &&
      /^(?:each|for|skipIf|runIf)$/.test(modifiers.at(-1) ?? '')
    ) {
      return [];
    }
    return [{ title: readTitle(first), modifiers, line: toLine(node) }];
  });
}

/** `test.concurrent.each(rows)` gives [concurrent, each]; undefined when no test is called. */
function readModifiers(callee: Node): string[] | undefined {
  if (callee.type === 'Identifier') return runners.has(callee.name) ? [] : undefined;
  if (callee.type === 'CallExpression') return readModifiers(callee.callee);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const before = readModifiers(callee.object);
  return before === undefined ? undefined : [...before, callee.property.name];
}

/** Undefined when the whole title comes from a table: a variable, `$says` or `%s`. */
function readTitle(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return /^[$%]\S+$/.test(node.value) ? undefined : node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
}
