import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { ProgramPaths } from '../run-program.ts';

/** The end of a sweep, as a replica logs it. */
export type EndedSweep = { readonly requests: number; readonly seconds: number };

/** A replica of the controller, a process of its own. */
export type BenchReplica = {
  /** Waits until a sweep ends that has not ended yet. */
  nextSweep(): Promise<EndedSweep>;
  readUsage(): Promise<ProcessUsage>;
  end(signal: NodeJS.Signals): Promise<void>;
};

/** What a process has taken so far. */
export type ProcessUsage = { readonly cpuMs: number; readonly peakKb: number };

/** Starts the installed program as a replica that sweeps without a pause. */
export async function startReplica(
  door: string,
  { folder, environment }: ProgramPaths,
): Promise<BenchReplica> {
  const words = ['controller', '--listen', '127.0.0.1:0', '--interval', '1s'];
  const child = spawn(process.execPath, [door, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  });
  const endWithBench = () => child.kill('SIGKILL');
  process.once('exit', endWithBench);
  const ended = once(child, 'exit');
  const waiting = new Set<(sweep: EndedSweep) => void>();
  const ready = Promise.withResolvers<void>();
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    const entry = JSON.parse(line) as { readonly event: string } & EndedSweep;
    if (entry.event === 'ready') ready.resolve();
    if (entry.event !== 'sweep-ended') return;
    for (const take of waiting) take(entry);
    waiting.clear();
  });
  let isEnding = false;
  const early = ended.then((): Promise<never> => {
    if (isEnding) return new Promise(() => undefined);
    throw new Error(`A replica ended early:\n${said.slice(-10).join('\n')}`);
  });
  await Promise.race([ready.promise, early]);
  const { pid = 0 } = child;
  return {
    nextSweep: () =>
      Promise.race([new Promise<EndedSweep>((resolve) => waiting.add(resolve)), early]),
    readUsage: () => readUsage(pid),
    end: async (signal) => {
      isEnding = true;
      process.off('exit', endWithBench);
      child.kill(signal);
      await ended;
    },
  };
}

/** Milliseconds of a tick of the kernel's statistics. */
const tickMs = 10;

/** Reads what a process has taken, and its children that have ended. */
export async function readUsage(pid: number): Promise<ProcessUsage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { cpuMs: ticks * tickMs, peakKb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) };
}
