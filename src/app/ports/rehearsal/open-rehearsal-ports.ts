import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../../emulator/emulator.ts';
import type { RecordedAccount } from '../../../emulator/state/recorded-account.ts';
import type { Choices } from '../../../emulator/world/choices.ts';
import type { World } from '../../../emulator/world/file/world.ts';
import { openRevisions } from '../../../engine/index/revisions/revisions.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { closeIfFailing } from '../../../kit/tasks/run-in-order.ts';
import type { PlannedSecret, PlanTarget } from '../../../model/plan/plan.ts';
import type { Secrets, StoreReader, StoreWriter } from '../../../model/ports.ts';
import { SecretValue } from '../../../model/secret/secret.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import type { OpenedSecrets } from '../../../secrets/open-secrets.ts';
import { openService, type Service } from '../../../service/open-service.ts';
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts';
import { openPolicies } from '../../policies/open-policies.ts';
import { openProjectFiles } from '../../project/project-files.ts';
import { resolveOwnPath } from '../../project/resolve-own-path.ts';
import {
  checkKeySet,
  type EnvironmentContext,
  openEnvironmentSecrets,
} from '../open-environment-secrets.ts';
import { toPace } from '../open-lease.ts';
import { readToday, type WritePorts } from '../open-ports.ts';
import { openStoreReader } from '../open-store.ts';
import { checkTls } from '../operator-bounds.ts';
import { checkTargetUnchanged, toPlanTarget } from '../with-recorded-target.ts';
import { openLocalService, readWorldFile } from '../worlds/open-local-service.ts';
import { makeStandIns, type StandIns } from './make-stand-ins.ts';
import { RequestCounter, type RequestLedger } from './request-ledger.ts';

export type {
  RecordedAccount,
  RecordedConnector,
  RecordedCycle,
  RecordedSource,
  RecordedStep,
} from '../../../emulator/state/recorded-account.ts';
export type {
  World,
  WorldConnector,
  WorldRelease,
  WorldTemplate,
} from '../../../emulator/world/file/world.ts';
export type { KnownSecret, StandIns } from './make-stand-ins.ts';
export type { RequestLedger } from './request-ledger.ts';

/** What a rehearsal is made from. All of it is only read, and no request leaves for the service. */
export type RehearsalSources = {
  readonly target: PlanTarget;
  readonly store: StoreReader;
  /** Verifies signatures. */
  readonly secrets: OpenedSecrets;
  /** The world of an embedded service. */
  readonly world: World | null;
  /** Requests per second that an apply may count on, by the project and by earlier runs. */
  readonly pace: number;
  close(): Promise<void>;
};

/** Opens the state of an environment for a rehearsal. Creates nothing. */
export async function openRehearsalSources(input: EnvironmentContext): Promise<RehearsalSources> {
  const { environment } = input.project;
  const { limits, service } = environment;
  checkKeySet(input);
  checkKeyThere(input);
  const secrets = await openEnvironmentSecrets(input, openProjectFiles(input.options.directory));
  const store = await openStoreReader(input);
  return closeIfFailing(store, async () => {
    await checkTargetUnchanged(environment, store);
    const world =
      service.kind === 'emulator'
        ? await readWorld(await readWorldFile(input.options.directory, service.worldFile))
        : null;
    return {
      target: toPlanTarget(environment),
      store,
      secrets,
      world,
      pace: toPace(limits, await store.readPace()),
      close: () => store.close(),
    };
  });
}

async function readWorld(text: string): Promise<World> {
  const { readWorld: read } = await import('../../../emulator/world/file/read-world.ts');
  return read(text);
}

// A key that is made now verifies nothing.
function checkKeyThere({ options, project: { environment } }: EnvironmentContext): void {
  if (environment.service.kind !== 'emulator') return;
  const file = join('.cyclectl', environment.name, 'secret.key');
  if (existsSync(resolveOwnPath(options.directory, file))) return;
  throw new OperationalError(`${environment.name} has no state here, so no plan of it was made here`, {
    remedy: 'Plan here with cyclectl plan --out FILE, and rehearse that plan.',
  });
}

/** The service as a rehearsal begins with it. */
export type ServiceSeed = {
  readonly world: World;
  readonly accounts: readonly RecordedAccount[];
  /** Records of the accounts of the plan. */
  readonly states: readonly AccountState[];
  /** What the service shows of itself, by the records. */
  readonly shows: Pick<Choices, 'authValueOnRead' | 'scheduleReadable'>;
  /** True if the service offers no more than is documented. */
  readonly isDocumented: boolean;
};

/** How a rehearsal is run. */
export type RehearsalConditions = {
  /** Requests per second; null: as many as come. */
  readonly pace: number | null;
  /** Faults, as the control port of the emulator takes them. */
  readonly faults: readonly unknown[];
};

/** Ports on which a plan is rehearsed. Only `openRehearsalPorts` gives them. */
export type RehearsalPorts = WritePorts & {
  readonly ledger: RequestLedger;
  /** Lets all further requests pass. */
  endFaults(): void;
};

/** Makes the stand-ins for the secrets of a plan. */
export function openStandIns(
  { secrets }: RehearsalSources,
  planned: Iterable<PlannedSecret>,
): StandIns {
  return makeStandIns(secrets, planned);
}

/**
 * Opens a service and a store in memory, with what is recorded of the accounts of a plan. Reads of policies and
 * of revisions are those of an apply.
 */
