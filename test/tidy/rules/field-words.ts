import { type Finding, makeRule, type Rule } from '../rule.ts';
import { listNodes, toLine } from '../source.ts';
import { listComments } from './counted.ts';

type Banned = { readonly pattern: RegExp; readonly instead: string };

const ban = (pattern: RegExp, instead: string): Banned => ({ pattern, instead });

/** Words and phrases that only this project would use, with those of the field (docs/reference/glossary.md). */
const banned: readonly Banned[] = [
  ban(/\bas (?:in Git|(?:we|you|it was) left)\b/i, 'up to date, in sync'),
  ban(
    /\b(?:Git|the service|both(?: sides)?) (?:has |have )?moved\b/i,
    'changed in Git, outside Git',
  ),
  ban(/\b(?:by|a) hand\b/i, 'manually, outside Git'),
  ban(/\b(?:some|no|any)body\b/i, 'someone by role, or the passive'),
  ban(/\bhas the say\b/i, 'owns'),
  ban(/\b(?:makes?|made|making) way\b|\bset aside\b/i, 'is replaced, deposed'),
  ban(/\blet(?:s|ting)? go\b/i, 'remove from state'),
  ban(/\bremember(?:s|ed|ing)?\b/i, 'is in the state, records'),
  ban(/\bstrays?\b|\bleftovers?\b/i, 'unfinished, orphaned'),
  ban(/\b(?:un)?seal(?:s|ed|ing)?\b/i, 'signature, sign'),
  ban(/\bstruck\b/i, 'redacted'),
  ban(/\bforeign\b/i, 'unmanaged'),
  ban(/\banew\b/i, 'again'),
  ban(/\bmend(?:s|ed|ing)?\b/i, 'fix'),
  ban(/\bsigns\b(?! (?:in|the|a|each|every|it|plans)\b)/i, 'characters'),
  ban(/\bletter by letter\b/i, 'exact'),
  ban(/\bis like (?:no|none|one)\b/i, 'matches'),
  ban(/\b(?:tells?|told|telling)\b/i, 'report, say'),
  ban(/\bcatalogues?\b/i, 'catalog'),
  ban(/\bshall\b/i, 'must, will'),
  ban(/\b(?:is|was|be|been) had\b/i, 'runs, ran'),
  ban(/\bstands?\b(?! for\b)/i, 'is'),
  ban(/\bby the clock\b/i, 'scheduled'),
  ban(/\bbegun\b/i, 'started'),
  ban(/\bbeneath\b/i, 'under, below'),
  ban(/\bin force\b/i, 'in effect, applies'),
  ban(/\bon paper\b/i, 'when printed'),
  ban(/\bdoomed\b/i, 'to be deleted'),
];

/** Flags, and codes such as plan-seal: they never change, because users have them in scripts. */
const names = /--\w[\w-]*|\b\w+(?:-\w+)+\b/g;

/** Sentences that name what they are about at their end. */
const opening = /(?:^|[.!?] )(?:What|That|Whether|Of what)\b(?![^.!?]*\?)/;

/** ARCHITECTURE.md, rule 12. */
export const fieldWordsInTexts: Rule = makeRule(
  'field-words-in-texts',
  'a text of the program has the words of the field',
  (source) => {
    if (!source.path.startsWith('src/')) return [];
    const literals = listNodes(source, 'StringLiteral').map(({ node }) => ({
      node,
      text: node.value,
    }));
    const pieces = listNodes(source, 'TemplateElement').map(({ node }) => ({
      node,
      text: node.value.cooked ?? '',
    }));
    return [...literals, ...pieces]
      .filter(({ text }) => text.trim().includes(' '))
      .flatMap(({ node, text }) =>
        listBanned(text).map((each) => ({ line: toLine(node), ...each })),
      );
  },
);

/** ARCHITECTURE.md, rule 12. */
export const fieldWordsInComments: Rule = makeRule(
  'field-words-in-comments',
  'a comment of src has the words of the field',
  (source) =>
    listComments(source).flatMap(({ text, line }) =>
      listBanned(text).map((each) => ({ line, ...each })),
    ),
);

/** ARCHITECTURE.md, rule 12; the glossary names the words that it replaces. */
export const fieldWordsInPages: Rule = {
  name: 'field-words-in-pages',
  says: 'a page for readers has the words of the field',
  check: ({ files }) =>
    files
      .filter(
        ({ path }) =>
          path.endsWith('.md') && !path.startsWith('test/') && !path.endsWith('glossary.md'),
      )
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index): Finding[] =>
          listBanned(line.replaceAll(names, '')).map((each) => ({
            path,
            line: index + 1,
            ...each,
          })),
        ),
      ),
};

function listBanned(text: string): { readonly wrong: string; readonly instead: string }[] {
  const words = banned.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined
      ? []
      : [{ wrong: `the text says ${found}`, instead: `say ${instead}` }];
  });
  const begins = opening.exec(text)?.[0];
  if (begins === undefined) return words;
  const wrong = `a sentence begins with ${begins.replace(/^\W+/, '')}`;
  return [...words, { wrong, instead: 'begin with a verb or a noun' }];
}
