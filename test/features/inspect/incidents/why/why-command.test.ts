import { beforeAll, expect, it } from 'vitest';
import { expectSample } from '../../../../docs/expect-sample.ts';
import { openRemoteProject } from '../../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../../support/run-on-one-line.ts';
import type { GatedFleet } from '../../../rollout/gate/open-gated-fleet.ts';
import { failing, openFailingFleet } from '../open-failing-fleet.ts';

let place: GatedFleet;

beforeAll(async () => {
  place = await openFailingFleet();
});

it('lists possible causes, the likeliest first, and the timeline that they rest on', async () => {
  const { exitCode, text } = await place.step('why', failing);
  expect(exitCode).toBe(0);
  await expectSample(text, 'docs/guides/find-errors.md', '1. The third party');
  expect(text).toMatch(
    /1\. The third party refused the credentials of a connector - 1 error since \S+: Write file: .*2\. Our apply \S+ by \S+ changed north-001, .*Timeline \S+Z apply .*\S+Z 1 error since/,
  );
  expect(text).toMatch(/The last run without an error was \S+Z\. No cause is proven/);
  expect(text).toContain(`-e local ${failing}`);
});

it('shows a change outside Git, and since when a drift knows it', async () => {
  const { emulator, step } = place;
  const answer = await emulator.fetch(
    new Request('http://service/v1.0/accounts/north-001.example', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${emulator.makeAccessToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ Name: 'North 001', Timezone: 'Asia/Tokyo' }),
    }),
  );
  expect(answer.status).toBe(200);
  const { text } = await step('why', failing);
  expect(text).toMatch(/A change outside Git: north-001\/timezone "\S+" → "Asia\/Tokyo"/);
  expect(text).toMatch(/Timeline .*\S+Z noticed: north-001\/timezone/);
});

it('names a connector that is not signed in before all else', async () => {
  const project = await openRemoteProject();
  const run = (...args: string[]) => runOnOneLine(project, ...args);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { text } = await run('why', 'northwind/cycles/contacts-to-mailer');
  expect(text).toMatch(/1\. It is paused, and Git wants it active/);
  expect(text).toContain('northwind/connectors/mailer is not signed in');
  const data = await run('why', 'northwind/cycles/contacts-to-mailer', '--format', 'json');
  expect(JSON.parse(data.stdout)).toMatchObject({ kind: 'why', causes: [{ kind: 'stopped' }] });
}, 60_000);

it('fails, and claims nothing, where the service could not be read', async () => {
  const { emulator, step } = place;
  emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/cycles/incidents/error', do: 'status', status: 403 },
  ]);
  const { exitCode, text } = await step('why', failing);
  emulator.control.plantFaults([]);
  expect(exitCode).toBe(1);
  expect(text).toContain('Its errors are unknown');
  expect(text).not.toContain('It has no errors');
});
