import type { JsonObject } from '../kit/json/json.ts';
import type { MappingSlot } from './desired/mapping.ts';
import type { Activation } from './desired/schedule.ts';
import type { Answer } from './diagnostic/api-failure.ts';
import type { Capabilities } from './live/capabilities.ts';
import type { CallbackPage, ConsentLink, ConsentRequest } from './live/consent.ts';
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
import type {
  AccountWrite,
  ConnectorInstall,
  ConnectorWrite,
  CycleWrite,
  MappingWrite,
} from './live/writes.ts';
import type { AccountBinding, AccountState, StateChange } from './memory/account-state.ts';
import type { HeldLock, Holder, HolderStatus, LockResult } from './memory/lock.ts';
import type { RunAccount, RunRecord } from './memory/run.ts';
import type { RunId } from './memory/run-id.ts';
import type { StoredTarget } from './memory/stored-target.ts';
import type { BoundSecret, Fingerprint, SecretRef, SecretValue } from './secret/secret.ts';

/** Why a file has no text. */
export type FileProblem =
  | 'missing'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'outside'
  | 'private'
  | 'unreadable';

/** A larger file is not read. */
export const maxFileBytes = 2 * 1024 * 1024;

export type FileReadResult =
  /** `hasMark`: a byte order mark stands before the text, and is no part of it. */
  | { readonly ok: true; readonly text: string; readonly hasMark?: true }
  | { readonly ok: false; readonly problem: FileProblem };

/** The project folder. Paths are relative to it, with forward slashes; nothing outside it is read. */
export interface Files {
  /** UTF-8 text of at most 2 MiB. */
  read(path: string): Promise<FileReadResult>;
  /** The *.yaml and *.yml files beneath a folder, sorted; links are not followed. Null: no such folder. */
  listYaml(folder: string): Promise<readonly string[] | null>;
  /** What a reader may take for one of these files and `listYaml` leaves out; `name`: such as *.json and *.YML. */
  listPassedOver(
    folder: string,
  ): Promise<readonly { readonly path: string; readonly why: 'link' | 'not-a-file' | 'name' }[]>;
}

/** Values of references. A missing one is `null`; an empty one counts as missing. */
export interface Secrets {
  read(ref: SecretRef): Promise<SecretValue | null>;
  /** The reference with its value's fingerprint, where it has a value here. */
  bind(ref: SecretRef): Promise<BoundSecret>;
  /** Keyed digest of a text, for what was read from the service. */
  fingerprint(text: string): Fingerprint;
}

/** Seals texts with the key of an environment; who has not that key can make no seal. */
export interface PlanSigner {
  /** `KEYID:HEX`. */
  sign(text: string): string;
  /** Compared in constant time. */
  verify(seal: string, text: string): 'whole' | 'other-key' | 'broken';
}

