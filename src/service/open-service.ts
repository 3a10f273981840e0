import type { Waited } from '../kit/tasks/limiter.ts';
import type { Timer } from '../kit/tasks/timer.ts';
import type { Limits, ServiceTarget } from '../model/manifest/project.ts';
import type {
  ConsentClient,
  MethodCaller,
  Secrets,
  ServiceReader,
  ServiceWriter,
} from '../model/ports.ts';
import { Http, type ObservedRequest } from '../wire/http.ts';
import type { ProxyEnvironment } from '../wire/read-proxies.ts';
import { makeAccountReader, makeAccountWriter } from './accounts.ts';
import { makeCatalogReader } from './catalog.ts';
import { makeCategoryWriter, makeConnectorReader, makeConnectorWriter } from './connectors.ts';
import { makeConsentMaker } from './consents.ts';
import { makeCycleReader, makeCycleWriter } from './cycles.ts';
import { makeExportReader } from './exports/exported-cycle.ts';
import { makeTransferReader, makeTransferWriter } from './exports/transfers.ts';
import { Client } from './http/client.ts';
import { ServiceClock } from './http/service-clock.ts';
import { AccessTokens } from './http/token.ts';
import { makeMethodCaller } from './methods.ts';
import { makeRunReader } from './runs.ts';
import { makeStepReader, makeStepWriter } from './steps.ts';
import { makeTemplateReader, makeTemplateWriter } from './templates.ts';
import { withContract } from './with-contract.ts';

export type ServiceOptions = {
  readonly target: Omit<Extract<ServiceTarget, { kind: 'remote' }>, 'kind'>;
  readonly limits: Omit<Limits, 'drainTimeoutMs'>;
  /** Requests per second that an earlier run found to be served. */
  readonly found?: number | null;
  /** Credentials of the service, and fingerprints of the values that it returns. */
  readonly secrets: Secrets;
  readonly environment: ProxyEnvironment;
  /** Called after each request. */
  readonly observe?: (request: ObservedRequest) => void;
  /** Timer of the limiter and of retries; the machine's by default. */
  readonly timer?: Timer;
};

export type Service = {
  /** Reads, for planning. */
  readonly reader: ServiceReader;
  /** Writes, for apply alone. */
  readonly writer: ServiceWriter;
  /** Calls of third parties, for explicit use alone. */
  readonly caller: MethodCaller;
  /** Sign-in links; null without a browser domain. */
  readonly consents: ConsentClient | null;
  /** Requests so far, with retries and sign-ins. */
  requestCount(): number;
  /** Requests per second that the service likely serves; null if it refused none for its rate. */
  readFoundRate(): number | null;
  /** Time of the service (ISO UTC); of the machine before the first answer. */
  readTime(): string;
  /** Changes the most requests per second. */
  limitRate(perSecond: number): void;
  /** Refusals for the rate so far; those of requests that were in flight together count once. */
  refusalCount(): number;
  /** How long requests waited so far, for a place among those in flight or for the rate. */
  waited(): Waited;
  /** Members of answers that no table of ours has, as `account.Name`. */
  listUnknownMembers(): readonly string[];
  /** Refuses new requests, waits for those in flight, closes the connections. */
  close(): Promise<void>;
};

/** Opens a client of a service over HTTP; sends nothing before the first call. */
export function openService(options: ServiceOptions): Service {
  const { target, limits } = options;
  const clock = new ServiceClock();
  const http = new Http({
    baseUrl: target.baseUrl,
    concurrency: limits.concurrency,
    requestsPerSecond: limits.requestsPerSecond,
    requestTimeoutMs: limits.requestTimeoutMs,
    found: options.found ?? null,
    ...(limits.growsFrom === undefined ? {} : { growsFrom: limits.growsFrom }),
    ...(limits.reserve === undefined ? {} : { reserve: limits.reserve }),
    environment: options.environment,
    observe: (request) => {
      clock.note(request.date);
      options.observe?.(request);
    },
    ...(options.timer === undefined ? {} : { timer: options.timer }),
  });
  const tokens = new AccessTokens(http, target.token, options.secrets);
  const client = new Client(http, tokens, target.accountHeader);
  const context = { client, secrets: options.secrets };
  const parts = {
    reader: {
      ...makeAccountReader(client),
      ...makeCatalogReader(client),
      ...makeTemplateReader(client),
      ...makeConnectorReader(context),
      ...makeCycleReader(client),
      ...makeStepReader(client),
      ...makeTransferReader(client),
      ...makeExportReader(client),
      ...makeRunReader(client),
    },
    writer: {
      ...makeAccountWriter(client),
      ...makeConnectorWriter(context),
      ...makeCategoryWriter(client),
      ...makeTemplateWriter(client),
      ...makeCycleWriter(client),
      ...makeStepWriter(client),
      ...makeTransferWriter(client),
    },
  };
  return {
    ...withContract(parts, client, target.contract),
    caller: makeMethodCaller(client),
    consents: target.authUrl === null ? null : makeConsentMaker(client, target.authUrl),
    listUnknownMembers: () => client.listUnknownMembers(),
    requestCount: () => http.requestCount(),
    readFoundRate: () => http.rate.found(),
    readTime: () => clock.read(),
    limitRate: (perSecond) => http.rate.limit(perSecond),
    refusalCount: () => http.rate.refusalCount(),
    waited: () => http.rate.waited(),
    close: () => http.close(),
  };
}
