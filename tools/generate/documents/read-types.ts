import { fileURLToPath } from 'node:url';
import { isCallExpression, isIdentifier, isStringLiteral } from 'typescript/unstable/ast/is';
import { API, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What is written where: a kind of document, and the type of the parts that it is given. */
export type WrittenParts = { readonly kind: string; readonly parts: Type };

/** The types of the checkout. */
export type Types = {
  readonly checker: Project['checker'];
  /** The type that a file exports under a name. Throws if there is none. */
  readonly find: (file: string, name: string) => Type;
  /** The parts of all calls of a writer of documents, in the files that match. */
  readonly listCalls: (files: RegExp, writers: ReadonlySet<string>) => readonly WrittenParts[];
};

/** Opens the types of the checkout, for as long as the work takes. */
export function withTypes<T>(work: (types: Types) => T): T {
  const api = new API({ cwd: root });
  try {
    const config = `${root}tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error('tsconfig.json is no project');
    return work({
      checker: project.checker,
      find: (file, name) => findType(project, file, name),
      listCalls: (files, writers) => listCalls(project, files, writers),
    });
  } finally {
    api.close();
  }
}

function findType({ checker, program }: Project, file: string, name: string): Type {
  const source = program.getSourceFile(`${root}${file}`);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const found = (module === undefined ? [] : checker.getExportsOfModule(module)).find(
    (symbol) => symbol.name === name,
  );
  if (found === undefined) throw new Error(`${file} does not export ${name}`);
  const isAlias = (found.flags & SymbolFlags.Alias) !== 0;
  return checker.getDeclaredTypeOfSymbol(isAlias ? checker.getAliasedSymbol(found) : found);
}

type SourceNode = Parameters<typeof isCallExpression>[0];

function listCalls(
  { checker, program }: Project,
  files: RegExp,
  writers: ReadonlySet<string>,
): readonly WrittenParts[] {
  const found: WrittenParts[] = [];
  const visit = (node: SourceNode): undefined => {
    if (isCallExpression(node) && isIdentifier(node.expression)) {
      const [kind, parts] = node.arguments;
      if (writers.has(node.expression.text) && kind !== undefined && parts !== undefined) {
        const type = isStringLiteral(kind) ? checker.getTypeAtLocation(parts) : undefined;
        if (type !== undefined && isStringLiteral(kind))
          found.push({ kind: kind.text, parts: type });
      }
    }
    node.forEachChild(visit);
    return undefined;
  };
  for (const path of program.getSourceFileNames().toSorted()) {
    if (!path.startsWith(root) || !files.test(path.slice(root.length))) continue;
    const source = program.getSourceFile(path);
    if (source !== undefined) visit(source);
  }
  return found;
}
