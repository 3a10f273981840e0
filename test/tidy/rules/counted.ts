import type { Node } from '@babel/types';
import { readPlace } from '../layers.ts';
import { type Finding, makeRule, type Rule } from '../rule.ts';
import { listNodes, type SourceFile, toLine } from '../source.ts';

const fewLines = 20;
const mostWords = 35;

/**
 * One rule, one decider, one request and one command each have a file, however short; so do validators,
 * whose files the build of the package replaces.
 */
const shortOnes =
  /^src\/engine\/(?:validate\/rules|decide\/deciders|apply)\/|-command\.ts$|\/find-validator\.ts$/;

/** Deciders are named by their reasons. */
const namedByReason = /^src\/engine\/decide\/deciders\//;

/** ARCHITECTURE.md, rule 10. */
export const smallFiles: Rule = {
  name: 'small-files',
  says: `a file of less than ${fewLines} lines has two importers, or is a rule, a decider, a request or a command`,
  check: ({ sources }) => {
    const importers = Map.groupBy(
      sources
        .filter(({ path }) => readPlace(path) !== undefined)
        .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target }))),
      ({ target }) => target,
    );
    return sources.flatMap(({ path, lineCount }): Finding[] => {
      if (readPlace(path) === undefined || lineCount >= fewLines) return [];
      const own = new Set(importers.get(path)?.map((each) => each.path));
      const [only] = own;
      if (own.size !== 1 || shortOnes.test(path)) return [];
      const wrong = `${lineCount} lines that ${only} alone imports`;
      return [{ path, line: 1, wrong, instead: 'move them there' }];
    });
  },
};

/** Verbs that begin the name of an exported function; one meaning each. */
const firstWords: ReadonlySet<string> = new Set(
  'load parse validate resolve read list find match diff decide plan make order check classify apply verify run start stop observe record save restore format print write report export import merge accept promote lock open close create delete update compare bind redact normalise index select sign suggest is has to from with add ask count describe send wait adopt depose try next print redact drift'.split(
    ' ',
  ),
);

/** ARCHITECTURE.md, rule 11: a verb that a reader has met before. */
export const knownFirstWords: Rule = {
  name: 'known-first-words',
  says: 'the name of an exported function begins with a known verb',
  check: ({ sources }) => {
    const first = new Map<string, Finding>();
    for (const source of sources) {
      for (const { name, line } of listExportedFunctions(source)) {
        const word = readFirstWord(name);
        if (firstWords.has(word) || first.has(word)) continue;
        const instead = 'name it with a verb of test/tidy/rules/counted.ts';
        first.set(word, { path: source.path, line, wrong: `${name} begins with ${word}`, instead });
      }
    }
    return [...first.values()];
  },
};

/** ARCHITECTURE.md, rule 11: a comment gives the reason, and no more. */
export const shortComments: Rule = makeRule(
  'short-comments',
  `a comment of src has at most ${mostWords} words`,
  (source) =>
    listComments(source).flatMap(({ text, line }) => {
      const { length } = text.split(/\s+/);
      if (length <= mostWords) return [];
      return [{ line, wrong: `a comment of ${length} words`, instead: 'keep the reason alone' }];
    }),
);

/** ARCHITECTURE.md, rule 11: a comment that says what it is about at its end is read twice. */
export const commentOpenings: Rule = makeRule(
  'comment-openings',
  'a comment of src begins with a verb or a noun, not with What, That, Whether or Of',
  (source) =>
    listComments(source).flatMap(({ text, line }) => {
      const word = /^(?:What|That|Whether|Of)\b/.exec(text)?.[0];
      if (word === undefined) return [];
      const instead = 'begin with a verb or a noun';
      return [{ line, wrong: `a comment begins with ${word}`, instead }];
    }),
);

/** The functions of src that another file can import. */
export function listExportedFunctions(
  source: SourceFile,
): readonly { readonly name: string; readonly line: number }[] {
  if (readPlace(source.path) === undefined || namedByReason.test(source.path)) return [];
  return listNodes(source, 'ExportNamedDeclaration').flatMap(({ node }) => {
    const { declaration } = node;
    const line = toLine(node);
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && isFunction(init) ? [{ name: id.name, line }] : [],
      );
    }
    const isNamed =
      declaration?.type === 'FunctionDeclaration' || declaration?.type === 'TSDeclareFunction';
    return isNamed && declaration.id ? [{ name: declaration.id.name, line }] : [];
  });
}

/** `list` of `listDrift`. */
export function readFirstWord(name: string): string {
  return /^[A-Za-z][a-z]*/.exec(name)?.[0] ?? name;
}

/** Comments of src; lines that follow each other are one. */
export function listComments(
  source: SourceFile,
): readonly { readonly text: string; readonly line: number }[] {
  if (readPlace(source.path) === undefined) return [];
  const comments: { text: string; line: number; end: number; column: number; type: string }[] = [];
  for (const { type, value, loc } of source.comments) {
    if (loc === undefined || loc === null) continue;
    const { start, end } = loc;
    const last = comments.at(-1);
    const isNext = last?.end === start.line - 1 && last.column === start.column;
    const goesOn = isNext && type === 'CommentLine' && last.type === type;
    if (goesOn) {
      last.text += ` ${value.trim()}`;
      last.end = end.line;
    } else {
      const text = value.replace(/^\*+/, '').replaceAll(/\n\s*\*?/g, ' ');
      const { line, column } = start;
      comments.push({ text: text.trim(), line, end: end.line, column, type });
    }
  }
  return comments;
}

function isFunction(node: Node | null | undefined): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}
