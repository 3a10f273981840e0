import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Caller,
  installReady,
  openAccount,
  put,
  readBody,
} from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

const frozenAt = '2026-11-21T10:00:00Z';
let caller: Caller;

beforeEach(async () => {
  caller = await openAccount({ world: quickstartWorld, frozenAt });
});

describe('variables', () => {
  let path: string;

  beforeEach(async () => {
    path = `/cycles/${await installReady(caller, 'Order Backfill')}/variables`;
  });

  test('are listed with both names, addressed by the system name', async () => {
    const all = await readBody(caller, `${path}?orderBy=Name`);
    expect(all).toEqual([
      {
        DisplayName: 'batchSize',
        SystemName: 'batchSize',
        Value: '100',
        MappingType: 'StaticValue',
      },
      { DisplayName: 'dryRun', SystemName: 'dryRun', Value: 'true', MappingType: 'StaticValue' },
    ]);
    expect(await readBody(caller, `${path}/dryRun`)).toEqual(all[1]);
    expect((await put(caller, `${path}/dryRun`, { Value: false })).body.Value).toBe('false');
    expect((await caller.call('DELETE', `/v1.0${path}/dryRun`, {})).status).toBe(200);
    expect(await readBody(caller, path)).toHaveLength(1);
  });

  test('are created one by one or patched as an array', async () => {
    const made = await caller.call('POST', `/v1.0${path}`, { DisplayName: 'a b', Value: '1' });
    expect(made).toMatchObject({
      status: 200,
      body: { DisplayName: 'a b', SystemName: expect.stringMatching(/^a_b_\w{4}$/), Value: '1' },
    });
    const system = (name: string) => caller.call('GET', `/v1.0${path}/${encodeURIComponent(name)}`);
    expect((await system(made.body.SystemName)).status).toBe(200);
    expect((await system('a b')).status).toBe(404);
    expect((await caller.call('POST', `/v1.0${path}`, { DisplayName: 'a b' })).status).toBe(400);
    const patched = await caller.call('PATCH', `/v1.0${path}`, [
      { SystemName: 'dryRun', Value: 'no' },
      { DisplayName: 'batchSize', Value: '5' },
      { DisplayName: 'new', Value: 'x' },
    ]);
    expect(patched.status).toBe(200);
    expect(patched.body).toHaveLength(3);
    expect(
      (await readBody(caller, `${path}?orderBy=Name`)).map((each: Answer['body']) => [
        each.DisplayName,
        each.Value,
      ]),
    ).toEqual([
      ['a b', '1'],
      ['batchSize', '5'],
      ['dryRun', 'no'],
      ['new', 'x'],
    ]);
  });

  test('refuse what is no array, and change nothing when one of them is bad', async () => {
    expect((await caller.call('PATCH', `/v1.0${path}`, { Value: 1 })).status).toBe(400);
    const before = await readBody(caller, path);
    const bad = [{ DisplayName: 'batchSize', Value: '9' }, { Value: 'nameless' }];
    expect((await caller.call('PATCH', `/v1.0${path}`, bad)).status).toBe(400);
    expect(await readBody(caller, path)).toEqual(before);
  });
});
