import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What one process took. */
export type Usage = {
  readonly stdout: string;
  /** From the start of the process to its end. */
  readonly wallMs: number;
  /** Time on any core. */
  readonly cpuMs: number;
  /** Most memory resident at any moment. */
  readonly peakKb: number;
};

/** Where a program runs, and the variables that it has beside PATH. */
export type ProgramPaths = {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** Runs a program of ours in a process of its own; one that fails ends the bench. */
export async function runProgram(paths: ProgramPaths, args: readonly string[]): Promise<Usage> {
  const usageFile = join(paths.folder, 'usage.json');
  const begunMs = performance.now();
  const child = spawn(process.execPath, ['--import', noteUsage, ...args], {
    cwd: paths.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...paths.environment, BENCH_USAGE_FILE: usageFile },
  });
  const [stdout, exit] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const wallMs = performance.now() - begunMs;
  const code: unknown = exit[0];
  if (code !== 0)
    throw new Error(`${args.join(' ')} ended with ${code}:\n${stdout.slice(0, 2000)}`);
  const usage: unknown = JSON.parse(await readFile(usageFile, 'utf8'));
  return { stdout, wallMs, ...(usage as Pick<Usage, 'cpuMs' | 'peakKb'>) };
}

const noteUsage = fileURLToPath(new URL('note-usage.js', import.meta.url));
