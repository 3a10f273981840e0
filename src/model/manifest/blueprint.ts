import type { SourceSpan } from '../source-span.ts';
import type { ManifestDocument } from './manifest-document.ts';

/** Types of a blueprint's inputs. */
export const inputTypes = [
  'string',
  'number',
  'boolean',
  'enum',
  'secret',
  'mapping',
  'list',
] as const;

export type InputType = (typeof inputTypes)[number];

/** Settings of an account, all optional, in the shape of its spec. */
export type Patch = Readonly<Record<string, unknown>>;

/** Settings and values of inputs that a layer adds. */
export type WrittenPatch = Patch & { readonly inputs?: Readonly<Record<string, unknown>> };

/** An input as a blueprint declares it. */
export type WrittenInput = {
  readonly type: InputType;
  readonly title?: string;
  readonly description?: string;
  /** False: without a value, the settings with its placeholder are not managed. */
  readonly required?: boolean;
  readonly default?: unknown;
  /** For a string: a regular expression of RE2 that the whole value must match. */
  readonly pattern?: string;
  /** For an enum: its values. */
  readonly values?: readonly string[];
  /** Its earlier name, which tables, overrides and files may still use. */
  readonly renamedFrom?: string;
  /** For a secret: where each account has its value. */
  readonly ref?: unknown;
};

/** A document of kind Blueprint. */
export type WrittenBlueprint = {
  readonly metadata: { readonly name: string };
  readonly spec: Patch & {
    readonly base?: string;
    readonly inputs?: Readonly<Record<string, WrittenInput>>;
    readonly environments?: Readonly<Record<string, WrittenPatch>>;
  };
};

/** An input with its place; `matches` returns whether a text has its pattern. */
export type Input = WrittenInput & {
  readonly name: string;
  readonly at: SourceSpan;
  readonly document: ManifestDocument<unknown>;
  readonly matches: (text: string) => boolean;
};

/** Values that a condition reads. */
export type ConditionScope = {
  /** Inputs that have a value. */
  readonly inputs: ReadonlyMap<string, unknown>;
  /** Name and labels of the account. */
  readonly name: string;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly variables: ReadonlyMap<string, unknown>;
};

/** Expressions of CEL by which an account has a part of the blueprint, or not. */
export type Conditions = {
  /** The reason why an expression is none, or is refused; null if it is right. */
  readonly check: (text: string) => string | null;
  /** Evaluates it; a mistake is, for example, a label that the account does not have. */
  readonly evaluate: (
    text: string,
    scope: ConditionScope,
  ) => { readonly isMet: boolean } | { readonly mistake: string };
};

/** A valid blueprint, with what it builds on. */
export type Blueprint = {
  readonly name: string;
  readonly document: ManifestDocument<WrittenBlueprint>;
  readonly base: Blueprint | null;
  /** Its inputs, and those of its base that it does not declare itself. */
  readonly inputs: ReadonlyMap<string, Input>;
  readonly conditions: Conditions;
};