/** What a planner may ask of the service. This type has no way to write. */
export interface ServiceReader {
  /** What the service offers; judged once per run. What it does not is answered with `not-offered`. */
  readCapabilities(): Promise<Capabilities>;
  listAccounts(): Promise<Answer<readonly LiveAccount[]>>;
  /** Not found is an answer, `null`. */
  readAccount(id: RemoteId): Promise<Answer<LiveAccount | null>>;
  /** All releases; asked without account header, or through this account where that is refused (SERVICE I.27). */
  listCatalog(throughAccount: RemoteId | null): Promise<Answer<readonly ConnectorRelease[]>>;
  /** Asked as `listCatalogue` is. */
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
  /** Without those whose deletion is scheduled. */
  listCycles(account: RemoteId): Promise<Answer<readonly LiveCycle[]>>;
  /** Those whose template has a newer release than they have. How one is upgraded is the console's own. */
  listUpgradeable(account: RemoteId): Promise<Answer<readonly LiveCycle[]>>;
  readCycle(account: RemoteId, id: RemoteId): Promise<Answer<LiveCycle | null>>;
  listSteps(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveStep[]>>;
  /** What earlier steps offer to a step, also what their methods do not list. */
  listSources(account: RemoteId, step: RemoteId): Promise<Answer<readonly OfferedSource[]>>;
  listEdges(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveEdge[]>>;
  listVariables(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly LiveVariable[]>>;
  listMappings(
    account: RemoteId,
    step: RemoteId,
    slot: MappingSlot,
  ): Promise<Answer<readonly LiveMapping[]>>;
  listPrerequisites(account: RemoteId, cycle: RemoteId): Promise<Answer<readonly Prerequisite[]>>;
  /**
   * A cycle as the service exports it, with all that it says; text in a parameter that it marks as sensitive
   * is replaced by `{secret: true}`.
   */
  exportCycle(account: RemoteId, cycle: RemoteId): Promise<Answer<JsonObject>>;
}

/** What apply alone gets. No method repeats itself after an unknown outcome. */
export interface ServiceWriter {
  createAccount(id: RemoteId, write: AccountWrite): Promise<Answer<LiveAccount>>;
  updateAccount(id: RemoteId, write: AccountWrite): Promise<Answer<LiveAccount>>;
  /** All that it holds goes along. Gone already counts as done. */
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
  /** A paused cycle from what the service would export of it (SERVICE I.5). */
  importCycle(account: RemoteId, exported: JsonObject): Promise<Answer<LiveCycle>>;
  /** A new template of the console. Its id, where the answer tells it (SERVICE I.5). */
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

/**
 * What reaches through the service to a third party. It stands apart from reading and writing: a call may
 * change what no plan knows of, so a plan must not have it; and it changes nothing that is managed, so
 * apply writes nothing by it.
 */
export interface MethodCaller {
  /** Sent once, whatever comes back: also 401 and 429 may be the third party's own. */
  callMethod(call: MethodCall): Promise<Answer<MethodAnswer>>;
  /** The request that it would be; nothing is sent. */
  describeCall(call: MethodCall): CallRequest;
}

/**
 * What lets a person sign a connector in. It stands apart: neither a plan nor an apply may make links that
 * open an account.
 */
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

/** What a planner may ask of our memory. */
export interface StoreReader extends RunReader {
  readState(account: string): Promise<AccountState>;
  /** Keys of all accounts that have a memory, sorted. */
  listAccounts(): Promise<readonly string[]>;
  /** Keys of those of which something was begun and is not noted as ended, sorted. */
  listUnfinished(): Promise<readonly string[]>;
  /** Keys of the accounts that are bound to an account of the service, sorted; more than one is a fault. */
  listOwners(account: RemoteId): Promise<readonly string[]>;
  /** What each account of ours is bound to, in the order of keys. */
  listBindings(): Promise<readonly AccountBinding[]>;
  /** The service that all this is about; null until an apply noted it. */
  readTarget(): Promise<StoredTarget | null>;
  /** Who has said that it is there and has not left, with or without an account. */
  listHolders(): Promise<readonly HolderStatus[]>;
  /** Accounts that somebody works on, sorted. */
  listLocks(): Promise<readonly HeldLock[]>;
}

/** What a planner may ask of earlier runs. */
export interface RunReader {
  /** The newest first; `limit` is the most of them. */
  listRuns(limit: number): Promise<readonly RunRecord[]>;
  readRun(id: RunId): Promise<RunRecord | null>;
  /** In the order of their names. */
  readRunAccounts(id: RunId): AsyncIterable<RunAccount>;
}

/** What apply alone gets: each change is one durable transaction. */
export interface StoreWriter extends StoreReader, RunWriter, Locks {
  /** Rejects with `LostLockError`, and changes nothing, where the change has a fence that is not the lock's any more. */
  update(change: StateChange): Promise<void>;
  saveTarget(target: StoredTarget): Promise<void>;
}

/** The journal of runs. */
export interface RunWriter {
  /** Adds it or puts it in place of the one with its id. */
  saveRun(run: RunRecord): Promise<void>;
  /** The same for accounts of a run, all in one transaction. */
  saveRunAccounts(id: RunId, accounts: readonly RunAccount[]): Promise<void>;
}

/** One lock for each account. */
export interface Locks {
  /** Says that a holder is there, and each time that it still is. */
  heartbeat(holder: Holder): Promise<void>;
  /**
   * Takes an account that nobody holds, or that this holder has. `over` is the fence of a lock that was found
   * stale: that one is taken, and no other that came in between.
   */
  acquireLock(account: string, holder: Holder, over?: number): Promise<LockResult>;
  /** Without effect where the account was taken by another since. */
  releaseLock(account: string, fence: number): Promise<void>;
  /** Lets everything go that a holder has, and forgets the holder. */
  removeHolder(holder: string): Promise<void>;
}

/** Keeps what there was of an account before it is destroyed. */
export interface Backup {
  /** Durable and read back before it answers where it is. Throws `OperationalError`. */
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

export interface Prompt {
  /** `no-terminal` when there is nobody to ask. */
  confirm(question: string): Promise<'yes' | 'no' | 'no-terminal'>;
  /** What a person types; null when there is nobody to ask, or the input ends. */
  readWord(question: string): Promise<string | null>;
}
