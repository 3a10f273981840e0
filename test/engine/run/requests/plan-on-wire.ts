import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { RequestRecord } from '../../../../src/emulator/http/request-log.ts';
import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { selectAccounts } from '../../../../src/engine/index/select-accounts.ts';
import { makePlan } from '../../../../src/engine/run/planning/make-plan.ts';
import { parseSelection } from '../../../../src/model/manifest/parse-selection.ts';
import { countNamed, selectAll } from '../../../../src/model/manifest/selection.ts';
import type { Files } from '../../../../src/model/ports.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { openService } from '../../../../src/service/open-service.ts';
import { HastyTimer, makeSecrets } from '../../../service/open-for-test.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';

/** Cost of one plan, as the service and the wire saw it. */
export type Spent = {
  readonly planned: readonly PlannedAccount[];
  readonly requests: readonly RequestRecord[];
  /** Requests by the client's own count, which users are shown. */
  readonly reported: number;
  /** All bytes of the connections, lines and headers among them. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
};

/**
 * Plans the accounts of a workplace as a command of its own does: it signs in, knows nothing from
 * before but the store, and honours `--select`.
 */
export async function planOnWire(fixture: TestFixture, select?: readonly string[]): Promise<Spent> {
  const { url } = await fixture.emulator.listen();
  const meter = await openMeter(Number(new URL(url).port));
  const { clientId, clientSecret } = fixture.emulator.credentials;
  const service = openService({
    target: {
      baseUrl: `http://127.0.0.1:${meter.port}`,
      authUrl: null,
      accountHeader: 'X-Service-Account',
      contract: 'full',
      token: { kind: 'client', clientId, clientSecret: { env: 'CLIENT_SECRET' } },
    },
    limits: { concurrency: 8, requestsPerSecond: 1e6, requestTimeoutMs: 10_000 },
    secrets: makeSecrets({ CLIENT_SECRET: clientSecret }),
    environment: {},
    timer: new HastyTimer(),
  });
  const before = fixture.emulator.requests().length;
  const planned: PlannedAccount[] = [];
  try {
    const run = await openRun(fixture, select);
    const looking = {
      ...run.context,
      secrets: makeSecrets(Object.fromEntries(fixture.secrets)),
      reader: service.reader,
      store: fixture.store,
    };
    for await (const account of makePlan({ ...run, context: looking })) planned.push(account);
  } finally {
    await service.close();
    await meter.close();
  }
  return {
    planned,
    requests: fixture.emulator.requests().slice(before),
    reported: service.requestCount(),
    sentBytes: meter.sentBytes(),
    receivedBytes: meter.receivedBytes(),
  };
}

async function openRun(fixture: TestFixture, select: readonly string[] | undefined) {
  const files = toFiles(fixture.manifests);
  const { index, project } = await indexManifests(files);
  const parsed = select === undefined ? { selection: selectAll } : parseSelection(select);
  if ('diagnostics' in parsed) throw new Error('The selection cannot be understood.');
  const environment = 'local';
  const { entries } = selectAccounts(index.accounts, environment, parsed.selection);
  const environments = project?.environments ?? new Map();
  const keys = new Set(index.accounts.map(({ key }) => key));
  return {
    context: {
      files,
      environment,
      environments,
      keys,
      today: '2026-12-01',
      templates: new Map(),
      rewrite: false,
    },
    entries,
    named: countNamed(parsed.selection),
    width: 8,
  };
}

function toFiles(manifests: ReadonlyMap<string, string>): Files {
  return {
    read: async (path) => {
      const text = manifests.get(path);
      return text === undefined ? { ok: false, problem: 'missing' } : { ok: true, text };
    },
    listPassedOver: async () => [],
    listYaml: async (folder) =>
      [...manifests.keys()].filter((path) => path.startsWith(`${folder}/`)).sort(),
  };
}

/** A wire that counts what goes over it. Nothing is changed or held back. */
async function openMeter(port: number) {
  let sentBytes = 0;
  let receivedBytes = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      // A broken wire is seen by the client, whose plan the test looks at.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (chunk) => {
      sentBytes += chunk.length;
    });
    far.on('data', (chunk) => {
      receivedBytes += chunk.length;
    });
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sentBytes: () => sentBytes,
    receivedBytes: () => receivedBytes,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
