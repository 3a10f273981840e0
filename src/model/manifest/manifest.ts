import { readPointer } from '../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { isKey } from '../key.ts';
import type { SourceSpan } from '../source-span.ts';
import type { WrittenAccount, WrittenProject } from './manifest.generated.ts';

/**
 * A document of a manifest file, and where each of its values stands. Pointers are JSON pointers
 * into `written`, `''` for the document itself; one that leads nowhere stands for the nearest value
 * above it.
 */
export type ManifestDocument<T> = {
  readonly file: string;
  /** Place of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly written: T;
  /** Whether the file has something at a pointer, be it valid or not. */
  isWritten(pointer: string): boolean;
  /** Span of the value at a pointer. */
  spanOf(pointer: string): SourceSpan;
  /** Span of the key at a pointer (of a map entry). */
  keySpanOf(pointer: string): SourceSpan;
  /** The text of a scalar as it stands in the file, quotes and placeholders included; null for maps and lists. */
  sourceOf(pointer: string): string | null;
  /** Whether placeholders were filled in in the value at a pointer, so that the file says it in other words. */
  isInterpolated(pointer: string): boolean;
};

/** What load makes of text: plain data that no schema has judged yet. */
export type RawDocument = ManifestDocument<unknown> & {
  /** Pointers of values that were refused already, empty ones and those with tags. The rest can be judged. */
  readonly refused: readonly string[];
  /** Whether all that is written could be read; otherwise it is judged and never used. */
  readonly isWhole: boolean;
};

/** The documents of a file, and what is wrong with it as YAML. */
export type LoadedFile = {
  /** Length of the file's text, in UTF-16 units; 0 where it could not be read. */
  readonly size: number;
  readonly documents: readonly RawDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

/** One document that was looked for; null when it cannot be had, and a diagnostic says why. */
export type LoadedDocument = {
  readonly document: RawDocument | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** A document after its schema and rules were asked; null unless it is free of errors. */
export type ValidatedDocument<T> = {
  readonly document: ManifestDocument<T> | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** The same with what is well-formed of a document that has errors, for rules that look at many; never planned. */
export type PartlyValidated<T> = ValidatedDocument<T> & {
  readonly rest: ManifestDocument<T> | null;
};

export type ProjectDocument = ManifestDocument<WrittenProject>;
export type AccountDocument = ManifestDocument<WrittenAccount>;

/** What the first walk keeps of an account's manifest. */
export type AccountEntry = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly file: string;
  /** Place of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly at: SourceSpan;
  /** External id for any environment, or by environment name. */
  readonly id: string | ReadonlyMap<string, string>;
  /** The manifest itself as it is written, free of errors; null where it was dropped and is to be loaded again. */
  readonly document: RawDocument | null;
  /** Digest of what was written in one that was dropped: only the same was judged. */
  readonly digest?: string;
  /** What it rests on beside its own file; absent where nobody looked. */
  readonly uses?: ManifestUses;
};

/** What a manifest names of its project, in all environments. Paths are as it writes them. */
export type ManifestUses = {
  readonly cycleFiles: readonly string[];
  /** Files that its secrets are read from. */
  readonly secretFiles: readonly string[];
  /** Variables of cyclectl.yaml; what only may be one is among them. */
  readonly variables: readonly string[];
};

/** All manifests, by what other manifests and the command line can refer to. */
export type ManifestIndex = {
  readonly accounts: readonly AccountEntry[];
  /** Accounts that have a name, and mistakes for which they are none of these. */
  readonly refused: readonly AccountEntry[];
  readonly diagnostics: readonly Diagnostic[];
};

/** What the first walk hands to the rules between manifests. */
export type IndexedManifests = Omit<ManifestIndex, 'refused'> & {
  /** Accounts whose manifests have errors: not planned, and yet they take a key and an id. */
  readonly faulty: readonly AccountEntry[];
};

/** The account's external id in an environment; null when it has no such account there. */
export function findIdInEnvironment(entry: AccountEntry, environment: string): string | null {
  return typeof entry.id === 'string' ? entry.id : (entry.id.get(environment) ?? null);
}

/** What the index keeps of an account's manifest, without the document. */
export function toAccountEntry(document: AccountDocument): AccountEntry {
  const { metadata, spec } = document.written;
  return {
    key: metadata.name,
    labels: metadata.labels ?? {},
    file: document.file,
    documentIndex: document.documentIndex,
    at: document.spanOf('/metadata/name'),
    id: spec.id ?? new Map(Object.entries(spec.ids ?? {})),
    document: null,
  };
}

/** What the index keeps of a manifest that nothing but its name is left of; null where it has none. */
export function toNamedEntry(document: RawDocument): AccountEntry | null {
  const key = readPointer(document.written, '/metadata/name');
  if (typeof key !== 'string' || !isKey(key)) return null;
  if (readPointer(document.written, '/kind') !== 'Account') return null;
  const { file, documentIndex } = document;
  const at = document.spanOf('/metadata/name');
  return { key, labels: {}, file, documentIndex, at, id: new Map(), document: null };
}
