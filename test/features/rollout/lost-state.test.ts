import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { blueprint, fleet, RolloutProject, waves } from './rollout-project.ts';

let at: RolloutProject;

const own = '.cyclectl/local/store.db';

// The emulator keeps schedules, and does not show them.
beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
  await at.edit(blueprint, /every: .*/, 'every: 6h}');
  await rm(join(at.project.directory, own));
});

async function rollOut(...words: readonly string[]): Promise<string> {
  expect((await at.run('rollout', 'open', 'customers', '--yes', ...words)).exitCode).toBe(0);
  const texts: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    const { exitCode, text } = await at.run('rollout', 'continue', 'customers');
    expect(exitCode).toBe(0);
    texts.push(text);
  }
  return texts.join(' ');
}

describe('after a loss of the state', () => {
  it('a rollout is advised that sends what the service does not show', async () => {
    const { text } = await at.run('plan');
    expect(text).toMatch(/Run cyclectl rollout open customers.*add --rewrite/);
  });

  it('a rollout without --rewrite calls no account done whose schedule nothing compared or wrote', async () => {
    const text = await rollOut();
    expect(text).toContain('Wave 1 of 3, pilot: 2 accounts: 2 done with values not verified.');
    expect(text).toContain('is done: 12 accounts: 12 done with values not verified.');
    expect(text).toMatch(
      /Not verified: 12 values in 12 accounts.* To send them in waves: cyclectl rollout open customers .*--rewrite$/,
    );
    const status = await at.run('rollout', 'status');
    expect(status.text).toContain('rest passed 4 accounts: 4 done with values not verified');
    expect(status.text).toContain('Not verified: 12 values in 12 accounts');
    const { rollout } = await at.readStatus();
    expect(rollout).toMatchObject({ state: 'done', unverified: 12 });
    expect(rollout?.members[0]).toMatchObject({ state: 'done', unverified: 1 });
    expect(readIntervals()).not.toContain(360);
  });

  it('a rollout with --rewrite sends it through the waves, also where the revision is there', async () => {
    const text = await rollOut('--rewrite');
    expect(text).toMatch(/Wave 1 of 3, pilot: 2 accounts: 2 done\..* 12 accounts: 12 done\.$/);
    expect(readIntervals()).toEqual([360]);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'done', unverified: 0 });
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
  });
});

// Minutes between runs, without repeats.
function readIntervals(): readonly number[] {
  const path = join(at.project.directory, '.cyclectl/local/service/service.db');
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT body FROM rows WHERE kind = 'cycle'").all();
  database.close();
  const cycles = rows.map(({ body }) => JSON.parse(`${body}`) as StoredCycle);
  const minutes = cycles.map(({ activation }) => activation?.intervalMinutes ?? 0);
  return [...new Set(minutes)].toSorted((one, other) => one - other);
}

type StoredCycle = { readonly activation: { readonly intervalMinutes: number } | null };
