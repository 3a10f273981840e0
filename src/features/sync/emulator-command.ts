import { type CommandContext, type GlobalOptions, waitForStop } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { readWorldAllowList } from '../../app/ports/operator-bounds.ts';
import { openLocalService, readWorldFile } from '../../app/ports/worlds/open-local-service.ts';
import { makeOwnFolder } from '../../app/project/make-own-folder.ts';
import { withProject } from '../../app/project/open-project.ts';
import { resolveOwnPath } from '../../app/project/resolve-own-path.ts';
import { readText } from '../../kit/files/read-text.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import { findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { ServiceTarget } from '../../model/manifest/project.ts';

type Emulator = Awaited<ReturnType<typeof openLocalService>>;

export type EmulatorServer = {
  readonly world?: string;
  readonly port?: number;
  readonly data?: string;
  readonly control?: boolean;
  readonly contract?: 'documented' | 'full';
  readonly frozen?: string;
  readonly seed?: number;
};

/**
 * `cyclectl emulator`: serves the emulated service on loopback until it is stopped. Prints one JSON
 * line with its address, credentials and the address of the sample apps (null: none).
 */
export async function runEmulator(
  context: CommandContext,
  options: EmulatorServer,
): Promise<ExitCode> {
  const { data, frozen, seed, control, contract, port } = options;
  context.deferSignals();
  await withOpened(
    openLocalService(options.world ?? '', {
      world: await readWorld(options.world),
      mayReach: readWorldAllowList(context.environment),
      ...(data === undefined ? {} : { dataDirectory: data }),
      ...(frozen === undefined ? {} : { frozenAt: frozen }),
      ...(seed === undefined ? {} : { seed }),
      ...(control === undefined ? {} : { control }),
      ...(contract === undefined ? {} : { contract }),
    }),
    async (emulator) => {
      const { url, appsUrl } = await listen(emulator, port);
      // Prints a token, because the documented contract has no operation that exchanges credentials
      // for one.
      const signIn =
        contract === 'documented'
          ? { accessToken: emulator.makeAccessToken() }
          : emulator.credentials;
      await context.terminal.out(`${JSON.stringify({ url, appsUrl, ...signIn })}\n`);
      await waitForStop(context);
    },
  );
  return exitCodes.ok;
}

async function listen(
  emulator: Emulator,
  port: number | undefined,
): ReturnType<Emulator['listen']> {
  try {
    return await emulator.listen(port === undefined ? {} : { port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'ERR_SOCKET_BAD_PORT') throw error;
    throw new OperationalError(`cannot listen on port ${port} (${code})`, {
      remedy: 'Pass another port with --port, or remove --port to use a free one.',
      cause: error,
    });
  }
}

export type EmulatorRequest = GlobalOptions & {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** Key of an account in the manifests, or its id. */
  readonly account?: string;
};

/**
 * `cyclectl emulator request`: sends one request to the embedded service, as a manual change in the
 * console. Prints the response; exits with 1 from status 400 on.
 */
export async function runEmulatorRequest(
  context: CommandContext,
  options: EmulatorRequest,
): Promise<ExitCode> {
  return withProject(context, options, async ({ project }) => {
    const { service, name } = project.environment;
    if (service.kind !== 'emulator') {
      throw new OperationalError(`the environment ${name} has no embedded service`, {
        remedy: 'Choose an environment whose service is an emulator, with -e NAME.',
      });
    }
    const entry = project.selected.entries.find((item) => item.key === options.account);
    const account =
      entry === undefined ? options.account : (findIdInEnvironment(entry, name) ?? options.account);
    return withOpened(openEmbedded(options.directory, context, service), async (emulator) => {
      const answer = await send(emulator, {
        ...options,
        ...(account === undefined ? {} : { account }),
      });
      await context.terminal.out(`${await answer.text()}\n`);
      if (answer.ok) return exitCodes.ok;
      context.terminal.log(`The service answered ${answer.status}.`);
      return exitCodes.failed;
    });
  });
}

async function openEmbedded(
  root: string,
  context: CommandContext,
  service: Extract<ServiceTarget, { readonly kind: 'emulator' }>,
): Promise<Emulator> {
  const world = await readWorldFile(root, service.worldFile);
  await makeOwnFolder(root, service.dataDirectory);
  return openLocalService(service.worldFile, {
    world,
    dataDirectory: resolveOwnPath(root, service.dataDirectory),
    mayReach: readWorldAllowList(context.environment),
  });
}

const origin = 'http://localhost';

async function send(
  emulator: Emulator,
  asked: Pick<EmulatorRequest, 'method' | 'path' | 'body' | 'account'>,
): Promise<Response> {
  const { clientId, clientSecret } = emulator.credentials;
  const grant = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  };
  const signedIn = await emulator.fetch(
    new Request(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) }),
  );
  const token: unknown = await signedIn.json();
  const bearer =
    typeof token === 'object' && token !== null && 'access_token' in token
      ? token.access_token
      : '';
  const path = asked.path.startsWith('/') ? asked.path : `/${asked.path}`;
  return emulator.fetch(
    new Request(`${origin}${path}`, {
      method: asked.method.toUpperCase(),
      headers: {
        authorization: `Bearer ${String(bearer)}`,
        ...(asked.account === undefined ? {} : { 'X-Service-Account': asked.account }),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(asked.body === undefined ? {} : { body: asked.body }),
    }),
  );
}

async function readWorld(path: string | undefined): Promise<string> {
  if (path === undefined) {
    throw new OperationalError('no world file is given', {
      remedy: 'Pass a world file with --world FILE; cyclectl schema world describes the format.',
    });
  }
  try {
    return await readText(path);
  } catch (error) {
    throw new OperationalError(`the world file ${path} cannot be read`, {
      remedy:
        'Pass a readable world file with --world; cyclectl schema world describes the format.',
      cause: error,
    });
  }
}
