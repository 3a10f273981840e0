import type { Emulator } from '../../../src/emulator/emulator.ts';
import { type Caller, installTemplate, put } from '../support/start-emulator.ts';

/** Path of the cycle's webhook, from the dump. */
export function findWebhookPath(emulator: Emulator, cycleId: string): string {
  const cycles = emulator.control.dump().accounts.flatMap((account) => account.cycles);
  return `/api/webhook/${cycles.find((each) => each.id === cycleId)?.webhookIdentifier}`;
}

/** Posts a text to the path of a webhook. */
export async function postTo(emulator: Emulator, path: string, text: string): Promise<Response> {
  return emulator.fetch(new Request(`http://emulator${path}`, { method: 'POST', body: text }));
}

/**
 * Statuses of what is posted to the webhook of Orders to Files, in an account whose connectors are
 * authenticated: an order, no JSON, an order for another address.
 */
export async function meetWebhook(emulator: Emulator, caller: Caller): Promise<readonly number[]> {
  const { Id } = await installTemplate(caller, 'Orders to Files');
  await put(caller, `/cycles/${Id}/activate`);
  const path = findWebhookPath(emulator, Id);
  const answers = [
    await postTo(emulator, path, '{"id": "o-1"}'),
    await postTo(emulator, path, 'neither'),
    await postTo(emulator, '/api/webhook/nothing', '{}'),
  ];
  await put(caller, `/cycles/${Id}/deactivate`);
  await caller.call('DELETE', `/v1.0/cycles/${Id}`);
  return answers.map(({ status }) => status);
}
