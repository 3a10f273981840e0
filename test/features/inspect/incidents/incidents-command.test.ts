import { beforeAll, expect, it } from 'vitest';
import { expectSample } from '../../../docs/expect-sample.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import type { GatedFleet } from '../../rollout/gate/open-gated-fleet.ts';
import { failing, openFailingFleet } from './open-failing-fleet.ts';

let place: GatedFleet;

beforeAll(async () => {
  place = await openFailingFleet();
});

it('groups errors by kind over accounts, with the record, a link and what to run next', async () => {
  const { exitCode, text } = await place.step('incidents', '--record', 'Contact.Id');
  expect(exitCode).toBe(0);
  expect(text).toMatch(
    /Write file: Failed to authenticate the connector, HTTP 401 2 errors in 2 accounts north-001\/cycles\/contacts-to-files 1, \S+Z, transaction \S+, Contact\.Id "c-1" https:\/\/console\.example\.com\/north-001\.example\/[\w-]+ north-002/,
  );
  await expectSample(text, 'docs/guides/find-errors.md', 'Write file: Failed');
  expect(text).toMatch(/2 errors since \S+ in 2 accounts\. To see what changed before the first:/);
  expect(text).toContain(`-e local ${failing}`);
  expect(text).not.toContain('Contact.Email');
  expect(text).not.toContain('ada.berg@example.com');
});

it('gives the same as data, without what steps sent or received', async () => {
  const { stdout } = await runInProcess(place.project, 'incidents', '--format', 'json');
  const [group, ...others] = JSON.parse(stdout).groups;
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    level: 'error',
    step: 'Write file',
    message: 'Failed to authenticate the connector',
    status: 401,
    count: 2,
    accounts: 2,
  });
  expect(group.places[0]).toMatchObject({ address: failing, account: 'north-001', count: 1 });
  expect(group.places[0]).not.toHaveProperty('record');
  expect(stdout).not.toMatch(/HTTP\/1|c-1|example\.com"|Unauthorized/);
});

it('prints a row for each cycle into a pipe', async () => {
  const { stdout } = await place.project.run('incidents', '--select', 'account=north-001');
  expect(stdout.split('\n')).toHaveLength(1);
  expect(stdout.split('\t').slice(0, 6)).toEqual([
    'error',
    failing,
    'Write file',
    'Failed to authenticate the connector',
    '401',
    '1',
  ]);
});

it('reads one list for each account, and one more with warnings', async () => {
  const { emulator, step } = place;
  const count = async (...more: string[]) => {
    const before = emulator.requests().length;
    await step('incidents', ...more);
    return emulator
      .requests()
      .slice(before)
      .filter(({ method }) => method === 'GET').length;
  };
  expect(await count()).toBe(2);
  expect(await count('--warnings')).toBe(4);
});

it('refuses a time that is longer than a calendar has', async () => {
  const { exitCode, text } = await place.step('incidents', '--since', '999999999d');
  expect(exitCode).toBe(1);
  expect(text).toContain('Write a duration of at most 366d.');
});

it('fails where an account was not read', async () => {
  const { emulator, step } = place;
  emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/cycles/incidents/error', every: 2, do: 'status', status: 403 },
  ]);
  const part = await step('incidents');
  emulator.control.plantFaults([]);
  expect(part).toMatchObject({ exitCode: 1 });
  expect(part.text).toMatch(/in 1 account\. 1 account could not be read\./);
  expect(part.text).toContain('Its errors are unknown; run the command again.');
});
