import { readPlace, senders } from '../layers.ts';
import { listReferences } from '../references.ts';
import { makeRule, type Remark, type Rule } from '../rule.ts';
import { listNodes, type SourceFile, toLine } from '../source.ts';

const laterWords = /\b(?:TODO|FIXME|XXX|HACK)\b/;
const suppressions = /\bbiome-ignore\b|@ts-(?:ignore|nocheck|expect-error)\b|\beslint-disable\b/;

/** ARCHITECTURE.md, rule 10. */
export const noAny: Rule = makeRule('no-any', 'nothing has the type any', (source) =>
  listNodes(source, 'TSAnyKeyword').map(({ node }) => ({
    line: toLine(node),
    wrong: 'any turns the compiler off',
    instead: 'write unknown and narrow it, or the type itself',
  })),
);

/** ARCHITECTURE.md, rule 10; Node's type stripping refuses them too. */
export const onlyErasable: Rule = makeRule(
  'only-erasable',
  'no enum, namespace or parameter property stands in the source',
  (source) =>
    listNodes(
      source,
      'TSEnumDeclaration',
      'TSModuleDeclaration',
      'TSParameterProperty',
      'TSImportEqualsDeclaration',
      'TSExportAssignment',
    ).map(({ node }) => ({
      line: toLine(node),
      wrong: `${node.type.replace(/^TS/, '')} does not vanish when types are stripped`,
      instead: 'write a union of literals, a module or a plain field',
    })),
);

/** ARCHITECTURE.md, rule 10. */
export const noAssertedPresence: Rule = makeRule(
  'no-asserted-presence',
  'no ! claims that something is there',
  (source) => {
    const asserted = listNodes(source, 'TSNonNullExpression').map(({ node }) => toLine(node));
    const definite = listNodes(source, 'VariableDeclarator', 'ClassProperty')
      .filter(({ node }) => node.definite)
      .map(({ node }) => toLine(node));
    return [...asserted, ...definite].map((line) => ({
      line,
      wrong: '! claims what the compiler cannot see',
      instead: 'handle the absent case, or shape the data so that there is none',
    }));
  },
);

/** ARCHITECTURE.md, rules 7 and 10. */
export const noConsole: Rule = makeRule('no-console', 'nothing writes to the console', (source) =>
  listReferences(source, new Set(['console'])).map(({ line }) => ({
    line,
    wrong: 'console writes past src/app/output/terminal.ts',
    instead: 'return the text; a tool writes to process.stdout',
  })),
);

/** ARCHITECTURE.md, rule 10: what is not built does not exist. */
export const nothingForLater: Rule = makeRule(
  'nothing-for-later',
  'no comment leaves work for later',
  (source) => checkComments(source, laterWords, 'do it now, or write an issue'),
);

/** A rule that is switched off at its place is out of sight; the list of exceptions is not. */
export const noSuppressions: Rule = makeRule(
  'no-suppressions',
  'no comment switches a check off',
  (source) => checkComments(source, suppressions, 'obey it, or argue in test/tidy/exceptions.ts'),
);

/** What fails without a word is found by a customer. */
export const noSilentCatch: Rule = makeRule(
  'no-silent-catch',
  'no failure is caught and dropped',
  (source) => {
    const instead = 'return or report it, or catch only the case that you mean';
    const wrong = 'a failure is caught and dropped';
    const clauses = listNodes(source, 'CatchClause')
      .filter(({ node }) => node.body.body.length === 0)
      .map(({ node }) => ({ line: toLine(node), wrong, instead }));
    const calls = listNodes(source, 'CallExpression').flatMap(({ node }): Remark[] => {
      const [handler] = node.arguments;
      const isCatch =
        node.callee.type === 'MemberExpression' &&
        node.callee.property.type === 'Identifier' &&
        node.callee.property.name === 'catch';
      if (!isCatch || handler?.type !== 'ArrowFunctionExpression') return [];
      const { body } = handler;
      const isEmpty =
        (body.type === 'BlockStatement' && body.body.length === 0) ||
        (body.type === 'Identifier' && body.name === 'undefined');
      return isEmpty ? [{ line: toLine(node), wrong, instead }] : [];
    });
    return [...clauses, ...calls];
  },
);

/** A secret is opaque until the request that carries it. */
export const revealInSenders: Rule = makeRule(
  'reveal-in-senders',
  'only a layer that sends requests opens a secret',
  (source) => {
    const place = readPlace(source.path);
    if (place === undefined || senders.has(place.layer)) return [];
    // The address of a database has its password; no request of the service carries it.
    if (source.path === 'src/store/postgres/postgres-target.ts') return [];
    return listNodes(source, 'MemberExpression', 'OptionalMemberExpression')
      .filter(({ node }) => node.property.type === 'Identifier' && node.property.name === 'reveal')
      .map(({ node }) => ({
        line: toLine(node),
        wrong: `${place.module} opens a secret`,
        instead: 'pass the SecretValue on to the layer that sends it',
      }));
  },
);

function checkComments(source: SourceFile, words: RegExp, instead: string): readonly Remark[] {
  return source.comments.flatMap((comment) => {
    const found = words.exec(comment.value);
    if (found === null) return [];
    const before = comment.value.slice(0, found.index).split('\n').length - 1;
    const line = (comment.loc?.start.line ?? 1) + before;
    return [{ line, wrong: `a comment says ${found[0]}`, instead }];
  });
}
