import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';

import type { AccountState } from '../../../src/model/state/account-state.ts';

const writer = fileURLToPath(new URL('./dying-writer.ts', import.meta.url));
const rows = 8;

/** Starts a process that writes; see dying-writer.ts. */
export function startWriter(args: readonly string[]) {
  return execa(process.execPath, [writer, ...args], { reject: false });
}

/** Kills the writer at its n-th line; returns the last number that it printed. */
export async function killAfterLines(
  child: ReturnType<typeof startWriter>,
  lines: number,
): Promise<number> {
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (text.split('\n').length > lines) child.kill('SIGKILL');
  });
  const ended = await child;
  expect(ended.signal).toBe('SIGKILL');
  return Number(text.split('\n').at(-2));
}

/** The number of the change that all rows carry. */
export function readRound(state: AccountState): number {
  const objects = [...state.objects.values()].map((object) => object.remoteId);
  const creates = [...state.creates.values()].map((create) => create.name ?? '');
  const pauses = [...state.pauses.values()].map((pause) => pause.cycleId);
  const rounds = [...objects, ...creates, ...pauses].map(Number);
  expect(rounds).toHaveLength(rows);
  expect(new Set(rounds).size).toBe(1);
  return rounds[0] ?? 0;
}
