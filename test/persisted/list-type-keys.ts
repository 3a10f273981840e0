import { fileURLToPath } from 'node:url';
import {
  API,
  type Checker,
  ObjectFlags,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';

const home = fileURLToPath(new URL('../..', import.meta.url));

/** Exported types and values of one file; all of them where none is named. */
export type Exported = { readonly file: string; readonly names?: readonly string[] };

/**
 * Every key and literal of exported types, one per line: `Change[verb=delete].remoteId: string`.
 * Types in `references` appear by name; other type names are left out, so they can change. Throws
 * for a missing file or name.
 */
export function listTypeKeys(
  groups: readonly (readonly Exported[])[],
  references: readonly Exported[],
): readonly (readonly string[])[] {
  const api = new API({ cwd: home });
  try {
    const config = `${home}tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error('tsconfig.json is no project');
    const named = new Map<number, string>();
    for (const symbol of references.flatMap((from) => listExports(project, from))) {
      const type = typeOf(project.checker, symbol);
      if (type !== undefined) named.set(type.id, symbol.name);
    }
    return groups.map((group) =>
      group
        .flatMap((from) => listExports(project, from))
        .flatMap((symbol) => new TypeWalk(project.checker, named).list(symbol)),
    );
  } finally {
    api.close();
  }
}

function listExports(
  { checker, program }: Project,
  { file, names }: Exported,
): readonly TypeSymbol[] {
  const source = program.getSourceFile(`${home}${file}`);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module`);
  const exported = checker.getExportsOfModule(module);
  if (names === undefined) return exported;
  return names.map((name) => {
    const found = exported.find((symbol) => symbol.name === name);
    if (found === undefined) throw new Error(`${file} does not export ${name}`);
    return found;
  });
}

function typeOf(checker: Checker, symbol: TypeSymbol): Type | undefined {
  const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  const isType = (target.flags & (SymbolFlags.TypeAlias | SymbolFlags.Interface)) !== 0;
  return isType ? checker.getDeclaredTypeOfSymbol(target) : checker.getTypeOfSymbol(target);
}

class TypeWalk {
  readonly #checker: Checker;
  readonly #lines = new Set<string>();
  /** Types within which the walk is. */
  readonly #around: number[] = [];
  readonly #named: ReadonlyMap<number, string>;

  constructor(checker: Checker, named: ReadonlyMap<number, string>) {
    this.#checker = checker;
    this.#named = named;
  }

  list(symbol: TypeSymbol): readonly string[] {
    const type = typeOf(this.#checker, symbol);
    if (type !== undefined) this.#open(symbol.name, type);
    return [...this.#lines];
  }

  #walk(path: string, type: Type): void {
    const name = this.#named.get(type.id);
    if (name === undefined) this.#open(path, type);
    else this.#lines.add(`${path}: ${name}`);
  }

  #open(path: string, type: Type): void {
    const members = (type.isUnionType() ? type.getTypes() : [type]) ?? [];
    const objects = members.filter((member) => !this.#isSimple(member));
    for (const member of members) {
      if (this.#isSimple(member)) this.#addSimple(path, member);
      else
        this.#walkObject(objects.length > 1 ? `${path}${this.#nameVariant(member)}` : path, member);
    }
  }

  // A branded text is a text.
  #isSimple(type: Type): boolean {
    if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0) return true;
    return (
      type.isIntersectionType() && (type.getTypes() ?? []).some((part) => this.#isSimple(part))
    );
  }

  #addSimple(path: string, type: Type): void {
    if (type.isIntersectionType()) {
      for (const part of type.getTypes() ?? [])
        if (this.#isSimple(part)) this.#addSimple(path, part);
      return;
    }
    const text = this.#checker.typeToString(type);
    if (text === 'undefined') return;
    this.#lines.add(type.isLiteralType() ? `${path} = ${text}` : `${path}: ${text}`);
  }

  // Literals that distinguish it from other variants.
  #nameVariant(type: Type): string {
    const literals = this.#checker.getPropertiesOfType(type).flatMap((property) => {
      const is = this.#checker.getTypeOfSymbol(property);
      if (is === undefined || !is.isLiteralType() || this.#isOptional(property)) return [];
      return `${property.name}=${this.#checker.typeToString(is).replaceAll('"', '')}`;
    });
    return literals.length === 0 ? '' : `[${literals.sort().join(' ')}]`;
  }

  #isOptional(property: TypeSymbol): boolean {
    return (property.flags & SymbolFlags.Optional) !== 0;
  }

  #walkObject(path: string, type: Type): void {
    if (this.#around.includes(type.id)) {
      this.#lines.add(`${path}: as above`);
      return;
    }
    this.#around.push(type.id);
    if (this.#checker.isArrayLikeType(type)) this.#walkItems(path, type);
    else this.#walkKeys(path, type);
    this.#around.pop();
  }

  #walkItems(path: string, type: Type): void {
    const [item] = this.#checker.getIndexInfosOfType(type);
    if (item !== undefined) this.#walk(`${path}[]`, item.valueType);
  }

  #walkKeys(path: string, type: Type): void {
    const name = type.getSymbol()?.name ?? '';
    if (this.#isOfPlatform(type)) {
      this.#lines.add(`${path}: ${name}`);
      for (const [index, part] of this.#partsOf(type).entries())
        this.#walk(`${path}<${index}>`, part);
      return;
    }
    for (const signature of this.#checker.getSignaturesOfType(type, SignatureKind.Call)) {
      this.#lines.add(`${path}(): function`);
      for (const [index, parameter] of signature.getParameters().entries()) {
        const given = this.#checker.getTypeOfSymbol(parameter);
        if (given !== undefined) this.#walk(`${path}(${index})`, given);
      }
      const returned = this.#checker.getReturnTypeOfSignature(signature);
      if (returned !== undefined) this.#walk(`${path}()`, returned);
    }
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const is = this.#checker.getTypeOfSymbol(property);
      const key = `${path}.${property.name}${this.#isOptional(property) ? '?' : ''}`;
      if (is !== undefined) this.#walk(key, is);
    }
    for (const { valueType } of this.#checker.getIndexInfosOfType(type)) {
      this.#walk(`${path}.*`, valueType);
    }
  }

  #isOfPlatform(type: Type): boolean {
    // Mapped types such as Record have no name of their own.
    const symbol = type.getSymbol();
    const places = symbol?.name === '__type' ? [] : (symbol?.declarations ?? []);
    return places.some(({ path }) => /node_modules|bundled:|\/lib\.[a-z0-9.]*d\.ts/.test(path));
  }

  #partsOf(type: Type): readonly Type[] {
    if ((type as TypeReference).objectFlags & ObjectFlags.Reference)
      return this.#checker.getTypeArguments(type as TypeReference);
    return [];
  }
}
