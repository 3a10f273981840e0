import type { Node } from '@babel/types';
import { makeRule, type Remark, type Rule } from '../rule.ts';
import { listNodes, type SourceFile, toLine } from '../source.ts';

const maxFunctionLines = 70;
const maxFileLines = 300;
const maxParameters = 3;

/** ARCHITECTURE.md, rule 8: the tail is what separates good code from bad. */
export const functionLines: Rule = makeRule(
  'function-lines',
  `a function has at most ${maxFunctionLines} lines`,
  (source) => {
    // The body of a describe block is a function of any length.
    if (source.path.startsWith('test/')) return [];
    return listFunctions(source).flatMap((node): Remark[] => {
      const lineCount = (node.loc?.end.line ?? 0) - toLine(node) + 1;
      if (lineCount <= maxFunctionLines) return [];
      const wrong = `a function of ${lineCount} lines`;
      return [{ line: toLine(node), wrong, instead: 'find the step in it that has a name' }];
    });
  },
);

/** ARCHITECTURE.md, rule 8: one thing per file. */
export const fileLines: Rule = makeRule(
  'file-lines',
  `a file has at most ${maxFileLines} lines`,
  ({ lineCount }) => {
    if (lineCount <= maxFileLines) return [];
    const wrong = `a file of ${lineCount} lines`;
    return [{ line: maxFileLines + 1, wrong, instead: 'find the noun that wants its own file' }];
  },
);

/** ARCHITECTURE.md, rule 8. */
export const parameterCount: Rule = makeRule(
  'parameter-count',
  `a function takes at most ${maxParameters} parameters`,
  (source) =>
    [
      ...listFunctions(source),
      ...listNodes(
        source,
        'TSDeclareFunction',
        'TSDeclareMethod',
        'TSFunctionType',
        'TSMethodSignature',
      ).map(({ node }) => node),
    ].flatMap((node): Remark[] => {
      const count = listParameters(node).length;
      if (count <= maxParameters) return [];
      const wrong = `a function of ${count} parameters`;
      return [{ line: toLine(node), wrong, instead: 'take one object whose fields have names' }];
    }),
);

function listFunctions(source: SourceFile): readonly Node[] {
  return listNodes(
    source,
    'FunctionDeclaration',
    'FunctionExpression',
    'ArrowFunctionExpression',
    'ObjectMethod',
    'ClassMethod',
    'ClassPrivateMethod',
  ).map(({ node }) => node);
}

/** A parameter called `this` is a type only. */
function listParameters(node: Node): readonly Node[] {
  const params = 'params' in node && Array.isArray(node.params) ? (node.params as Node[]) : [];
  return params.filter((param) => param.type !== 'Identifier' || param.name !== 'this');
}
