import type { Node, Statement } from '@babel/types';
import { assemblies, readPlace } from '../layers.ts';
import { makeRule, type Rule } from '../rule.ts';
import { listNodes, type SourceFile, toLine } from '../source.ts';

/** ARCHITECTURE.md, rule 9. */
export const namedExports: Rule = makeRule(
  'named-exports',
  'every export has a name of its own',
  (source) =>
    listNodes(source, 'ExportDefaultDeclaration', 'ExportAllDeclaration').map(({ node }) => ({
      line: toLine(node),
      wrong: node.type === 'ExportAllDeclaration' ? 'export * hides names' : 'a default export',
      instead: 'write export before each declaration',
    })),
);

const frontDoes = {
  wrong: 'src/index.ts does something',
  instead: 'move it to the file that it is about, and export it from there',
};
const hasTwoHomes = {
  wrong: 'a name is passed on, so it has two homes',
  instead: 'write export where it is declared, and import it from there',
};

/** ARCHITECTURE.md, rule 9: who wants a thing imports it from the file that is named for it. */
export const noReexports: Rule = makeRule(
  'no-reexports',
  'only src/index.ts passes on what others export, and does nothing else',
  (source) => {
    if (readPlace(source.path) === undefined) return [];
    const isFront = source.path === 'src/index.ts';
    return listStatements(source)
      .filter((node) => isReexport(node) !== isFront)
      .map((node) => ({ line: toLine(node), ...(isFront ? frontDoes : hasTwoHomes) }));
  },
);

/** ARCHITECTURE.md, rule 9. */
export const noFolderIndex: Rule = makeRule(
  'no-folder-index',
  'no folder has an index file but src',
  ({ path }) => {
    if (!path.endsWith('/index.ts') || path === 'src/index.ts') return [];
    const instead = 'name the file for what it exports';
    return [{ line: 1, wrong: 'index.ts says nothing about its content', instead }];
  },
);

/** A newcomer reads the exported function before its body. */
export const docComments: Rule = makeRule(
  'doc-comments',
  'every exported function of src has a doc comment',
  (source) => {
    if (readPlace(source.path) === undefined) return [];
    const documented = new Set<string>();
    return listExports(source).flatMap(({ name, node, declaration }) => {
      if (!isFunction(declaration)) return [];
      // The comment of the first overload speaks for all.
      const isDocumented = documented.has(name) || hasDocComment(node);
      documented.add(name);
      if (isDocumented) return [];
      const instead = 'say above it in /** */ what goes in, what comes out and what can fail';
      return [{ line: toLine(node), wrong: `${name} has no doc comment`, instead }];
    });
  },
);

/** A file per thing, named for what it exports. */
export const namedForExport: Rule = makeRule(
  'named-for-export',
  'a file of a stage or of reports is named for what it exports',
  (source) => {
    const { layer, module } = readPlace(source.path) ?? { layer: '', module: '' };
    const isStage = layer === 'engine' && !assemblies.has(module.split('/')[1] ?? '');
    if (!isStage && layer !== 'reports') return [];
    const file = source.path.split('/').at(-1)?.replace(/\.ts$/, '') ?? '';
    const names = listExports(source).map(({ name }) => toKebab(name));
    if (names.some((name) => `-${name}-`.includes(`-${file}-`) || `${name}s` === file)) return [];
    return [
      {
        line: 1,
        wrong: `${file}.ts exports ${names.join(', ') || 'nothing'}`,
        instead: 'name the file for its main export',
      },
    ];
  },
);

type NamedExport = {
  readonly name: string;
  readonly node: Node;
  readonly declaration: Node | null | undefined;
};

function listStatements(source: SourceFile): readonly Statement[] {
  return listNodes(source, 'Program').flatMap(({ node }) => node.body);
}

function isReexport(node: Statement): boolean {
  return node.type === 'ExportNamedDeclaration' && !node.declaration;
}

function listExports(source: SourceFile): readonly NamedExport[] {
  return listNodes(source, 'ExportNamedDeclaration').flatMap(({ node }): NamedExport[] => {
    const { declaration } = node;
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' ? [{ name: id.name, node, declaration: init }] : [],
      );
    }
    if (!declaration || !('id' in declaration) || declaration.id?.type !== 'Identifier') return [];
    return [{ name: declaration.id.name, node, declaration }];
  });
}

function isFunction(node: Node | null | undefined): boolean {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'TSDeclareFunction' ||
    node?.type === 'ArrowFunctionExpression' ||
    node?.type === 'FunctionExpression'
  );
}

function hasDocComment(node: Node): boolean {
  const comment = node.leadingComments?.at(-1);
  return comment?.type === 'CommentBlock' && /^\*\s*\S/.test(comment.value);
}

function toKebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
