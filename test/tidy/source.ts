import { posix } from 'node:path';
import { type ParseResult, parse } from '@babel/parser';
import type { Comment, File, Node } from '@babel/types';

/** One node of a syntax tree, with the node that holds it and under which key. */
export type Visit<N extends Node = Node> = {
  readonly node: N;
  readonly parent: Node | undefined;
  readonly key: string;
};

/** One place where a file names another module. */
export type ImportEdge = {
  readonly specifier: string;
  /** The path from the root of the checkout; undefined for a package or a Node module. */
  readonly target: string | undefined;
  readonly line: number;
  readonly isType: boolean;
  /** Loaded when it is asked for: `import()`. */
  readonly isDynamic: boolean;
  readonly names: readonly string[];
};

/** A TypeScript file of ours, parsed once for all rules. */
export type SourceFile = {
  readonly path: string;
  readonly lineCount: number;
  readonly comments: readonly Comment[];
  readonly visits: ReadonlyMap<string, readonly Visit[]>;
  readonly imports: readonly ImportEdge[];
};

const keysWithoutNodes = new Set([
  'loc',
  'range',
  'extra',
  'leadingComments',
  'trailingComments',
  'innerComments',
  'errors',
  'comments',
  'tokens',
]);

/** Parses one file; throws a SyntaxError with a place when it is no TypeScript. */
export function parseSource(path: string, text: string): SourceFile {
  const file: ParseResult<File> = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const visits = new Map<string, Visit[]>();
  collectVisits(file.program, visits);
  return {
    path,
    lineCount: text.replace(/\n$/, '').split('\n').length,
    comments: file.comments ?? [],
    visits,
    imports: listImports(path, visits),
  };
}

/** All nodes of the given types, in the order of the file within each type. */
export function listNodes<T extends Node['type']>(
  source: SourceFile,
  ...types: readonly T[]
): readonly Visit<Extract<Node, { type: T }>>[] {
  return types.flatMap(
    (type) => (source.visits.get(type) ?? []) as readonly Visit<Extract<Node, { type: T }>>[],
  );
}

/** The first line of a node, counted from 1. */
export function toLine(node: Node): number {
  return node.loc?.start.line ?? 1;
}

function collectVisits(root: Node, visits: Map<string, Visit[]>): void {
  const queue: Visit[] = [{ node: root, parent: undefined, key: 'program' }];
  for (let visit = queue.pop(); visit !== undefined; visit = queue.pop()) {
    const { node } = visit;
    const found = visits.get(node.type);
    if (found === undefined) visits.set(node.type, [visit]);
    else found.push(visit);
    for (const key of Object.keys(node).reverse()) {
      const value: unknown = Reflect.get(node, key);
      // Most values are numbers and names.
      if (typeof value !== 'object' || value === null || keysWithoutNodes.has(key)) continue;
      if (isNode(value)) queue.push({ node: value, parent: node, key });
      if (!Array.isArray(value)) continue;
      for (const child of value.toReversed()) {
        if (isNode(child)) queue.push({ node: child, parent: node, key });
      }
    }
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}

function listImports(path: string, visits: ReadonlyMap<string, readonly Visit[]>): ImportEdge[] {
  return [...visits.values()].flat().flatMap(({ node }) => {
    const edge = readEdge(node);
    if (edge === undefined) return [];
    const isRelative = /^\.\.?\//.test(edge.specifier);
    const target = isRelative ? posix.join(posix.dirname(path), edge.specifier) : undefined;
    return [{ ...edge, target, line: toLine(node) }];
  });
}

function readEdge(node: Node): Omit<ImportEdge, 'target' | 'line'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return {
        specifier: node.source.value,
        isType: node.importKind === 'type',
        isDynamic: false,
        names: node.specifiers.map(readImportedName),
      };
    case 'ExportNamedDeclaration':
      if (!node.source) return undefined;
      return {
        specifier: node.source.value,
        isType: node.exportKind === 'type',
        isDynamic: false,
        names: node.specifiers.map((one) => readName('local' in one ? one.local : one.exported)),
      };
    case 'ExportAllDeclaration':
      return {
        specifier: node.source.value,
        isType: node.exportKind === 'type',
        isDynamic: false,
        names: ['*'],
      };
    case 'ImportExpression':
      return readLiteral(node.source, false);
    case 'TSImportType':
      return readLiteral(node.source, true);
    default:
      return undefined;
  }
}

function readImportedName(specifier: Node): string {
  if (specifier.type === 'ImportSpecifier') return readName(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function readName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : '*';
}

function readLiteral(node: Node, isType: boolean): Omit<ImportEdge, 'target' | 'line'> | undefined {
  if (node.type !== 'StringLiteral') return undefined;
  return { specifier: node.value, isType, isDynamic: !isType, names: ['*'] };
}
