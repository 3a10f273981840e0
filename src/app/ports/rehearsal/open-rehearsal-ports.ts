import type { Emulator } from '../../../emulator/emulator.ts';
import { openRevisions } from '../../../engine/index/revisions/revisions.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { closeIfFailing } from '../../../kit/tasks/run-in-order.ts';
import type { Secrets, StoreReader, StoreWriter } from '../../../model/ports.ts';
import { SecretValue } from '../../../model/secret/secret.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import type { OpenedSecrets } from '../../../secrets/open-secrets.ts';
import { openService, type Service } from '../../../service/open-service.ts';
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts';
import { openPolicies } from '../../policies/open-policies.ts';
import { openProjectFiles } from '../../project/project-files.ts';
import type { EnvironmentContext } from '../open-environment-secrets.ts';
import { readToday, type WritePorts } from '../open-ports.ts';
import { checkTls } from '../operator-bounds.ts';
import { openLocalService } from '../worlds/open-local-service.ts';
import type { RehearsalSources } from './open-rehearsal-sources.ts';
import { RequestCounter, type RequestLedger } from './request-ledger.ts';
import type { ServiceSeed } from './service-seed.ts';

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
  /** Lets all further requests pass; returns the number of requests that each fault hit. */
  endFaults(): readonly number[];
};

/**
 * Opens a service and a store in memory, with what is recorded of the accounts of a plan. Reads of policies and
 * of revisions are those of an apply.
 */
export async function openRehearsalPorts(
  input: EnvironmentContext,
  from: {
    readonly sources: RehearsalSources;
    readonly seed: ServiceSeed;
    readonly secrets: OpenedSecrets;
  },
  conditions: RehearsalConditions,
): Promise<RehearsalPorts> {
  const { sources, seed, secrets } = from;
  const policyRules = await openPolicies(input, readToday());
  const { environment, accounts = [] } = input.project;
  const facts = { accounts, today: readToday(), environment: environment.name };
  const files = openProjectFiles(input.options.directory);
  const revisions = await openRevisions(files, sources.store, facts);
  const emulator = await openRehearsalService(seed, conditions);
  return closeIfFailing(emulator, async () => {
    const { url } = await emulator.listen();
    const scratch = await openScratchStore(seed.states);
    const counter = new RequestCounter();
    const service = connect(input, { emulator, url, secrets, conditions, counter, seed });
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
      endFaults: () => {
        const hits = emulator.control.readFaults().map(({ hit }) => hit);
        emulator.control.plantFaults([]);
        return hits;
      },
      readCost: () => ({
        requests: service.requestCount(),
        durationMs: performance.now() - startedAt,
      }),
      readTime: () => service.readTime(),
      readPace: () => pace,
      readRate: () => ({ granted: pace, isLeased: false, pace, refused: service.refusalCount() }),
      listUnknownMembers: () => service.listUnknownMembers(),
      close: async () => {
        try {
          await service.close();
        } finally {
          await scratch.close();
          await emulator.close();
        }
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
    // Time does not pass, so that no cycle runs.
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
      remedy: 'See docs/reference/emulator-control.md of the package.',
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
  const token = { env: 'CYCLECTL_EMBEDDED_CLIENT_SECRET' };
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
