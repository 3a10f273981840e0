import { readFile } from 'node:fs/promises';
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
    readonly notUndone: readonly { readonly address: string; readonly why: string }[];
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

/** Rehearses a plan. The service must see none of it, and the plan and the state stay as they are. */
export async function rehearse(project: ServedProject, plan: string, ...args: readonly string[]) {
  const before = { requests: project.emulator.requests().length, plan: await readFile(plan) };
  const result = await run(project, '--format', 'json', 'rehearse', plan, ...args);
  expect(project.emulator.requests().slice(before.requests), 'requests to the service').toEqual([]);
  expect(await readFile(plan)).toEqual(before.plan);
  const data = result.stdout === '' ? null : (JSON.parse(result.stdout) as RehearsalData);
  return { ...result, data };
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
