import { expect, it } from 'vitest';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { adopted } from '../../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { listReported } from '../../../worlds/quickstart.ts';
import { Program } from '../../program.ts';
import { openSimulatedService } from '../../simulated-service.ts';
import { outcomesOf } from '../../simulation.ts';
import { Tally } from '../../tally.ts';
import { checkCredentials } from './check-credentials.ts';

const key = 'northwind';

/** An account with a connector, applied in versions with its credential managed or left. */
async function openKept() {
  const simulated = await openSimulatedService(quickstartWorldText, {});
  closeAfterFile(() => simulated.close());
  for (const name of ['FIRST', 'SECOND']) simulated.setSecret(name, `${name}-not-a-secret`);
  const versions = new Map<string, WrittenAccount[]>([[key, []]]);
  const life = { simulated, versions, credentials: new Map(), touched: [], tally: new Tally() };
  const write = (env: string, owner: 'managed' | 'seeded') => {
    const written: WrittenAccount = {
      apiVersion: 'cyclectl/v1',
      kind: 'Account',
      metadata: { name: key },
      spec: {
        id: adopted.id,
        ownership: { 'connectors/*/auth': owner },
        connectors: {
          crm: { connector: { name: 'Sample CRM', version: '2.0' }, auth: { apiKey: { env } } },
        },
      },
    };
    versions.get(key)?.push(written);
    simulated.write(written);
  };
  const apply = async (env: string, owner: 'managed' | 'seeded') => {
    write(env, owner);
    const { text } = await new Program(simulated).plan();
    expect(listReported(outcomesOf(await new Program(simulated).apply(text, null)))).toEqual([]);
  };
  const writeByHand = async (value: string) => {
    const [connector] = simulated.find(key)?.connectors ?? [];
    await consoleRequest(simulated.emulator, {
      method: 'PUT',
      path: `/v1.0/account/connectors/${connector?.id}`,
      account: simulated.find(key)?.id ?? '',
      body: { AuthValue: value },
    });
  };
  return { write, apply, writeByHand, check: () => checkCredentials(life) };
}

it('a credential that is left keeps what a version in between wrote', async () => {
  const { apply, check } = await openKept();
  await apply('FIRST', 'seeded');
  check();
  await apply('SECOND', 'managed');
  await apply('FIRST', 'seeded');
  check();
});

it.each(['seeded', 'managed'] as const)(
  'a credential that is %s and is another without a reason is found',
  async (owner) => {
    const { apply, check, writeByHand } = await openKept();
    await apply('FIRST', owner);
    check();
    await writeByHand('third-not-a-secret');
    expect(check).toThrow('law 12: the credential of northwind/crm is another');
  },
);

it('a credential that a version released, and that is another then, is found', async () => {
  const { apply, check, writeByHand } = await openKept();
  await apply('FIRST', 'managed');
  check();
  await apply('FIRST', 'seeded');
  await writeByHand('third-not-a-secret');
  expect(check).toThrow('law 12: the credential of northwind/crm is another');
});

it('a credential that a version managed without an apply is sent by the next one', async () => {
  const { write, apply, check } = await openKept();
  await apply('FIRST', 'seeded');
  write('SECOND', 'managed');
  write('SECOND', 'seeded');
  check();
  await apply('SECOND', 'managed');
  check();
});
