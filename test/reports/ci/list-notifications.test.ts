import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatNotification } from '../../../src/reports/ci/format-notification.ts';
import { listNotifications } from '../../../src/reports/ci/list-notifications.ts';
import { anyDriftAccount } from '../samples/any-drift.ts';
import { anyOutcome } from '../samples/any-report.ts';
import { reportApply, reportDrift } from '../samples/read-text.ts';

const about = { at: '2026-11-21T10:00:00.000Z', tool: 'cyclectl 0.0.0', commit: null };

it('counts what it does not list, and keeps what is sent short', async () => {
  const drift = fc.sample(anyDriftAccount, { numRuns: 200, seed: 3 });
  const found = await listNotifications(reportDrift(drift));
  const drifting = drift.filter((each) => each.kind === 'read' && each.items.length > 0);
  const [first] = found;
  expect(first).toMatchObject({ event: 'drift', left: drifting.length - 20 });
  expect(first?.lines).toHaveLength(20);
});

it('sends JSON that is read back, whatever an account is called', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOutcome, { maxLength: 5 }), async (outcomes) => {
      for (const notification of await listNotifications(reportApply(outcomes))) {
        const data = JSON.parse(formatNotification('webhook', { notification, ...about }));
        expect(data).toMatchObject({ ...notification, format: 'cyclectl.dev/notification/v1' });
        const { text } = JSON.parse(formatNotification('slack', { notification, ...about }));
        expect(text).not.toMatch(/[<>]/);
      }
    }),
  );
});

it('notifies of no empty drift report and no empty apply', async () => {
  expect(await listNotifications(reportDrift([]))).toEqual([]);
  expect(await listNotifications(reportApply([]))).toEqual([]);
});
