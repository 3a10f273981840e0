import type { Address } from '../address.ts';
import type { CycleFile } from '../desired/cycle-file/cycle-file.ts';
import type { Answer, ApiFailure } from '../diagnostic/api-failure.ts';
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

/** All of an account that a manifest can manage and the service shows. */
export type WholeAccount = {
  readonly account: LiveAccount;
  readonly connectors: readonly LiveConnector[];
  readonly cycles: readonly WholeCycle[];
};

/** A cycle with the mappings of all its steps. */
export type WholeCycle = {
  readonly live: LiveCycle;
  readonly reading: CycleDetails;
  /** Its template; null if it has none, or none that the service lists. */
  readonly template: TemplateItem | null;
  /** The shape that the template gives its cycles; null if unknown. */
  readonly shape: TemplateShape | null;
};

/** Data that is read once per run for all accounts. */
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
  readonly connectors: readonly LiveConnector[] | null;
  readonly cycles: readonly LiveCycle[] | null;
  /** Records whose object is in no list and answers 404. */
  readonly gone: ReadonlySet<Address>;
};

/** Details of one cycle beyond its list item. */
export type CycleDetails = {
  readonly shape: CycleShape;
  /** Mappings by step id, for steps with managed mappings. */
  readonly parameters: ReadonlyMap<RemoteId, readonly LiveMapping[]>;
  readonly fields: ReadonlyMap<RemoteId, readonly LiveMapping[]>;
  /** All of its steps, edges, variables and mappings were read, as far as the service shows them. */
  readonly isWhole?: true;
  /** Why the parts that no manifest manages could not be read; absent if they were, or were not asked for. */
  readonly restUnread?: ApiFailure;
  /** Its structural differences from the file, if read. */
  readonly structure?: LiveStructure;
};

/** Structures of cycles whose applied file differs from that of Git. */
export type Structures = ReadonlyMap<RemoteId, LiveStructure>;

/** A live cycle, and its desired file. */
export type StructureQuery = {
  readonly account: RemoteId;
  readonly cycle: RemoteId;
  readonly file: CycleFile;
  /** Members of the export that the manifest sets, which are not compared with the file. */
  readonly ownSettings?: readonly string[];
};

/** The structure of a cycle, which cannot be written, as exported now. */
export type LiveStructure = {
  /** The digest of the cycle's file, if nothing differs. */
  readonly digest: string;
  /** Differences of a cycle from the file, in words. */
  readonly differences: readonly string[];
  /** The same differences from the other side, in words. */
  readonly notStored: readonly string[];
};

/** A prerequisite that a plan does not satisfy. */
export type UnmetPrerequisite = NamedPrerequisite & {
  /** The variable that the mapping uses now, or null. */
  readonly variable: string | null;
};
