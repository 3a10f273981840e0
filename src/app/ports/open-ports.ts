import { openRevisions, type Revisions } from '../../engine/index/revisions/revisions.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import type { Environment, ServiceTarget } from '../../model/manifest/project.ts';
import type { PlanTarget } from '../../model/plan/plan.ts';
import type {
  Clock,
  ConsentClient,
  Files,
  MethodCaller,
  Secrets,
  ServiceReader,
  ServiceWriter,
  StoreReader,
  StoreWriter,
} from '../../model/ports.ts';
import type { RunCost } from '../../model/report/report.ts';
import { SecretValue } from '../../model/secret/secret.ts';
import type { OpenedSecrets } from '../../secrets/open-secrets.ts';
import { openService, type Service } from '../../service/open-service.ts';
import { openPolicies } from '../policies/open-policies.ts';
import { openProjectFiles } from '../project/project-files.ts';
import { resolveOwnPath } from '../project/resolve-own-path.ts';
import { checkCredentials } from './check-credentials.ts';
import { findBound } from './find-bound.ts';
import {
  checkKeySet,
  type EnvironmentContext,
  isKeyMissing,
  openEnvironmentSecrets,
} from './open-environment-secrets.ts';
import { openServiceLease, readServiceRate, type ServiceRate, withShare } from './open-lease.ts';
import { openStore, openStoreReader } from './open-store.ts';
import { checkTls, readWorldAllowList } from './operator-bounds.ts';
import { checkTargetUnchanged, toPlanTarget, withRecordedTarget } from './with-recorded-target.ts';
import { openLocalService, readWorldFile } from './worlds/open-local-service.ts';

/** The real ports of one environment. */
export type ReadPorts = {
  readonly target: PlanTarget;
  readonly environment: Environment;
  /** Ids of templates by name, for a service that does not list them. */
  readonly templates: ReadonlyMap<string, string>;
  readonly files: Files;
  readonly secrets: OpenedSecrets;
  /** The day in UTC, `2026-12-31`. */
  readonly today: string;
  readonly reader: ServiceReader;
  readonly store: StoreReader;
  /** Revisions that accounts of fleets are on. */
  readonly revisions: Revisions;
  /** The cost since they were opened. */
  readCost(): RunCost;
  /** Time of the service (ISO UTC). */
  readTime(): string;
  /** Requests per second that an apply may count on. */
  readPace(): number;
  readRate(): ServiceRate;
  /** Members of answers so far that nothing compares, as `account.Name`. */
  listUnknownMembers(): readonly string[];
  close(): Promise<void>;
};

/** Ports of a command that calls methods and compares nothing. Only `openCallPorts` gives them. */
export type CallPorts = ReadPorts & { readonly caller: MethodCaller };

/** Ports of a command that writes to the service by policies. Only `openWritePorts` gives them. */
export type WritePorts = CallPorts & {
  readonly policyRules: Awaited<ReturnType<typeof openPolicies>>;
  readonly store: StoreWriter;
  readonly writer: ServiceWriter;
};

/** Ports of a command that changes state and sends nothing. Only `openStatePorts` gives them. */
export type StatePorts = ReadPorts & { readonly store: StoreWriter };

/** Ports of a command that lets a person sign in. Only `openConsentPorts` gives them. */
export type ConsentPorts = ReadPorts & { readonly consents: ConsentClient };

/** Opens an environment for commands that only look. A plan that is saved needs the key that apply has. */
export async function openReadPorts(
  input: EnvironmentContext,
  wants: { readonly isSaved: boolean } = { isSaved: false },
): Promise<ReadPorts> {
  if (wants.isSaved) checkKeySet(input);
  if (isKeyMissing(input)) {
    input.context.terminal.log('CYCLECTL_SECRET_KEY is not set: secrets are not compared.');
  }
  const { store, opened } = await openWithExistingStore(input);
  const { writer: _, caller: _caller, consents: _consents, ...outside } = opened;
  return { ...outside, store, close: async () => closeBoth(outside, store) };
}

/** Opens an environment for commands that ask the service, or call a third party through it. */
export async function openCallPorts(input: EnvironmentContext): Promise<CallPorts> {
  const { store, opened } = await openWithExistingStore(input);
  const { writer: _writer, consents: _consents, ...outside } = opened;
  return { ...outside, store, close: async () => closeBoth(outside, store) };
}

/** Opens an environment for a command that lets a person sign in. */
export async function openConsentPorts(input: EnvironmentContext): Promise<ConsentPorts> {
  const { store, opened } = await openWithExistingStore(input);
  const { writer: _, caller: _caller, consents, ...outside } = opened;
  if (consents === null) {
    await closeBoth(outside, store);
    throw new OperationalError(
      `the environment ${input.project.environment.name} has no service.authUrl`,
      {
        remedy: 'Set service.authUrl in cyclectl.yaml to the domain that serves the sign-in page.',
      },
    );
  }
  return { ...outside, consents, store, close: async () => closeBoth(outside, store) };
}

/** Opens an environment for apply. */
export async function openWritePorts(input: EnvironmentContext): Promise<WritePorts> {
  checkKeySet(input);
  const policyRules = await openPolicies(input, readToday());
  return { ...(await openUnjudged(input)), policyRules };
}

/** Opens an environment for adopt. Fingerprints of secrets equal those of apply. */
export async function openStatePorts(input: EnvironmentContext): Promise<StatePorts> {
  checkKeySet(input);
  const { writer: _, caller: _caller, ...outside } = await openUnjudged(input);
  return outside;
}

