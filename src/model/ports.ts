import type { FilePart, SkippedFile, TextReading } from '../kit/files/folder.ts';
import type { JsonObject } from '../kit/json/json.ts';
import type { Address } from './address.ts';
import type { MappingSlot } from './desired/mapping.ts';
import type { Activation } from './desired/schedule.ts';
import type { Answer } from './diagnostic/api-failure.ts';
import type { Capabilities } from './live/capabilities.ts';
import type { CallbackPage, ConsentLink, ConsentRequest } from './live/consent.ts';
import type { ExportedCycle } from './live/exported-cycle.ts';
import type {
  ConnectorRelease,
  LiveAccount,
  LiveCategory,
  LiveConnector,
  LiveCycle,
  LiveEdge,
  LiveMapping,
  LiveProperty,
  LiveStep,
  LiveVariable,
  OfferedSource,
  Prerequisite,
  RemoteId,
  TemplateItem,
  TemplateShape,
} from './live/live.ts';
import type { ConnectorMethod, MethodSource } from './live/method.ts';
import type { CallRequest, MethodAnswer, MethodCall } from './live/method-call.ts';
import type { TransactionReader } from './live/transaction.ts';
import type {
  AccountWrite,
  ConnectorInstall,
  ConnectorWrite,
  CycleWrite,
  MappingWrite,
} from './live/writes.ts';
import type { BoundSecret, Fingerprint, SecretRef, SecretValue } from './secret/secret.ts';
import type { AccountBinding, AccountState, StateChange } from './state/account-state.ts';
import type { HeldLock, HolderStatus, Locks, RunId } from './state/lock.ts';
import type { RevisionReader, RevisionWriter } from './state/rollout.ts';
import type { RunAccount, RunRecord } from './state/run.ts';
import type { RevocationReader, RevocationWriter } from './state/shared/link-revocations.ts';
import type { StoredTarget } from './state/stored-target.ts';

/** Files of the project that are not there yet. */
export interface NewFiles {
  /**
   * Creates a file and reads it back; false if it exists already, unchanged. Writes nothing outside
   * the project, or through a link. Throws `OperationalError`.
   */
  create(path: string, text: string): Promise<boolean>;
}

/** New and existing files of manifests. */
export interface ManifestFiles extends NewFiles {
  /**
   * Replaces a file, keeps its permissions, and reads it back; false if its text changed or a link
   * replaced it, and then it is unchanged. Throws `OperationalError`.
   */
  replace(
    path: string,
    change: { readonly before: string; readonly text: string },
  ): Promise<boolean>;
  /** Removes a file; false, and it stays, if it has another text than `before`. Throws `OperationalError`. */
  remove(path: string, before: string): Promise<boolean>;
}

/** A larger file is not read. */
export const maxFileBytes = 2 * 1024 * 1024;

/** The project folder. Paths are relative to it, with forward slashes; nothing outside it is read. */
export interface Files {
  /** UTF-8 text of at most 2 MiB, or of another bound; of a part alone, but for texts in memory. */
  read(path: string, mostBytes?: number, part?: FilePart): Promise<TextReading>;
  /** The *.yaml and *.yml files below a folder, sorted; links are not followed. Null: no folder. */
  listYaml(folder: string): Promise<readonly string[] | null>;
  /** Files that look like manifests but that `listYaml` excludes, such as *.json and *.YML. */
  listPassedOver(folder: string): Promise<readonly SkippedFile[]>;
}

/** Values of references. A missing one is `null`; an empty one counts as missing. */
export interface Secrets {
  /** Names references that are read soon, so that a provider is asked for many of them at once. */
  expect(refs: readonly SecretRef[]): void;
  read(ref: SecretRef): Promise<SecretValue | null>;
  /** The reference with the fingerprint of its value, if it has a value here. */
  bind(ref: SecretRef): Promise<BoundSecret>;
  /** Keyed digest of a live text. */
  fingerprint(text: string): Fingerprint;
}

/** Creates signatures of texts with the key of an environment. */
export interface Signer {
  /** `KEYID:HEX`. */
  sign(text: string): string;
  /** Compared in constant time. */
  verify(seal: string, text: string): 'whole' | 'other-key' | 'broken';
}

