import type { FilePart } from '../../kit/files/folder.ts';
import { readPointer } from '../../kit/json/json-pointer.ts';
import { isKey } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { ProviderRef } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';
import type { Layering } from './layers.ts';
import type { WrittenAccount, WrittenProject } from './manifest.generated.ts';
import type { ManifestDocument } from './manifest-document.ts';
import type { ObjectNames, Selectable } from './selection.ts';

/** The kinds of files that people write, each with a published schema. */
export type SchemaKind = 'project' | 'account' | 'blueprint' | 'fleet' | 'policy' | 'world';

/** The schema of a kind of file, which the editors of a project read. */
export function toSchemaFile(kind: SchemaKind): string {
  return `schemas/${kind}.schema.json`;
}

/** Place of one document among those of its file. */
export type DocumentPart = FilePart & {
  /** Lines of the file before it. */
  readonly line: number;
  readonly documentIndex: number;
};

/** Plain data of a file, before any schema. */
export type RawDocument = ManifestDocument<unknown> & {
  /** Its bytes, if the file has other documents. */
  readonly part: DocumentPart | null;
  /**
   * Pointers of values that were refused already, empty ones and those with tags. The rest can be
   * validated.
   */
  readonly refused: readonly string[];
  /** True if the whole text was readable; otherwise the document is validated but never used. */
  readonly isWhole: boolean;
  /** The layers of an account that uses a blueprint, besides this document; null for others. */
  readonly layering: Layering | null;
};

