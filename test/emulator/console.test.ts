import { beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { type Answer, type Caller, signIn, startEmulator } from './start-emulator.ts';
import { quickstartWorld } from './worlds.ts';

let emulator: Emulator;
let caller: Caller;

beforeEach(async () => {
  emulator = await startEmulator({ world: quickstartWorld, control: true });
  caller = await signIn(emulator);
});

async function doInConsole(body: unknown): Promise<Answer> {
  return caller.call('POST', '/__control/console', body);
}

describe('settings', () => {
  test('keep what is not named, and are in the dump', async () => {
    await doInConsole({ settings: { taskAllowance: 1000 } });
    const { body } = await doInConsole({ settings: { notifyAtPercents: [100, 80] } });
    expect(body.settings).toMatchObject({ taskAllowance: 1000, notifyAtPercents: [80, 100] });
    expect(emulator.control.dump().settings).toEqual(body.settings);
  });

  test.each([
    [[]],
    [{}],
    [{ settle: {} }],
    [{ toString: {} }],
    [{ settings: 7 }],
    [{ settings: { nothing: 1 } }],
    [{ settings: { taskAllowance: -1 } }],
    [{ settings: { notifyAtPercents: 80 } }],
  ])('are not changed by %j, which is refused', async (request) => {
    const before = emulator.control.dump().settings;
    expect((await doInConsole(request)).status).toBe(400);
    expect(emulator.control.dump().settings).toEqual(before);
  });
});
