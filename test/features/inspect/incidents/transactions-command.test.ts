import { beforeAll, expect, it } from 'vitest';
import { runInProcess } from '../../../support/run-in-process.ts';
import type { GatedFleet } from '../../rollout/gate/open-gated-fleet.ts';
import { failing, openFailingFleet } from './open-failing-fleet.ts';

let place: GatedFleet;
let failed: string;
let cycleId: string;

beforeAll(async () => {
  place = await openFailingFleet();
  const { stdout } = await runInProcess(place.project, 'incidents', '--format', 'json');
  ({ transaction: failed, cycleId } = JSON.parse(stdout).groups[0].places[0]);
});

it('lists runs of a cycle, the newest first, with their errors', async () => {
  const { exitCode, text } = await place.step('transactions', failing, '--limit', '3');
  expect(exitCode).toBe(0);
  expect(text).toMatch(
    new RegExp(
      `^Transactions of ${failing} in local \\d+ transactions ! \\S+Z Errored, ${failed}, part of \\S+ Write file: Failed to authenticate the connector, HTTP 401 https:`,
    ),
  );
  const listed = await runInProcess(place.project, 'transactions', failing, '--format', 'json');
  expect(JSON.parse(listed.stdout).transactions[0]).toMatchObject({ id: failed });
  expect(text).toMatch(/Completed, .+Completed, .+\d+ earlier transactions since \S+: --limit\./);
});

it('lists the steps of a run and what identifies its record, never what they sent or received', async () => {
  const { text } = await place.step('transactions', failing, failed, '--record', 'Contact.Id');
  expect(text).toMatch(
    /3 steps https:\/\/console\S+ Contact\.Id "c-1" List changed contacts \S+Z Get contact \S+Z ! Write file error, \S+Z Failed to authenticate the connector, HTTP 401/,
  );
  const data = await runInProcess(
    place.project,
    ...['transactions', failing, failed, '--record', 'No.Such', '--format', 'json'],
  );
  const { transaction } = JSON.parse(data.stdout);
  expect(transaction).toMatchObject({ record: 'No.Such', value: null });
  expect(transaction.steps.flatMap(Object.keys)).not.toContain('value');
  expect(data.stdout).not.toMatch(/ada\.berg|c-1/);
});

it.each([
  ['a transaction that is another path', [failing, '..'], /has no transaction "\.\."/],
  [
    'an unknown transaction',
    [failing, 'nonsense'],
    /has no transaction "nonsense" .*To list those/,
  ],
  [
    'a cycle that no manifest has',
    ['north-001/cycles/contact-to-files'],
    /has no cycle .*contacts-to-files/,
  ],
  ['an account that no manifest has', ['north-01/cycles/a'], /no account "north-01" in local/],
  [
    'no address of a cycle',
    ['north-001'],
    /"north-001" is not the address of a cycle\. Write ACCOUNT/,
  ],
])('%s is refused with what there is', async (_, args, says) => {
  const { exitCode, text } = await place.step('transactions', ...args);
  expect(exitCode).toBe(1);
  expect(text).toMatch(says);
});

it('says what failed when runs cannot be read', async () => {
  const { emulator, step } = place;
  emulator.control.plantFaults([
    { method: 'GET', path: `/v1.0/cycles/${cycleId}/transactions`, do: 'status', status: 403 },
  ]);
  const { exitCode, text } = await step('transactions', failing);
  emulator.control.plantFaults([]);
  expect(exitCode).toBe(1);
  expect(text).toMatch(/The runs could not be read: .*403/);
});
