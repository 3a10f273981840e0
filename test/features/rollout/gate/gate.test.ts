import { beforeAll, describe, expect, it } from 'vitest';
import { expectSample } from '../../../docs/expect-sample.ts';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { type GatedFleet, openGatedFleet } from './open-gated-fleet.ts';

let place: GatedFleet;
let other: GatedFleet;

beforeAll(async () => {
  place = await openGatedFleet();
});

const approve = ['rollout', 'approve', 'customers', '--reason', 'seen by hand'] as const;

async function proceed(of: GatedFleet = place) {
  return of.step('rollout', 'continue', 'customers', '--exit-code');
}

describe('a gate', () => {
  it('passes no wave without evidence, and asks a person when its time is over', async () => {
    const { emulator, open, step } = place;
    await open('{evidence: 80%, within: 2m}');
    expect(await proceed()).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(
        /The wave pilot waits: no evidence of 2 accounts, 2 more are needed; asks a person after 20/,
      ),
    });
    const page = 'docs/guides/roll-out-changes.md';
    await expectSample((await step('rollout', 'status')).text, page, 'The wave pilot');
    emulator.control.advance('3m');
    const asked = await proceed();
    expect(asked).toMatchObject({ exitCode: 2 });
    expect(asked.text).toMatch(
      /asks a person since .*rollout approve customers .*--wave pilot --reason TEXT/,
    );
    expect((await step('rollout', 'status')).text).toContain('no evidence of 2 accounts');
  });

  it('passes by an approval, which is in the history with its reason', async () => {
    const { step } = place;
    for (const other of ['rest', 'pilots']) {
      const refused = await step(...approve, '--wave', other);
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.text).toMatch(
        /the wave pilot waits, 2 accounts: 2 done; no evidence of 2 accounts.*\[rollout-refused\]/,
      );
    }
    const named = await step(...approve, '--wave', 'pilot');
    expect(named.text).toContain('Approved the wave pilot');
    const passed = await proceed();
    expect(passed.text).toMatch(/The wave pilot passed its gate, no evidence of 2 .*Wave 2 of 2/);
    expect((await step('history')).text).toMatch(
      /rollout wave passed its gate .*rollout wave approved .*approve \S+ of customers: wave pilot: seen by/,
    );
  });

  it('is not passed by a second approval of an earlier wave, which changes nothing', async () => {
    const { step } = place;
    expect((await step('rollout', 'status')).text).toContain('The wave rest waits');
    const again = await step(...approve, '--wave', 'pilot');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.text).toContain('The wave pilot was approved or has passed already');
    expect((await proceed()).text).toContain('The wave rest waits: no evidence of 4 accounts');
    expect((await step('history')).text.match(/approve \S+ of customers/g)).toHaveLength(1);
  });
});

describe('a gate with errors', () => {
  it('waits for an approval with all the evidence, and passes by it', async () => {
    other = await openGatedFleet();
    await other.open('{evidence: 100%, within: 26h, errors: noMoreThanBefore, approval: required}');
    await other.emulator.control.letPass('16m');
    expect((await proceed(other)).text).toContain('The wave pilot waits: a person must approve it');
    expect((await other.step(...approve)).text).toContain('Approved the wave pilot');
    expect((await other.step(...approve)).text).toContain('was approved or has passed already');
    expect((await proceed(other)).text).toMatch(
      /The wave pilot passed its gate, evidence of 2 of 2 accounts.*Wave 2 of 2, rest: 4 accounts/,
    );
  });

  it('stops when more runs have errors than before, whatever a person approved', async () => {
    await place.open('{evidence: 100%, within: 26h, errors: noMoreThanBefore}');
    expect((await place.step(...approve)).exitCode).toBe(0);
    const key = await readProjectFile(place.project, 'secrets/crm-key.not-a-secret');
    place.emulator.control.upsetApp('crm', { revoke: key.trim() });
    await place.emulator.control.letPass('16m');
    const stopped = await proceed();
    expect(stopped).toMatchObject({ exitCode: 3 });
    expect(stopped.text).toMatch(
      /failed its gate, more runs have errors than before: \d+ of \d+ runs, before 0 of \d+ runs; accounts: .+; errors: .+: Failed to authenticate the connector\./,
    );
    expect((await place.step('history')).text).toMatch(
      /rollout stopped .*stop .*wave pilot, more runs have errors/,
    );
  });
});

describe('a gate with health checks', () => {
  it('waits for a person where accounts have none, of which the opening warns', async () => {
    const { open, step } = other;
    await open('{checks: true}');
    expect((await step('rollout', 'plan', 'customers')).text).toMatch(
      /Each wave must show: health checks\. 6 accounts have no health checks: a wave with one of them waits for a person \(\S+, \S+, \S+ and 3 more\)\./,
    );
    const waits = await proceed(other);
    expect(waits).toMatchObject({ exitCode: 2 });
    expect(waits.text).toMatch(
      /The wave pilot waits: health checks are missing or could not be made \(\S+, \S+\)\. To pass it all the same: \S+ rollout approve customers/,
    );
    expect((await step(...approve)).exitCode).toBe(0);
    expect((await proceed(other)).text).toMatch(/The wave pilot passed its gate\..*Wave 2 of 2/);
  });

  it('passes a wave when they pass, and stops when they fail', async () => {
    const { project, emulator, open, step } = other;
    await project.edit(
      'blueprints/crm-base.yaml',
      'connector: {name: Sample CRM, version: "2.0"}',
      `connector: {name: Sample CRM, version: "2.0"}
      checks: [{method: List changed contacts, safe: true, parameters: {modifiedSince: 2026-01-01}}]`,
    );
    await open('{checks: true}');
    expect((await step('rollout', 'status')).text).toContain('the health checks did not run');
    expect((await proceed(other)).text).toMatch(/The wave pilot passed its gate\..*Wave 2 of 2/);
    const key = await readProjectFile(project, 'secrets/crm-key.not-a-secret');
    emulator.control.upsetApp('crm', { revoke: key.trim() });
    const stopped = await proceed(other);
    expect(stopped).toMatchObject({
      exitCode: 3,
      text: expect.stringContaining('failed its gate, health checks of 4 accounts failed'),
    });
    expect((await step(...approve)).text).toContain('[rollout-not-waiting]');
  });
});

it('needs no evidence of an account whose row is gone, and names those that it needs', async () => {
  const { open, step, project } = await openGatedFleet();
  await open('{evidence: 100%, within: 2m}');
  const waits = /no evidence of 2 accounts, .* without a run: (\S+), \S+/;
  const { text } = await proceed({ ...place, step });
  expect(text).toMatch(waits);
  const [, gone = ''] = waits.exec(text) ?? [];
  const rows = (await readProjectFile(project, 'fleets/customers.csv')) ?? '';
  await project.write('fleets/customers.csv', rows.replace(new RegExp(`^${gone},.*\n`, 'm'), ''));
  expect((await step('rollout', 'continue', 'customers')).text).toContain(
    'no evidence of 1 account, 1 more is needed',
  );
});
