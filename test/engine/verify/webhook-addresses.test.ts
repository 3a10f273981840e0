import { fetch } from 'undici';
import { expect, it } from 'vitest';
import { readApplyText } from '../../reports/samples/read-text.ts';
import { openQuickstart } from '../../worlds/quickstart.ts';

// The address of a step that is called from outside is told where an answer has it, and never made up.

const step = { address: 'contoso/cycles/orders-in', step: 'Order received' };

it('reports the address of a webhook of a new cycle, which then starts it', async () => {
  const fixture = await openQuickstart({ choices: { webhookUrlReadable: 'yes' } });
  const outcomes = await fixture.apply();
  const webhooks = outcomes.flatMap((outcome) => outcome.webhooks ?? []);
  expect(webhooks).toEqual([{ ...step, url: expect.stringContaining('/api/webhook/') }]);
  const [{ url } = { url: null }] = webhooks;
  const text = await readApplyText(outcomes);
  expect(text).toContain('cycles/orders-in/steps/Order received  is a webhook:\n');
  expect(text).toContain(`${url}\n`);
  const posted = await fetch(url ?? '', { method: 'POST', body: '{"id": "o-1"}' });
  expect(posted.status).toBe(200);
  expect((await fixture.apply()).flatMap((outcome) => outcome.webhooks ?? [])).toEqual([]);
});

it('says that it is not readable where no answer has it', async () => {
  const fixture = await openQuickstart();
  const outcomes = await fixture.apply();
  expect(outcomes.flatMap((outcome) => outcome.webhooks ?? [])).toEqual([{ ...step, url: null }]);
  const text = await readApplyText(outcomes);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'the service does not return its address; the console shows it',
  );
});
