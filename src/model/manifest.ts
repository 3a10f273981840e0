import type { Diagnostic } from './diagnostic.ts';
import type { WrittenAccount, WrittenProject } from './manifest.generated.ts';
import type { SourceSpan } from './source-span.ts';

/**
 * A document that is valid against its schema and remembers where each value stands.
 * `pointer` is a JSON pointer into `written`, `''` for the document itself.
 */
export type ManifestDocument<T> = {
  readonly file: string;
  readonly written: T;
  /** Span of the value at a pointer. */
  spanOf(pointer: string): SourceSpan;
  /** Span of the key at a pointer (of a map entry). */
  keySpanOf(pointer: string): SourceSpan;
  /** The text as it stands in the file, for rules that judge how a scalar is written. */
  sourceOf(pointer: string): string | null;
};

export type ProjectDocument = ManifestDocument<WrittenProject>;
export type AccountDocument = ManifestDocument<WrittenAccount>;

/** What the first walk keeps of an account's manifest when its tree is dropped. */
export type AccountEntry = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly file: string;
  /** Place of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly at: SourceSpan;
  /** External id for any environment, or by environment name. */
  readonly id: string | ReadonlyMap<string, string>;
};

/** All manifests, by what other manifests and the command line can refer to. Sorted by key. */
export type ManifestIndex = {
  readonly accounts: readonly AccountEntry[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The account's external id in an environment; null when it has no such account there. */
export function idIn(entry: AccountEntry, environment: string): string | null {
  return typeof entry.id === 'string' ? entry.id : (entry.id.get(environment) ?? null);
}
