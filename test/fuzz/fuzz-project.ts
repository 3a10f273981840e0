import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandContext, readBegun } from '../../src/app/context.ts';
import { makeNoPrompt } from '../../src/app/output/ask/prompt.ts';
import { openReports } from '../../src/app/output/requested-reports.ts';
import { toPieces } from '../../src/app/output/terminal.ts';
import { runProgram } from '../../src/cli/run-program.ts';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import { plainPaint } from '../../src/reports/text/paint.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import type { Ended } from './fuzz-case.ts';

const quickstart = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));

/** Key of fingerprints and plan signatures in these projects. */
export const fuzzKey = 'a key for odd input that is long enough';

/** A copy of the quickstart in front of a service, and its commands in this process. */
export type FuzzProject = {
  readonly directory: string;
  readonly emulator: Emulator;
  run(...args: readonly string[]): Promise<Ended>;
  read(file: string): Promise<Buffer>;
  write(file: string, content: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
};

/** Opens one with more variables. `toUrl` may put something between it and its service. */
export async function openFuzzProject(
  variables: Readonly<Record<string, string>> = {},
  toUrl: (url: string) => Promise<string> = async (url) => url,
): Promise<FuzzProject> {
  const directory = await mkdtemp(join(tmpdir(), 'cyclectl-fuzz-'));
  await cp(quickstart, directory, {
    recursive: true,
    filter: (path) => !path.includes('.cyclectl'),
  });
  const emulator = await openEmulator({ world: quickstartWorld });
  const { url } = await emulator.listen();
  const { clientId, clientSecret } = emulator.credentials;
  const path = (file: string) => join(directory, file);
  const local = 'service: {emulator: {world: world.yaml}}';
  const text = await readFile(path('cyclectl.yaml'), 'utf8');
  const remote = `service:
        baseUrl: ${await toUrl(url)}
        token: {clientId: ${clientId}, clientSecret: {env: SVC_CLIENT_SECRET}}
      limits: {requestsPerSecond: 1000, concurrency: 8}`;
  await writeFile(path('cyclectl.yaml'), text.replace(local, remote));
  const environment = {
    ...variables,
    SVC_CLIENT_SECRET: clientSecret,
    CYCLECTL_SECRET_KEY: fuzzKey,
  };
  return {
    directory,
    emulator,
    run: (...args) => runCommand(environment, ['-C', directory, ...args]),
    read: (file) => readFile(path(file)),
    write: (file, content) => writeFile(path(file), content),
    close: async () => {
      await emulator.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function runCommand(
  environment: Readonly<Record<string, string>>,
  argv: readonly string[],
): Promise<Ended> {
  const out: string[] = [];
  const said: string[] = [];
  const context: CommandContext = {
    terminal: {
      out: async (text) => {
        for await (const piece of toPieces(text)) out.push(piece);
      },
      log: (text) => void said.push(`${text}\n`),
      paint: plainPaint,
      status: () => undefined,
      progress: 'none',
      isScreen: false,
      columns: null,
      ask: makeNoPrompt(),
    },
    reported: new Set(),
    written: new Set(),
    reports: openReports(),
    environment,
    stopping: new AbortController().signal,
    deferSignals: () => undefined,
    afterwards: [],
    startCleanup: () => new AbortController().signal,
    paging: { isOpen: false },
    begun: readBegun(),
    version: '0.0.0',
  };
  const exitCode = await runProgram(context, { argv, endedBy: () => null });
  return { exitCode, stdout: out.join(''), stderr: said.join('') };
}
