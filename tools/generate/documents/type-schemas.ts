import {
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';
import type { Node } from '../schema-node.ts';

/** Types whose values are written as the list of their items. */
const lists: ReadonlySet<string> = new Set([
  'Iterable',
  'AsyncIterable',
  'Generator',
  'AsyncGenerator',
  'AsyncIterableIterator',
]);

/** Makes JSON Schemas of types. Named types of objects become definitions, which it collects. */
export class TypeSchemas {
  readonly #checker: Checker;
  readonly #names = new Map<number, string>();
  readonly #definitions = new Map<string, Node>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** The definitions so far, in order of names. */
  definitions(): Node {
    return Object.fromEntries(
      [...this.#definitions].toSorted(([left], [right]) => (left < right ? -1 : 1)),
    );
  }

  /** The schema of a type. */
  make(type: Type): Node {
    const { flags } = type;
    if ((flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0) return {};
    if ((flags & TypeFlags.Never) !== 0) return { not: {} };
    if ((flags & TypeFlags.Null) !== 0) return { type: 'null' };
    if (type.isLiteralType()) return { const: type.value };
    if ((flags & TypeFlags.StringLike) !== 0) return { type: 'string' };
    if ((flags & TypeFlags.NumberLike) !== 0) return { type: 'number' };
    if ((flags & TypeFlags.BooleanLike) !== 0 && !type.isUnionType()) return { type: 'boolean' };
    if (type.isUnionType()) return this.#named(type, () => this.#makeUnion(type));
    if (type.isIntersectionType() && this.#isBrandedText(type)) return { type: 'string' };
    if ((flags & TypeFlags.NonPrimitive) !== 0) return { type: 'object' };
    return this.#makeObject(type);
  }

  #isBrandedText(type: Type): boolean {
    const parts = type.isIntersectionType() ? (type.getTypes() ?? []) : [];
    return parts.some(({ flags }) => (flags & TypeFlags.StringLike) !== 0);
  }

  #makeUnion(type: Type): Node {
    const all = type.isUnionType() ? (type.getTypes() ?? []) : [type];
    const parts = all.filter(({ flags }) => (flags & TypeFlags.Undefined) === 0);
    const literals = parts.flatMap((part) => {
      const made = (part.flags & TypeFlags.Object) === 0 ? this.make(part) : {};
      return 'const' in made ? [made.const] : [];
    });
    const isFlag = literals.includes(true) && literals.includes(false);
    const words = isFlag ? literals.filter((each) => typeof each !== 'boolean') : literals;
    const others = parts.map((part) => this.make(part)).filter((made) => !('const' in made));
    const variants = [
      ...(isFlag ? [{ type: 'boolean' }] : []),
      ...(words.length === 1 ? [{ const: words[0] }] : []),
      ...(words.length > 1 ? [{ enum: words.toSorted() }] : []),
      ...others,
    ];
    const distinct = [...new Map(variants.map((each) => [JSON.stringify(each), each])).values()];
    const [only] = distinct;
    if (distinct.length === 1 && only !== undefined) return only;
    const kinds = distinct.map((each) => (Object.keys(each).length === 1 ? each.type : undefined));
    return kinds.every((kind) => typeof kind === 'string')
      ? { type: kinds.toSorted() }
      : { anyOf: distinct };
  }

  #makeObject(type: Type): Node {
    const item = this.#readItem(type);
    if (item !== null) return { type: 'array', items: this.make(item) };
    const returned = this.#readReturned(type);
    if (returned !== null) return this.make(returned);
    return this.#named(type, () => this.#makeMembers(type));
  }

  #makeMembers(type: Type): Node {
    const properties: [string, Node][] = [];
    const required: string[] = [];
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const of = this.#checker.getTypeOfSymbol(property);
      // A variant of a union of literals has the members of the others as undefined.
      if (of === undefined || of.flags === TypeFlags.Undefined) continue;
      properties.push([property.name, { ...this.#describe(property), ...this.make(of) }]);
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0 || isMaybeUndefined(of);
      if (!isOptional) required.push(property.name);
    }
    const [index] = this.#checker.getIndexInfosOfType(type);
    return {
      type: 'object',
      additionalProperties: index === undefined ? false : this.make(index.valueType),
      ...(required.length === 0 ? {} : { required }),
      ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    };
  }

  #describe(property: TypeSymbol): Node {
    const text = this.#checker
      .getDocumentationCommentOfSymbol(property)
      .replaceAll(/\s+/g, ' ')
      .trim();
    return text === '' ? {} : { description: text };
  }

  #readItem(type: Type): Type | null {
    if (this.#checker.isArrayLikeType(type)) {
      return this.#checker.getIndexInfosOfType(type)[0]?.valueType ?? null;
    }
    if (!lists.has(type.getSymbol()?.name ?? '')) return null;
    return this.#checker.getTypeArguments(type as TypeReference)[0] ?? null;
  }

  // A part that is known after the lists is a function, which may promise it.
  #readReturned(type: Type): Type | null {
    if (type.getSymbol()?.name === 'Promise') {
      return this.#checker.getTypeArguments(type as TypeReference)[0] ?? null;
    }
    const [signature] = this.#checker.getSignaturesOfType(type, SignatureKind.Call);
    return signature === undefined
      ? null
      : (this.#checker.getReturnTypeOfSignature(signature) ?? null);
  }

  // Puts an object with a name among the definitions, where it may also name itself.
  #named(type: Type, make: () => Node): Node {
    const known = this.#names.get(type.id);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const name = toName(type);
    if (name === null) return make();
    const free = this.#findFree(name);
    this.#names.set(type.id, free);
    this.#definitions.set(free, {});
    this.#definitions.set(free, make());
    return { $ref: `#/$defs/${free}` };
  }

  #findFree(name: string): string {
    if (!this.#definitions.has(name)) return name;
    let number = 2;
    while (this.#definitions.has(`${name}${number}`)) number += 1;
    return `${name}${number}`;
  }
}

function toName(type: Type): string | null {
  const alias = type.getAliasSymbol()?.name;
  const own = type.isUnionType() ? undefined : type.getSymbol()?.name;
  const name = alias ?? own ?? '';
  const isPlain =
    /^[A-Z]\w*$/.test(name) && !/^(?:Record|Partial|Pick|Omit|Readonly|Extract)$/.test(name);
  return isPlain ? name : null;
}

function isMaybeUndefined(type: Type): boolean {
  if ((type.flags & TypeFlags.Undefined) !== 0) return true;
  return type.isUnionType() && (type.getTypes() ?? []).some((part) => isMaybeUndefined(part));
}
