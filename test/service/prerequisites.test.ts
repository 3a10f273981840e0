import { expect, test } from 'vitest';
import { take } from './open-for-test.ts';
import { installCycle } from './open-with-cycle.ts';

// The list of a cycle names the step that lacks mappings, whose own list names them (SERVICE L [Q3]); or it names them
// itself, as clients were told before.

const account = 'northwind';

test.each([
  { missingMappings: 'steps', asked: 2 },
  { missingMappings: 'fields', asked: 1 },
] as const)(
  'what a cycle lacks has its name where the service names $missingMappings, for $asked requests',
  async ({ missingMappings, asked }) => {
    const rig = await installCycle('Order Backfill', { missingMappings });
    const steps = take(await rig.reader.listSteps(account, rig.cycle.id));
    const mark = steps.find(({ name }) => name === 'Mark order');
    const state = mark?.fields.find(({ name }) => name === 'order.state');
    const before = rig.emulator.requests().length;
    const lacking = take(await rig.reader.listPrerequisites(account, rig.cycle.id));
    expect(lacking).toMatchObject([
      { code: 41, reason: 'Missing field mapping', objectId: state?.id },
    ]);
    expect(rig.emulator.requests().length - before).toBe(asked);
  },
);

test.each([404, 405])('a step whose own list is a %i is named alone', async (status) => {
  const { reader, cycle, emulator } = await installCycle('Order Backfill');
  const path = '/v1.0/steps/*/prerequisites';
  emulator.control.plantFaults([{ method: 'GET', path, every: 1, do: 'status', status }]);
  const steps = take(await reader.listSteps(account, cycle.id));
  const mark = steps.find(({ name }) => name === 'Mark order');
  expect(take(await reader.listPrerequisites(account, cycle.id))).toEqual([
    { code: 30, reason: 'Missing mapping', objectType: 'Action', objectId: mark?.id },
  ]);
});

test('what a cycle lacks is not known where the list of a step cannot be read', async () => {
  const { reader, cycle, emulator } = await installCycle('Order Backfill');
  const path = '/v1.0/steps/*/prerequisites';
  emulator.control.plantFaults([{ method: 'GET', path, every: 1, do: 'status', status: 400 }]);
  const listed = await reader.listPrerequisites(account, cycle.id);
  expect(listed).toMatchObject({ ok: false, failure: { kind: 'rejected', status: 400 } });
});