async function openUnjudged(input: EnvironmentContext) {
  const kept = await openStore(input);
  const opened = await openWithStore(input, kept);
  const store = withRecordedTarget(kept, input.project.environment);
  const { consents: _consents, ...outside } = opened;
  const close = () =>
    closeBoth(outside, { close: () => closeNoted(store, outside.readFoundRate()) });
  return { ...outside, store, close };
}

async function openWithExistingStore(input: EnvironmentContext) {
  const store = await openStoreReader(input);
  return { store, opened: await openWithStore(input, store) };
}

// Checks that the service is the one that the store belongs to, before any request.
async function openWithStore(
  input: EnvironmentContext,
  store: StoreReader & { close(): Promise<void> },
) {
  return closeIfFailing(store, async () => {
    await checkTargetUnchanged(input.project.environment, store);
    const { accounts = [], environment } = input.project;
    const facts = { accounts, today: readToday(), environment: environment.name };
    const revisions = await openRevisions(openProjectFiles(input.options.directory), store, facts);
    return { ...(await openServicePorts(input, await store.readPace())), revisions };
  });
}

// The next run begins with the rate that this one found.
async function closeNoted(
  store: StoreWriter & { close(): Promise<void> },
  found: number | null,
): Promise<void> {
  try {
    if (found !== null) await store.savePace(Math.round(found * 10) / 10);
  } finally {
    await store.close();
  }
}

async function closeBoth(
  outside: { close(): Promise<void> },
  store: { close(): Promise<void> },
): Promise<void> {
  try {
    await store.close();
  } finally {
    await outside.close();
  }
}

async function openServicePorts(input: EnvironmentContext, found: number | null) {
  const { environment } = input.project;
  const { begun = { atMs: 0, cpu: { user: 0, system: 0 } } } = input.context;
  if (environment.service.kind === 'remote') checkTls(input.context);
  const files = openProjectFiles(input.options.directory);
  const secrets = await openEnvironmentSecrets(input, files);
  await checkCredentials(environment, secrets);
  const lease = await openServiceLease(input);
  const readShared = () => lease?.grant().isAlone === false;
  const known = readShared() ? null : found;
  const opened =
    environment.service.kind === 'emulator'
      ? await openEmbedded(input, secrets, environment.service)
      : {
          service: connect({ ...input, found: known }, secrets, environment.service),
          end: async () => undefined,
        };
  const { service } = opened;
  lease?.attach(service);
  const readFoundRate = () => (readShared() ? null : service.readFoundRate());
  const readLimits = () => withShare(environment.limits, lease);
  const readRate = () => readServiceRate(environment.limits, lease, service);
  return {
    target: toPlanTarget(environment),
    environment,
    templates: environment.templates,
    files,
    secrets,
    today: readToday(),
    reader: service.reader,
    writer: service.writer,
    caller: service.caller,
    consents: service.consents,
    readCost: () => {
      const durationMs = performance.now() - begun.atMs;
      const cpu = process.cpuUsage(begun.cpu);
      const spent = { durationMs, cpuMs: (cpu.user + cpu.system) / 1000, waited: service.waited() };
      const bound = findBound(spent, readLimits(), service.readFoundRate());
      return { requests: service.requestCount(), durationMs, ...(bound === null ? {} : { bound }) };
    },
    readTime: () => service.readTime(),
    readPace: () => readRate().pace,
    readRate,
    readFoundRate,
    listUnknownMembers: () => service.listUnknownMembers(),
    close: async () => {
      await service.close();
      await lease?.close();
      await opened.end();
    },
  };
}

function connect(
  input: EnvironmentContext & { readonly found?: number | null },
  secrets: Secrets,
  target: Extract<ServiceTarget, { readonly kind: 'remote' }>,
): Service {
  const { context, options, project } = input;
  return openService({
    target,
    limits: project.environment.limits,
    found: input.found ?? null,
    secrets,
    environment: context.environment,
    ...(context.timer === undefined ? {} : { timer: context.timer }),
    ...(options.verbose
      ? {
          observe: ({ account, method, path, status, durationMs }) =>
            context.terminal.log(
              `${account ?? '-'} ${method} ${path} ${status ?? 'no answer'} ${Math.round(durationMs)} ms`,
            ),
        }
      : {}),
  });
}

// The embedded service runs inside this process and is spoken to over HTTP on loopback, like any other.
async function openEmbedded(
  input: EnvironmentContext,
  secrets: Secrets,
  target: Extract<ServiceTarget, { readonly kind: 'emulator' }>,
): Promise<{ service: Service; end: () => Promise<void> }> {
  const { directory } = input.options;
  const emulator = await openLocalService(target.worldFile, {
    world: await readWorldFile(directory, target.worldFile),
    dataDirectory: resolveOwnPath(directory, target.dataDirectory),
    mayReach: readWorldAllowList(input.context.environment),
  });
  const listener = await closeIfFailing(emulator, () => emulator.listen());
  const own = { env: 'CYCLECTL_EMBEDDED_CLIENT_SECRET' };
  const signing: Secrets = {
    ...secrets,
    read: async (ref) =>
      ref === own ? new SecretValue(emulator.credentials.clientSecret) : secrets.read(ref),
  };
  const service = connect(input, signing, {
    kind: 'remote',
    baseUrl: listener.url,
    authUrl: listener.url,
    accountHeader: 'X-Service-Account',
    contract: 'full',
    token: { kind: 'client', clientId: emulator.credentials.clientId, clientSecret: own },
  });
  return { service, end: () => emulator.close() };
}

/** Reads the day in UTC, `2026-12-31`. */
export function readToday(): string {
  return systemClock.now().slice(0, 'YYYY-MM-DD'.length);
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
};