/** The documents of a file, and its YAML errors. */
export type LoadedFile = {
  /** Length of the text in UTF-16 units; 0 if unreadable. */
  readonly size: number;
  readonly documents: readonly RawDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

/** One requested document; null if it is unavailable, and a diagnostic explains why. */
export type LoadedDocument = {
  readonly document: RawDocument | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** A document after its schema and rules were asked; null unless it is free of errors. */
export type ValidatedDocument<T> = {
  readonly document: ManifestDocument<T> | null;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * The same with the valid parts of a document with errors, for rules across manifests; never
 * planned.
 */
export type PartlyValidated<T> = ValidatedDocument<T> & {
  readonly rest: ManifestDocument<T> | null;
};

export type ProjectDocument = ManifestDocument<WrittenProject>;

export type AccountDocument = ManifestDocument<WrittenAccount>;

/** The first pass keeps this of an account's manifest. */
export type AccountEntry = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly file: string;
  /** Place of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly at: SourceSpan;
  /** External id for any environment, or by environment name. */
  readonly id: string | ReadonlyMap<string, string>;
  /** The valid manifest as written; null if it was dropped and must be loaded again. */
  readonly document: RawDocument | null;
  /** Digest of a dropped document: only the same content was validated. */
  readonly digest?: string;
  /** Part of the file that has the dropped document, so that the others are not parsed again. */
  readonly part?: DocumentPart;
  /** Its name in references to secrets, if that is another one. */
  readonly secretName?: string;
  /** Its row says that it is leaving. */
  readonly isLeaving?: true;
  /** Its other layers, if it uses a blueprint. */
  readonly layering?: Layering;
  /** Its dependencies besides its own file; absent if unread. */
  readonly uses?: ManifestUses;
  /** Names of its cycles and connectors, for `--select`; absent if unread. */
  readonly names?: ObjectNames;
  /** The same by environment, if environments differ in them. */
  readonly namesIn?: ReadonlyMap<string, ObjectNames>;
  /** Names in the addresses of its objects, for completion; absent if unread. */
  readonly addressNames?: AddressNames;
};

/** Names in the addresses of an account's objects, in any environment. */
export type AddressNames = {
  readonly connectors: readonly { readonly key: string; readonly name: string | null }[];
  readonly cycles: readonly {
    readonly key: string;
    readonly template: string | null;
    readonly steps: readonly string[];
  }[];
};

/** References of a manifest to the project, in all environments. Paths are as written. */
export type ManifestUses = {
  readonly cycleFiles: readonly string[];
  /** Files that its secrets are read from. */
  readonly secretFiles: readonly string[];
  /** References that providers give; absent without any. */
  readonly providerRefs?: readonly PlacedProviderRef[];
  /** Files of its blueprint, with the base, and of its fleet. */
  readonly layerFiles?: readonly string[];
  /** Variables of cyclectl.yaml, including possible ones. */
  readonly variables: readonly string[];
};

/** A reference that a provider gives, and the environment that has it; null is each. */
export type PlacedProviderRef = {
  readonly environment: string | null;
  readonly ref: ProviderRef;
};

/** All manifests, by the names that others refer to. */
export type ManifestIndex = {
  readonly accounts: readonly AccountEntry[];
  /** Accounts that have a name, and mistakes for which they are none of these. */
  readonly refused: readonly AccountEntry[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Input of the rules that compare manifests. */
export type IndexedManifests = Omit<ManifestIndex, 'refused'> & {
  /** Accounts whose manifests have errors: not planned, but their keys and ids are taken. */
  readonly faulty: readonly AccountEntry[];
};

/** The account's external id in an environment; null when it has no such account there. */
export function findIdInEnvironment(entry: AccountEntry, environment: string): string | null {
  return typeof entry.id === 'string' ? entry.id : (entry.id.get(environment) ?? null);
}

/** An account as selections read it in an environment. */
export function toSelectable(entry: AccountEntry, environment: string): Selectable {
  const names = entry.namesIn?.get(environment);
  return names === undefined ? entry : { ...entry, names };
}

/** The index entry of an account's manifest, without the document. */
export function toAccountEntry(document: AccountDocument): AccountEntry {
  const { metadata, spec } = document.written;
  // A text that was cut from that of a file keeps the whole of it in memory; a clone does not.
  const { id: ofAll, ids: ofEach, blueprint } = spec;
  const own = {
    id: ofAll,
    ids: ofEach,
    secretName: blueprint?.secretName,
    state: blueprint?.state,
  };
  const named = { ...metadata, ...own, names: listObjectNames(document) };
  const { name, labels = {}, id, ids = {}, secretName, state, names } = toCopy(named);
  return {
    key: name,
    labels,
    file: document.file,
    documentIndex: document.documentIndex,
    at: document.spanOf('/metadata/name'),
    id: id ?? new Map(Object.entries(ids)),
    document: null,
    names,
    ...(secretName === undefined ? {} : { secretName }),
    ...(state === 'leaving' ? { isLeaving: true } : {}),
  };
}

/** Copies plain JSON, much faster than structuredClone. */
export function toCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Names of the cycles and connectors of a manifest; one with mistakes may lack some. */
export function listObjectNames({ written }: AccountDocument): ObjectNames {
  const { cycles, connectors } = written.spec;
  const found = Object.entries(connectors ?? {}).flatMap(([key, entry]) => {
    const name = readPointer(entry, '/connector/name');
    return typeof name === 'string' ? [key, name] : [key];
  });
  return { cycles: Object.keys(cycles ?? {}), connectors: [...new Set(found)] };
}

/** A document that was loaded again, with the layers that its entry has. */
export function withLayering(document: RawDocument, { layering }: AccountEntry): RawDocument {
  return { ...document, layering: layering ?? null };
}

/** The index entry of a broken manifest that only has a name; null without one. */
export function toNamedEntry(document: RawDocument): AccountEntry | null {
  const key = readPointer(document.written, '/metadata/name');
  if (typeof key !== 'string' || !isKey(key)) return null;
  if (readPointer(document.written, '/kind') !== 'Account') return null;
  const { file, documentIndex } = document;
  const at = document.spanOf('/metadata/name');
  return { key, labels: {}, file, documentIndex, at, id: new Map(), document: null };
}