/** Reads that a planner may do. This type has no way to write. */
export interface ServiceReader extends TransactionReader {
  /** The parts that the service offers, read once per run. A missing part answers `not-offered`. */
  readCapabilities(): Promise<Capabilities>;
  listAccounts(): Promise<Answer<readonly LiveAccount[]>>;
  /** Not found is an answer, `null`. */
  readAccount(id: RemoteId): Promise<Answer<LiveAccount | null>>;
  /** All releases; asked without account header, or through this account where that is refused (SERVICE I.27). */
  listCatalog(throughAccount: RemoteId | null): Promise<Answer<readonly ConnectorRelease[]>>;
  /** Asked as `listCatalog` is. */
  listMethods(
    of: MethodSource,
    throughAccount: RemoteId | null,
  ): Promise<Answer<readonly ConnectorMethod[]>>;
  listTemplates(): Promise<Answer<readonly TemplateItem[]>>;
  exportTemplate(id: RemoteId): Promise<Answer<TemplateShape>>;
  /** A template as the service exports it, as `exportCycle` gives a cycle. */
  exportWholeTemplate(id: RemoteId): Promise<Answer<JsonObject>>;
  listConnectors(account: RemoteId): Promise<Answer<readonly LiveConnector[]>>;
  readConnector(account: RemoteId, id: RemoteId): Promise<Answer<LiveConnector | null>>;
  /** Without cycles whose deletion is scheduled. */
  listCycles(account: RemoteId): Promise<Answer<readonly LiveCycle[]>>;
  /** Cycles whose template has a newer release. The upgrade itself is left to the console. */
  listUpgradeable(account: RemoteId): Promise<Answer<readonly LiveCycle[]>>;
  readCycle(account: RemoteId, id: RemoteId): Promise<Answer<LiveCycle | null>>;
  listSteps(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveStep[]>>;
  /** Sources that earlier steps offer to a step, including those that their methods do not list. */
  listSources(account: RemoteId, step: RemoteId): Promise<Answer<readonly OfferedSource[]>>;
  listEdges(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveEdge[]>>;
  listVariables(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveVariable[]>>;
  listMappings(
    account: RemoteId,
    step: RemoteId,
    slot: MappingSlot,
  ): Promise<Answer<readonly LiveMapping[]>>;
  /** The same, where mappings of sensitive targets may be left out. */
  listPlainMappings: ServiceReader['listMappings'];
  listPrerequisites(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly Prerequisite[]>>;
  /** A cycle by its export; null if that is larger than 256 KiB. */
  readExportedCycle(account: RemoteId, cycle: RemoteId): Promise<Answer<ExportedCycle | null>>;
  /** The full export of a cycle; text in a sensitive parameter is replaced by `{secret: true}`. */
  exportCycle(account: RemoteId, cycle: RemoteId): Promise<Answer<JsonObject>>;
}

/** Writes, for apply alone. No method repeats itself after an unknown outcome. */
export interface ServiceWriter {
  createAccount(id: RemoteId, write: AccountWrite): Promise<Answer<LiveAccount>>;
  updateAccount(id: RemoteId, write: AccountWrite): Promise<Answer<LiveAccount>>;
  /** Deletes its content too. A missing account counts as deleted. */
  deleteAccount(id: RemoteId): Promise<Answer<null>>;
  installConnector(account: RemoteId, install: ConnectorInstall): Promise<Answer<LiveConnector>>;
  updateConnector(
    account: RemoteId,
    id: RemoteId,
    write: ConnectorWrite,
  ): Promise<Answer<LiveConnector>>;
  createProperty(
    at: ConnectorRef,
    name: string,
    value: string | SecretValue,
  ): Promise<Answer<LiveProperty>>;
  updateProperty(
    at: ConnectorRef,
    property: LiveProperty,
    value: string | SecretValue,
  ): Promise<Answer<LiveProperty>>;
  createCategory(at: ConnectorRef, name: string): Promise<Answer<LiveCategory>>;
  /** Gone already counts as done. */
  deleteConnector(account: RemoteId, id: RemoteId): Promise<Answer<null>>;
  installTemplate(account: RemoteId, template: RemoteId): Promise<Answer<LiveCycle>>;
  /** Creates a paused cycle from an export (SERVICE I.5). */
  importCycle(account: RemoteId, exported: JsonObject): Promise<Answer<LiveCycle>>;
  /** Creates a template in the console. Its id, if the answer has it (SERVICE I.5). */
  importTemplate(exported: JsonObject): Promise<Answer<RemoteId | null>>;
  updateCycle(account: RemoteId, id: RemoteId, write: CycleWrite): Promise<Answer<null>>;
  /** Gone already counts as done. */
  deleteCycle(account: RemoteId, id: RemoteId): Promise<Answer<null>>;
  activateCycle(account: RemoteId, id: RemoteId, activation: Activation): Promise<Answer<null>>;
  /** Lets queued transactions finish. */
  deactivateCycle(account: RemoteId, id: RemoteId): Promise<Answer<null>>;
  writeVariables(
    at: CycleRef,
    values: readonly {
      readonly displayName: string;
      readonly systemName: string;
      readonly value: string | SecretValue;
    }[],
  ): Promise<Answer<null>>;
  writeMapping(at: MappingRef, write: MappingWrite): Promise<Answer<null>>;
  /** Assumption: PUT step {AccountConnector: {Id}} binds the step to another installed connector. */
  bindStep(at: CycleRef, step: RemoteId, connector: RemoteId): Promise<Answer<null>>;
}

/** Calls through the service to a third party, which may change data that no plan knows. */
export interface MethodCaller {
  /** Sent once, whatever comes back: also 401 and 429 may be the third party's own. */
  callMethod(call: MethodCall): Promise<Answer<MethodAnswer>>;
  /** Describes the request of a call; sends nothing. */
  describeCall(call: MethodCall): CallRequest;
}

/** Links for a person to sign in a connector: neither plan nor apply may open an account by one. */
export interface ConsentClient {
  createConsentLink(at: ConnectorRef, request: ConsentRequest): Promise<Answer<ConsentLink>>;
  openCallbackPage(): Promise<CallbackPage>;
}

export type ConnectorRef = { readonly account: RemoteId; readonly connector: RemoteId };

export type CycleRef = { readonly account: RemoteId; readonly cycle: RemoteId };

export type MappingRef = {
  readonly account: RemoteId;
  readonly step: RemoteId;
  readonly slot: MappingSlot;
  readonly target: RemoteId;
};

/** Reads of the state that a planner may do. */
export interface StoreReader extends RunReader, RevisionReader, RevocationReader {
  /** With addresses: what it has of these alone. */
  readState(account: string, only?: readonly Address[]): Promise<AccountState>;
  /** Keys of all accounts that have a state, sorted. */
  listAccounts(): Promise<readonly string[]>;
  /** Keys of accounts with unfinished work, sorted. */
  listUnfinished(): Promise<readonly string[]>;
  /** Keys of the accounts that are bound to an account of the service, sorted; more than one is a fault. */
  listOwners(account: RemoteId): Promise<readonly string[]>;
  /** The binding of each account of ours, in the order of keys. */
  listBindings(): Promise<readonly AccountBinding[]>;
  /** The service that all this is about; null until an apply noted it. */
  readTarget(): Promise<StoredTarget | null>;
  /** Requests per second that the service was found to serve; null until an apply noted it. */
  readPace(): Promise<number | null>;
  /** Active holders, with or without a lock. */
  listHolders(): Promise<readonly HolderStatus[]>;
  /** Locked accounts, sorted. */
  listLocks(): Promise<readonly HeldLock[]>;
}

/** Reads of earlier runs that a planner may do. */
export interface RunReader {
  /** The newest first; `limit` is the most of them. */
  listRuns(limit: number): Promise<readonly RunRecord[]>;
  readRun(id: RunId): Promise<RunRecord | null>;
  /** In the order of their names. */
  readRunAccounts(id: RunId): AsyncIterable<RunAccount>;
  /** Null if it is none of its accounts, or the run is too old for them. */
  readRunAccount(id: RunId, account: string): Promise<RunAccount | null>;
}

/** Writes to the state, for apply alone: each change is one durable transaction. */
export interface StoreWriter
  extends StoreReader,
    RunWriter,
    RevisionWriter,
    RevocationWriter,
    Locks {
  /** Rejects with `LostLockError`, without any change, if the fence of the change is outdated. */
  update(change: StateChange): Promise<void>;
  saveTarget(target: StoredTarget): Promise<void>;
  savePace(requestsPerSecond: number): Promise<void>;
}

/** The journal of runs. */
export interface RunWriter {
  /** Adds it or puts it in place of the one with its id. */
  saveRun(run: RunRecord): Promise<void>;
  /** The same for accounts of a run, all in one transaction. */
  saveRunAccounts(id: RunId, accounts: readonly RunAccount[]): Promise<void>;
}

/** Saves the content of an account before it is destroyed. */
export interface Backup {
  /** Saves durably and reads back before it returns the path. Throws `OperationalError`. */
  save(account: string, text: string): Promise<string>;
}

/** A text outside of memory: a saved plan, or one on its way to the screen. */
export interface TextFile {
  /** Writes it as its pieces come; it has its name only when it is whole. */
  write(pieces: AsyncIterable<string>): Promise<void>;
  /** Its lines, without their ends. */
  lines(): AsyncIterable<string>;
}

export interface Clock {
  /** ISO UTC. */
  now(): string;
  wait(ms: number): Promise<void>;
}
