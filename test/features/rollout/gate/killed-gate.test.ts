import { expect, it } from 'vitest';
import { blockRequest } from '../../../support/block-request.ts';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { openGatedFleet } from './open-gated-fleet.ts';

const slowTestMs = 120_000;
const step = ['rollout', 'continue', 'customers', '--exit-code'] as const;

/** Names of the cycles by account. */
function listNames({ emulator }: Awaited<ReturnType<typeof openGatedFleet>>): readonly string[] {
  const { accounts } = emulator.control.dump();
  return accounts.flatMap(({ cycles }) => cycles.map(({ name }) => name)).toSorted();
}

it(
  'passes a wave once where a step was killed while it read the evidence',
  async () => {
    const place = await openGatedFleet();
    await place.open('{evidence: 100%, within: 26h}');
    await place.emulator.control.letPass('16m');
    const before = listNames(place);
    const aim = { method: 'GET', path: '/v1.0/cycles/transactions', nth: 2 };
    const held = blockRequest(place.emulator, aim);
    const killed = place.project.start(...step);
    await held.hasCome();
    killed.kill('SIGKILL');
    await killed;
    place.emulator.control.plantFaults([]);
    expect(listNames(place)).toEqual(before);
    expect((await place.step('rollout', 'status')).text).toContain('The wave pilot waits');
    const passed = await place.step(...step);
    expect(passed).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(/The wave pilot passed its gate.*Wave 2 of 2, rest: 4 accounts/),
    });
    expect((await place.step('history')).text.match(/pass \S+ of customers/g)).toHaveLength(1);
    expect(listNames(place)).toEqual(Array.from({ length: 6 }, () => 'Name 1'));
  },
  slowTestMs,
);

it(
  'brings the wave back whose gate failed, with onFailure: undo',
  async () => {
    const place = await openGatedFleet();
    const before = listNames(place);
    await place.open(
      '{evidence: 100%, within: 26h, errors: noMoreThanBefore}\n    onFailure: undo',
    );
    const names = listNames(place);
    expect(names.filter((name) => name === 'Name 1')).toHaveLength(2);
    const { control } = place.emulator;
    const key = await readProjectFile(place.project, 'secrets/crm-key.not-a-secret');
    control.upsetApp('crm', { revoke: key.trim() });
    await control.letPass('16m');
    expect(await place.step(...step)).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(
        /failed its gate, more runs have errors.*2 accounts brought back/,
      ),
    });
    expect(listNames(place)).toEqual(before);
    expect((await place.step('rollout', 'continue', 'customers')).text).toContain('is open');
    expect((await place.step('plan', '--exit-code')).exitCode).toBe(0);
  },
  slowTestMs,
);
