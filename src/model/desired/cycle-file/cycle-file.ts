import type { JsonObject } from '../../../kit/json/json.ts';
import type { CycleShape } from '../../live/cycle-shape.ts';
import type { ItemRules, LiveStep, LiveVariable, NamedParts } from '../../live/live.ts';
import type { SourceSpan } from '../../source-span.ts';
import type { MappingSlot, MappingSource } from '../mapping.ts';

/** A text that is to be written, and where in the project. */
export type DraftedText = { readonly path: string; readonly text: string };

/** The cycle file of an export, or the reason why there is none. */
export type DraftedCycle =
  | {
      readonly kind: 'drafted';
      /** Relative to the project folder. */
      readonly path: string;
      readonly file: CycleFile;
      /** The parts, then the file itself, so that a reader who finds the file finds all of it. */
      readonly texts: readonly DraftedText[];
      /** Pointers of unexplained ids, which have no meaning in another account. */
      readonly unexplained: readonly string[];
    }
  /** `because` continues a sentence after the name of the cycle. */
  | { readonly kind: 'refused'; readonly because: string };

/** The format line at the top of a cycle file. */
export const cycleFileFormat = 'cyclectl-cycle/1';

/** The end of a cycle file's name. */
export const cycleFileExtension = '.cycle.json';

/**
 * A cycle as a file: the export of the service, with names for ids (SERVICE E.2). Parts that
 * cyclectl understands are typed here; `document` is the whole.
 */
export type CycleFile = {
  /** The name of the exported cycle. */
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** In the order of execution. */
  readonly steps: readonly FileStep[];
  readonly edges: readonly FileEdge[];
  readonly variables: readonly FileVariable[];
  /** Other members of the cycle, by the service's names. */
  readonly settings: JsonObject;
  /** SHA-256 of the blobs beside the file, in hex. */
  readonly blobs: readonly string[];
  readonly document: JsonObject;
};

/** A step of a cycle file. */
export type FileStep = {
  /** Its name, or `NAME#n` for duplicates, as in manifests. */
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
  /** Other members of the step, by the service's names. */
  readonly settings: JsonObject;
};

export type FileItem = {
  readonly label: string;
  readonly isSensitive: boolean;
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

/** The source of a mapping of a file. */
export type FileSource =
  | MappingSource
  /** A redacted secret, which the manifest supplies. */
  | { readonly kind: 'secret' }
  /** An unknown kind of the service, kept unchanged. */
  | { readonly kind: 'other'; readonly written: JsonObject };

export type FileMapping = {
  readonly slot: MappingSlot;
  readonly target: string;
  readonly source: FileSource;
  /** JSON pointer of the mapping in the document. */
  readonly pointer: string;
  /** Other members of the mapping, by the service's names. */
  readonly settings: JsonObject;
};

export type FileVariable = {
  readonly name: string;
  readonly value: string | null;
  /** A secret stood there. */
  readonly isSecret: boolean;
};

/** A cycle file of the project, read and validated, with its blobs. */
export type LoadedCycleFile = {
  /** Relative to the project folder. */
  readonly path: string;
  readonly file: CycleFile;
  /** Texts of its blobs by digest. */
  readonly blobs: ReadonlyMap<string, string>;
  spanOf(pointer: string): SourceSpan;
};

/** An opaque part of an export, beside its cycle file. */
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

/** The prefix of all blobs of a cycle file, without the dot. */
export function toBlobPrefix(cycleFile: string): string {
  return cycleFile.endsWith(cycleFileExtension)
    ? cycleFile.slice(0, -cycleFileExtension.length)
    : cycleFile.replace(/\.json$/, '');
}

/** The prefix of a file that may be a blob; null for other names. */
export function parseBlobPrefix(path: string): string | null {
  return /^(.*)\.[0-9a-f]{12}\.blob$/s.exec(path)?.[1] ?? null;
}

/**
 * The steps, edges and variables of a file, as of a template's export; ids are the file's own
 * names.
 */
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

// The connector of the service says them: a file leaves out what is false or empty.
const noRules: ItemRules = { isOptional: true, dataType: null, values: [] };

function toLiveStep(step: FileStep): LiveStep {
  const toItems = (items: readonly FileItem[]) =>
    items.map(({ label, isSensitive }) => ({
      id: label,
      name: label,
      isSensitive,
      ...noRules,
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
