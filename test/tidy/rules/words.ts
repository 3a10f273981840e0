import { readPlace } from '../layers.ts';
import { type Finding, makeRule, type Remark, type Rule } from '../rule.ts';
import { listNodes, toLine } from '../source.ts';

const domainWords = new Set(
  [
    'account',
    'blueprint',
    'catalogue',
    'connector',
    'customer',
    'cycle',
    'cyclectl',
    'drift',
    'emulator',
    'fleet',
    'manifest',
    'retention',
    'template',
    'tenant',
    'webhook',
  ].flatMap((word) => [word, `${word}s`]),
);

const strangers: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: /(?<![\w.})/-])\/(?:work|root|tmp)\/\w/,
    instead: 'name a path from the root of the checkout, or make a temporary folder',
  },
  {
    pattern: /\bregistry\.[a-z0-9-]+\.[a-z]+|"resolved": "https?:/,
    instead: 'leave it out: every reader has a registry of their own',
  },
];

/** ARCHITECTURE.md, rule 1. */
export const kitKnowsNothing: Rule = makeRule(
  'kit-knows-nothing',
  'no name in kit has a word of the domain',
  (source) => {
    if (readPlace(source.path)?.layer !== 'kit') return [];
    const instead = 'name it for what it does with any value, or move it to the layer it is about';
    const inPath = listDomainWords(source.path.replace(/\.ts$/, '')).map(
      (word): Remark => ({ line: 1, wrong: `the file name says ${word}`, instead }),
    );
    const inNames = listNodes(source, 'Identifier').flatMap(({ node }) =>
      listDomainWords(node.name).map(
        (word): Remark => ({ line: toLine(node), wrong: `${node.name} says ${word}`, instead }),
      ),
    );
    return [...inPath, ...inNames];
  },
);

/** What is true on one machine alone has no place in the project. */
export const noStrangers: Rule = {
  name: 'no-strangers',
  says: 'no tracked file speaks of the machine or the place it was written in',
  check: ({ files }) =>
    files.flatMap(({ path, text }) =>
      strangers.some(({ pattern }) => pattern.test(text))
        ? text.split('\n').flatMap((line, index) => checkLine(path, line, index + 1))
        : [],
    ),
};

function checkLine(path: string, text: string, line: number): Finding[] {
  return strangers.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ path, line, wrong: `the text says ${found}`, instead }];
  });
}

function listDomainWords(name: string): readonly string[] {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => domainWords.has(word));
}
