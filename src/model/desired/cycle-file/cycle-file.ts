import type { JsonObject } from '../../../kit/json/json.ts';
import type { CycleShape } from '../../live/cycle-shape.ts';
import type { LiveStep, LiveVariable, NamedParts } from '../../live/live.ts';
import type { SourceSpan } from '../../source-span.ts';
import type { MappingSlot, MappingSource } from '../mapping.ts';

/** What a cycle file says that it is, at its top. */
export const cycleFileFormat = 'cyclectl-cycle/1';

/** The end of a cycle file's name. */
export const cycleFileExtension = '.cycle.json';

/**
 * A cycle as a file: what the service exports, with names where it has ids (SERVICE E.2). The parts that
 * cyclectl understands are told here; `document` is all of it, as it is written.
 */
export type CycleFile = {
  /** The cycle's name where it was exported. */
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** In the order of execution. */
  readonly steps: readonly FileStep[];
  readonly edges: readonly FileEdge[];
  readonly variables: readonly FileVariable[];
  /** What else the export says of the cycle, under the service's names. */
  readonly settings: JsonObject;
  /** SHA-256 of the opaque parts that lie beside the file, in hex. */
  readonly blobs: readonly string[];
  readonly document: JsonObject;
};

/** A step of a cycle file. */
export type FileStep = {
  /** Its name, or `NAME#n` where that name repeats: what manifests call it. */
  readonly label: string;
  readonly name: string;
  readonly method: string | null;
  readonly isWebhook: boolean;
  readonly connector: FileConnector | null;
  /** TargetNames and Locations of its method, labelled where they repeat. */
  readonly parameters: readonly FileItem[];
  readonly fields: readonly FileItem[];
  readonly responses: readonly FileItem[];
  readonly mappings: readonly FileMapping[];
  /** What else the export says of the step, under the service's names. */
  readonly settings: JsonObject;
};

export type FileItem = {
  readonly label: string;
  readonly isSensitive: boolean;
  readonly isOptional: boolean;
};

/** The connector that a step uses; steps of one slot share an installed one. */
export type FileConnector = {
  readonly name: string;
  readonly version: string | null;
  /** `Sample CRM`, or `Sample CRM#2` for the second of that connector. */
  readonly slot: string;
};

export type FileEdge = {
  readonly tail: string;
  readonly head: string;
  readonly settings: JsonObject;
};

/** What a mapping of a file takes its value from. */
export type FileSource =
  | MappingSource
  /** A secret stood there: it is no part of the file, and the manifest gives it. */
  | { readonly kind: 'secret' }
  /** The service's word for the kind is none that we know; it goes as it came. */
  | { readonly kind: 'other'; readonly written: JsonObject };

export type FileMapping = {
  readonly slot: MappingSlot;
  readonly target: string;
  readonly source: FileSource;
  /** JSON pointer of the mapping in the document. */
  readonly pointer: string;
  /** What else the export says of the mapping, under the service's names. */
  readonly settings: JsonObject;
};

export type FileVariable = {
  readonly name: string;
  readonly value: string | null;
  /** A secret stood there. */
  readonly isSecret: boolean;
};

/** A cycle file of the project, read and judged, with what lies beside it. */
export type LoadedCycleFile = {
  /** Relative to the project folder. */
  readonly path: string;
  readonly file: CycleFile;
  /** Texts of its blobs by digest. */
  readonly blobs: ReadonlyMap<string, string>;
  spanOf(pointer: string): SourceSpan;
};

/** An opaque part of an export, which lies beside its cycle file. */
export type Blob = {
  /** SHA-256 of the text, in hex. */
  readonly digest: string;
  /** JSON. */
  readonly text: string;
};

/**
 * CycleEntityMappingType of an export by kind of source. A third party's parser guesses 0 and 1
 * (SERVICE E.2 [P]); the others are assumptions.
 */
export const mappingCodes = {
  step: 0,
  value: 1,
  ignore: 2,
  option: 3,
  variable: 4,
  lookup: 5,
} as const;

/** The name of a blob's file, for a cycle file of a name: `backfill.cycle.json` has `backfill.0a1b2c3d4e5f.blob`. */
export function toBlobFileName(cycleFile: string, digest: string): string {
  return `${toBlobPrefix(cycleFile)}.${digest.slice(0, 12)}.blob`;
}

/** What the names of all blobs of a cycle file begin with, without the dot. */
export function toBlobPrefix(cycleFile: string): string {
  return cycleFile.endsWith(cycleFileExtension)
    ? cycleFile.slice(0, -cycleFileExtension.length)
    : cycleFile.replace(/\.json$/, '');
}

/** The same of a file that may be a blob; null where it has no such name. */
export function parseBlobPrefix(path: string): string | null {
  return /^(.*)\.[0-9a-f]{12}\.blob$/s.exec(path)?.[1] ?? null;
}

/** What a file tells of the cycles that it makes, as a template's export does; ids are the file's own names. */
export function toFileTemplate({ steps, edges, variables }: CycleFile): NamedParts {
  return {
    steps: steps.map(toLiveStep),
    edges: edges.map(({ tail, head }) => ({ tail, head })),
    variables: variables.map(toLiveVariable),
  };
}

/** The shape that a cycle made from the file will have; ids are the file's own names. */
export function toFileShape(file: CycleFile): CycleShape {
  return {
    steps: file.steps.map((step) => ({ ...toLiveStep(step), label: step.label })),
    variables: file.variables.map(toLiveVariable),
  };
}

function toLiveVariable({ name, value }: FileVariable): LiveVariable {
  return { systemName: name, displayName: name, value };
}

function toLiveStep(step: FileStep): LiveStep {
  const toItems = (items: readonly FileItem[]) =>
    items.map(({ label, isSensitive, isOptional }) => ({
      id: label,
      name: label,
      isSensitive,
      isOptional,
    }));
  return {
    id: step.label,
    name: step.name,
    method: step.method,
    isWebhook: step.isWebhook,
    webhookUrl: null,
    connectorId: step.connector?.slot ?? null,
    connectorName: step.connector?.name ?? null,
    parameters: toItems(step.parameters),
    fields: toItems(step.fields),
    responses: toItems(step.responses),
  };
}
