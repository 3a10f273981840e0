import { expect, it } from 'vitest';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { listReported } from '../../worlds/quickstart.ts';
import { Program } from '../program.ts';
import { openSimulatedService } from '../simulated-service.ts';
import { outcomesOf } from '../simulation.ts';
import { Tally } from '../tally.ts';
import { checkLookedAt, toShownProperty } from './check-looked-at.ts';

const sensitive = ['sha256:f600b319797b', 'sha256:6df6eef4697c', null, ''];

it('a service that masks a sensitive property shows whether it has a value, and not which', () => {
  const shown = sensitive.map((value) =>
    toShownProperty(value, { sensitivePropertyOnRead: 'masked' }),
  );
  expect(shown).toEqual(['********', '********', null, '']);
  expect(toShownProperty('text', { sensitivePropertyOnRead: 'masked' })).toBe('text');
});

it('a service that shows a sensitive property in clear shows each change of it', () => {
  expect(sensitive.map((value) => toShownProperty(value, {}))).toEqual(sensitive);
});

const id = 'northwind-8812';

/** A service with one account, of which manifests name the webhook or not. */
async function openWatched() {
  const simulated = await openSimulatedService({}, {});
  closeAfterFile(() => simulated.close());
  const life = {
    simulated,
    world: {},
    schedule: { world: 1, accounts: 1, isDocumented: false, turns: [] },
    tally: new Tally(),
    touched: [],
    lookedAt: {
      base: new Map<string, string>(),
      unknown: new Set<string>(),
      isUndone: false,
      touches: 0,
    },
  };
  /** Applies a version of the manifest, and looks at it as at rest. */
  const settle = async (spec: Partial<WrittenAccount['spec']>): Promise<void> => {
    simulated.write({
      apiVersion: 'cyclectl/v1',
      kind: 'Account',
      metadata: { name: 'northwind' },
      spec: { id, displayName: 'Northwind', ...spec },
    });
    const { text } = await new Program(simulated).plan();
    const outcomes = outcomesOf(await new Program(simulated).apply(text, null));
    expect(listReported(outcomes)).toEqual([]);
    await checkLookedAt(life);
  };
  const writeUrl = (url: string) =>
    consoleRequest(simulated.emulator, {
      method: 'PUT',
      path: `/v1.0/accounts/${id}`,
      body: { TransactionErrorWebhookUrl: url },
    });
  return { ...life, settle, writeUrl };
}

const reported = 'law 14: reported at rest';
const errorWebhook = { url: { env: 'SECRET_ONE' } };

it('an edit is reported once Git drops its line, if the line never had the secret to compare it', async () => {
  const { settle, writeUrl, tally } = await openWatched();
  await settle({});
  await writeUrl('https://hooks.example.com/hand');
  await settle({ errorWebhook });
  expect(tally.of(reported)).toBe(0);
  await settle({});
  expect(tally.of(reported)).toBe(1);
});

it('an edit that a line has replaced by its secret is not reported once Git drops that line', async () => {
  const { settle, writeUrl, simulated, tally } = await openWatched();
  await settle({});
  await writeUrl('https://hooks.example.com/hand');
  simulated.setSecret('SECRET_ONE', 'https://hooks.example.com/one-not-a-secret');
  await settle({ errorWebhook });
  await settle({});
  expect(tally.of(reported)).toBe(0);
});
