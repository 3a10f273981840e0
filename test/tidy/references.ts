import { listNodes, type SourceFile, toLine, type Visit } from './source.ts';

/** A use of a global or of one of its members: `process` with `env`, `Date` with `now`. */
export type Reference = {
  readonly name: string;
  readonly member: string | undefined;
  readonly line: number;
  /** How many arguments it is called or made with; undefined when it is neither. */
  readonly argumentCount: number | undefined;
};

/** Every use of one of the names as a value, with its member when one is read from it. */
export function listReferences(
  source: SourceFile,
  names: ReadonlySet<string>,
): readonly Reference[] {
  const used = listNodes(source, 'Identifier').filter(
    (visit) => names.has(visit.node.name) && isValue(visit),
  );
  if (used.length === 0) return [];
  const calls = new Map(
    listNodes(source, 'CallExpression', 'NewExpression').map(({ node }) => [
      node.callee,
      node.arguments.length,
    ]),
  );
  return used.map(({ node, parent, key }) => {
    const holder = parent?.type === 'MemberExpression' && key === 'object' ? parent : undefined;
    return {
      name: node.name,
      member: holder === undefined ? undefined : readMember(holder),
      line: toLine(node),
      argumentCount: calls.get(holder ?? node),
    };
  });
}

/** A property that only happens to have the name of a global is no use of the global. */
function isValue({ parent, key }: Visit): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return key === 'object' || parent.computed;
    case 'ObjectProperty':
      return key === 'value' || parent.computed;
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassProperty':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'TSQualifiedName':
    case 'TSTypeReference':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
      return false;
    default:
      return true;
  }
}

function readMember(node: { property: { type: string }; computed?: boolean }): string {
  const { property, computed } = node;
  if (!computed && 'name' in property) return String(property.name);
  return 'value' in property ? String(property.value) : '[computed]';
}
