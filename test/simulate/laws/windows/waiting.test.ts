import { expect, it } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import type { WrittenCycle } from '../../../../src/model/manifest/manifest.generated.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { adopted } from '../../../worlds/cases/adopted-cycle.ts';
import { listReported, quickstartSecrets } from '../../../worlds/quickstart.ts';
import { Program } from '../../program.ts';
import { openSimulatedService } from '../../simulated-service.ts';
import { outcomesOf } from '../../simulation.ts';
import { recordWaiting, withoutWaiting } from './waiting.ts';

const wrong = 'sync/every: 15 is wanted, 10080 is there';

/** A service with a cycle that an apply started, that Git released, and that Git names again. */
async function openFound(choices: Partial<Choices>) {
  const simulated = await openSimulatedService(quickstartWorldText, choices);
  closeAfterFile(() => simulated.close());
  for (const [name, value] of Object.entries(quickstartSecrets)) simulated.setSecret(name, value);
  const life = { simulated, waiting: new Map<string, ReadonlySet<string>>() };
  /** Violations that are left of one about the schedule after the next plan. */
  const judge = async (rewrite = false): Promise<readonly string[]> => {
    const { planned } = await new Program(simulated, { choices: { rewrite } }).plan();
    const state = await simulated.store.readState('northwind');
    recordWaiting(life, planned, new Map([['northwind', state]]));
    return withoutWaiting(life, 'northwind', [wrong]);
  };
  const write = (cycles?: Readonly<Record<string, WrittenCycle>>) =>
    simulated.write({
      apiVersion: 'cyclectl/v1',
      kind: 'Account',
      metadata: { name: 'northwind' },
      spec: {
        id: adopted.id,
        connectors: {
          crm: {
            connector: { name: 'Sample CRM', version: '2.0' },
            auth: { apiKey: { env: 'northwind_crm_key' } },
          },
          files: {
            connector: { name: 'Sample File Store' },
            auth: {
              basic: { username: 'sync', password: { env: 'northwind_files_password' } },
            },
          },
        },
        ...(cycles === undefined ? {} : { cycles }),
      },
    });
  const apply = async () => {
    const { text } = await new Program(simulated).plan();
    const outcomes = outcomesOf(await new Program(simulated).apply(text, null));
    expect(listReported(outcomes)).toEqual([]);
  };
  const cycle = (every: '7d' | '15m'): WrittenCycle => ({
    from: { template: adopted.template },
    state: 'active',
    schedule: { every },
  });
  write({ sync: cycle('7d') });
  await apply();
  expect(await judge()).toEqual([wrong]);
  write();
  await apply();
  write({ sync: cycle('15m') });
  return { judge, apply };
}

it('a schedule that the service hides is not wanted of a cycle that was found running, until it is sent again', async () => {
  const { judge, apply } = await openFound({ scheduleReadable: 'no' });
  expect(await judge()).toEqual([]);
  await apply();
  expect(await judge()).toEqual([]);
  expect(await judge(true)).toEqual([wrong]);
});

it('a schedule that the service shows is wanted of a cycle that was found running', async () => {
  const { judge } = await openFound({ scheduleReadable: 'yes' });
  expect(await judge()).toEqual([wrong]);
});

it('a cycle waits in the account whose own plan says so, and in no other', () => {
  const life = { waiting: new Map([['northwind', new Set(['sync/'])]]) };
  expect(withoutWaiting(life, 'northwind', [wrong])).toEqual([]);
  expect(withoutWaiting(life, 'contoso', [wrong])).toEqual([wrong]);
});
