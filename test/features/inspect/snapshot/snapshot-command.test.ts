import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyExample } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

it('a snapshot is for its owner alone, is of the schema that is published, and is compared with', async () => {
  const project = await copyExample('quickstart');
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const shown = await runOnOneLine(project, 'state', 'snapshot');
  expect([shown.exitCode, shown.text]).toEqual([
    0,
    expect.stringContaining('Behind their templates local embedded service, world.yaml 0 cycles'),
  ]);
  const file = join(project.directory, 'before.json');
  const kept = await runOnOneLine(project, 'state', 'snapshot', '--out', file);
  expect([kept.exitCode, kept.text]).toEqual([0, expect.stringContaining('Saved 0 cycles to')]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const over = await runOnOneLine(project, 'state', 'snapshot', '--out', file);
  expect([over.exitCode, over.text]).toEqual([1, expect.stringContaining('exists already')]);
  const schema = JSON.parse((await runOnOneLine(project, 'schema', 'snapshot')).stdout);
  expect(schema.title).toBe('Snapshot');
  const compared = await runOnOneLine(
    project,
    'state',
    'snapshot',
    '--against',
    file,
    '--format',
    'json',
  );
  expect([compared.exitCode, JSON.parse(compared.stdout)]).toMatchObject([
    0,
    { kind: 'snapshot', snapshot: { accounts: [], diagnostics: [] } },
  ]);
}, 60_000);

it.each([
  [['--out', 'a.json', '--against', 'b.json'], 'Pass one of them'],
  [['--against', 'none.json'], 'it does not exist'],
  [['--against', 'cyclectl.yaml'], 'it is not a JSON object'],
])('a snapshot with %j is refused with the reason', async (words, says) => {
  const project = await copyExample('quickstart');
  const there = words.map((word) =>
    word === 'cyclectl.yaml' ? join(project.directory, word) : word,
  );
  const { exitCode, text } = await runOnOneLine(project, 'state', 'snapshot', ...there);
  expect([exitCode, text]).toEqual([1, expect.stringContaining(says)]);
});

it('cycles of accounts that are not looked at are counted', async () => {
  const project = await copyExample('quickstart');
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const file = join(project.directory, 'before.json');
  const gone = { id: 'c', name: 'C', template: null, steps: [], fields: {} };
  const target = { environment: 'local', service: 'emulator', address: 'world.yaml' };
  const cycles = ['northwind', 'nobody'].map((account) => ({ account, ...gone }));
  const takenAt = '2026-11-22T00:00:00.000Z';
  await writeFile(file, JSON.stringify({ format: 'cyclectl-snapshot/1', target, takenAt, cycles }));
  const { exitCode, text } = await runOnOneLine(project, 'state', 'snapshot', '--against', file);
  expect([exitCode, text]).toEqual([0, expect.stringContaining('"C" no longer exists')]);
  expect(text).toContain('Not compared: 1 cycle of accounts');
}, 60_000);
