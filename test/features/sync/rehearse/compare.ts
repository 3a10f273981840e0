import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import type { Project } from '../../../support/run-cyclectl.ts';
import { startInProcess } from '../../../support/run-in-process.ts';

/** A project whose service is an emulator beside it. */
export type ServedProject = Project & { readonly emulator: Emulator };

/** A rehearsal as data. */
export type RehearsalData = {
  readonly run: {
    readonly summary: Readonly<Record<string, number>>;
    readonly requests: { readonly reads: number; readonly writes: number; readonly shared: number };
    readonly unknown: readonly { readonly kind: string; readonly names: readonly string[] }[];
    readonly catalog: string;
    readonly durationMs: number;
    readonly pace: { readonly perSecond: number; readonly isKept: boolean };
  };
  readonly accounts: readonly {
    readonly account: string;
    readonly result: string;
    readonly operations: Readonly<Record<string, number>>;
    readonly requests: { readonly reads: number; readonly writes: number };
    readonly diagnostics: readonly { readonly code: string; readonly summary: string }[];
    readonly standstills: readonly {
      readonly address: string;
      readonly requests: number;
      readonly durationMs: number | null;
    }[];
    readonly notUndone: readonly {
      readonly address: string;
      readonly why: string;
      readonly says: string;
    }[];
  }[];
};

export async function run(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await startInProcess(project, ...args).ended;
  expect(stderr, 'a stack trace').not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  return { exitCode, stdout, text: `${stdout}\n${stderr}` };
}

/** Saves the plan of a project. */
export async function savePlan(project: Project, ...args: readonly string[]): Promise<string> {
  const file = join(project.directory, 'plan.json');
  const { exitCode, text } = await run(project, 'plan', '--out', file, ...args);
  expect(exitCode, text).toBe(0);
  return file;
}

/** Rehearses a plan. The service must see none of it, and the project and its state stay as they are. */
export async function rehearse(project: ServedProject, plan: string, ...args: readonly string[]) {
  const sent = project.emulator.requests().length;
  const before = await readDigests(project.directory);
  const result = await run(project, '--format', 'json', 'rehearse', plan, ...args);
  expect(project.emulator.requests().slice(sent), 'requests to the service').toEqual([]);
  expect(await readDigests(project.directory), 'files of the project').toEqual(before);
  return { ...result, data: JSON.parse(result.stdout) as RehearsalData };
}

/** Digests of all files of a folder, by path. Reading SQLite leaves files of its own beside a store. */
async function readDigests(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const read = async (path: string) =>
    [
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ] as const;
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

/** Applies a plan to the service; the requests that reached it. */
export async function applyForReal(project: ServedProject, plan: string, ...args: string[]) {
  const before = project.emulator.requests().length;
  const { exitCode, text } = await run(project, 'apply', plan, ...args);
  const sent = project.emulator.requests().slice(before);
  const reads = sent.filter(({ method }) => method === 'GET').length;
  return { exitCode, text, reads, writes: sent.length - reads };
}

/** Expects as many requests as the service got, or nearly. */
export function expectAsMany(
  { run: { requests } }: RehearsalData,
  real: { readonly reads: number; readonly writes: number },
): void {
  const [rehearsed, sent] = [requests.reads + requests.writes, real.reads + real.writes];
  const allowed = Math.max(3, sent * 0.15);
  expect(Math.abs(rehearsed - sent), `${rehearsed} rehearsed, ${sent} sent`).toBeLessThanOrEqual(
    allowed,
  );
}
