import type { Address } from '../address.ts';
import type { CycleFile } from '../desired/cycle-file/cycle-file.ts';
import type { Answer } from '../diagnostic/api-failure.ts';
import type { CycleShape } from './cycle-shape.ts';
import type {
  ConnectorRelease,
  LiveAccount,
  LiveConnector,
  LiveCycle,
  LiveMapping,
  RemoteId,
  TemplateItem,
  TemplateShape,
} from './live.ts';
import type { ConnectorMethod } from './method.ts';
import type { NamedPrerequisite } from './named-prerequisite.ts';

/** What is read once per run and is the same for all accounts. */
export type Catalog = {
  readonly releases: readonly ConnectorRelease[];
  readonly templates: readonly TemplateItem[];
  /** False where the service does not list them and the environment names them. */
  readonly areTemplatesListed: boolean;
  /** A template's export; read once, when first asked for. */
  readTemplateShape(template: RemoteId): Promise<Answer<TemplateShape>>;
  /** The methods of a release; read once, when first asked for. */
  readMethods(release: RemoteId): Promise<Answer<readonly ConnectorMethod[]>>;
};

/** The lists of one account. Null where they are not managed and so were not read. */
export type AccountListing = {
  /** Null: two witnesses say that there is none. */
  readonly account: LiveAccount | null;
  readonly connectors: readonly LiveConnector[] | null;
  readonly cycles: readonly LiveCycle[] | null;
  /** Records whose object is in no list and answers 404. */
  readonly gone: ReadonlySet<Address>;
};

/** What was read of one cycle beyond its list item. */
export type CycleDetails = {
  readonly shape: CycleShape;
  /** Mappings by step id, for the steps whose mappings are managed. */
  readonly parameters: ReadonlyMap<RemoteId, readonly LiveMapping[]>;
  readonly fields: ReadonlyMap<RemoteId, readonly LiveMapping[]>;
  /** How it differs from its file in structure, where that was looked at. */
  readonly structure?: LiveStructure;
};

/** How cycles of ours are built now, as far as it was looked at: those to which another file was applied than Git names. */
export type Structures = ReadonlyMap<RemoteId, LiveStructure>;

/** A cycle that is there, and the file that it is to be built from. */
export type StructureQuery = {
  readonly account: RemoteId;
  readonly cycle: RemoteId;
  readonly file: CycleFile;
};

/** What of a cycle cannot be written, as it is exported now. */
export type LiveStructure = {
  /** That of the cycle's file, where nothing differs from it. */
  readonly digest: string;
  /** What a cycle of the file has otherwise than this one, in words. */
  readonly differences: readonly string[];
  /** What this one has otherwise than the file, in words: the same from the other side. */
  readonly notStored: readonly string[];
};

/** What keeps a cycle from starting, as far as a plan does not write it. */
export type UnmetPrerequisite = NamedPrerequisite & {
  /** The variable that the mapping takes its value from now; null where it takes none from any. */
  readonly variable: string | null;
};