export async function openRehearsalPorts(
  input: EnvironmentContext,
  from: { readonly sources: RehearsalSources; readonly seed: ServiceSeed; readonly secrets: OpenedSecrets },
  conditions: RehearsalConditions,
): Promise<RehearsalPorts> {
  const { sources, seed, secrets } = from;
  const policyRules = await openPolicies(input, readToday());
  const emulator = await openRehearsalService(seed, conditions);
  return closeIfFailing(emulator, async () => {
    const { url } = await emulator.listen();
    const counter = new RequestCounter();
    const service = connect(input, { emulator, url, secrets, conditions, counter, seed });
    const scratch = await openScratchStore(seed.states);
    const { environment, accounts = [] } = input.project;
    const facts = { accounts, today: readToday(), environment: environment.name };
    const files = openProjectFiles(input.options.directory);
    const revisions = await openRevisions(files, sources.store, facts);
    const pace = conditions.pace ?? sources.pace;
    const startedAt = performance.now();
    return {
      target: sources.target,
      environment,
      templates: environment.templates,
      files,
      secrets,
      today: readToday(),
      reader: service.reader,
      writer: service.writer,
      caller: service.caller,
      policyRules,
      revisions,
      store: withReadsOf(scratch, sources.store),
      ledger: counter,
      endFaults: () => emulator.control.plantFaults([]),
      readCost: () => ({
        requests: service.requestCount(),
        durationMs: performance.now() - startedAt,
      }),
      readTime: () => service.readTime(),
      readPace: () => pace,
      readRate: () => ({ granted: pace, isLeased: false, pace, refused: service.refusalCount() }),
      listUnknownMembers: () => service.listUnknownMembers(),
      close: async () => {
        await service.close();
        await scratch.close();
        await emulator.close();
      },
    };
  });
}

async function openRehearsalService(
  { world, accounts, shows, isDocumented }: ServiceSeed,
  { faults }: RehearsalConditions,
): Promise<Emulator> {
  const { readFaults } = await import('../../../emulator/control/read-fault.ts');
  const emulator = await openLocalService('the rehearsal', {
    world,
    recorded: accounts,
    // Time stands still, so that no cycle runs.
    frozenAt: new Date().toISOString(),
    contract: isDocumented ? 'documented' : 'full',
    choices: shows,
    mayReach: () => false,
  });
  try {
    emulator.control.plantFaults(readFaults(faults));
    return emulator;
  } catch (error) {
    await emulator.close();
    if (!(error instanceof Error)) throw error;
    throw new OperationalError(`--fault is invalid: ${error.message.replace(/\.$/, '')}`, {
      remedy: 'docs/reference/emulator-control.md describes faults.',
    });
  }
}

const unlimited = 1_000_000;

type Connection = {
  readonly emulator: Emulator;
  readonly url: string;
  readonly secrets: Secrets;
  readonly conditions: RehearsalConditions;
  readonly counter: RequestCounter;
  readonly seed: ServiceSeed;
};

function connect(input: EnvironmentContext, made: Connection): Service {
  const { emulator, url, secrets, conditions, counter, seed } = made;
  const { context, project } = input;
  const { service, limits } = project.environment;
  checkTls(context);
  const token = { env: 'CYCLECTL_REHEARSAL_TOKEN' };
  const accessToken = new SecretValue(emulator.makeAccessToken());
  const { clientId, clientSecret: text } = emulator.credentials;
  const signing: Secrets = {
    ...secrets,
    read: async (ref) =>
      ref !== token ? secrets.read(ref) : seed.isDocumented ? accessToken : new SecretValue(text),
  };
  const { concurrency, requestTimeoutMs } = limits;
  return openService({
    target: {
      baseUrl: url,
      authUrl: url,
      accountHeader: 'X-Service-Account',
      contract: service.kind === 'remote' ? service.contract : 'full',
      token: seed.isDocumented
        ? { kind: 'token', accessToken: token }
        : { kind: 'client', clientId, clientSecret: token },
    },
    limits: { concurrency, requestTimeoutMs, requestsPerSecond: conditions.pace ?? unlimited },
    secrets: signing,
    // No proxy sees a request.
    environment: {},
    observe: (request) => counter.add(request),
    ...(context.timer === undefined ? {} : { timer: context.timer }),
  });
}

async function openScratchStore(states: readonly AccountState[]) {
  const store = openSqliteStore({ file: ':memory:' });
  for (const { account, objects, creates, pauses, writes } of states) {
    await store.update({
      account,
      saveObjects: [...objects.values()],
      openCreates: [...creates.values()],
      openPauses: [...pauses.values()],
      openWrites: [...writes.values()],
    });
  }
  return store;
}

// Which revision an account is on, which rollouts are open, and what earlier runs changed is as an apply finds it.
function withReadsOf(store: StoreWriter, real: StoreReader): StoreWriter {
  const { readAdmissions, listRevisions, readRevision, listRollouts, listRolloutAccounts } = real;
  return {
    ...store,
    readAdmissions,
    listRevisions,
    readRevision,
    listRollouts,
    listRolloutAccounts,
    updateRevisions: async () => undefined,
    readRun: async (id) => (await store.readRun(id)) ?? (await real.readRun(id)),
    readRunAccounts: async function* (id) {
      const isOwn = (await store.readRun(id)) !== null;
      yield* (isOwn ? store : real).readRunAccounts(id);
    },
  };
}
