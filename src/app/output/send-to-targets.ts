import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type {
  Notification,
  Notifier,
  NotifyMessage,
  NotifyTarget,
} from '../../model/report/notification.ts';
import { formatNotification } from '../../reports/ci/format-notification.ts';

/**
 * Sends to all targets at the same time. A failure is a warning, because the result of the run is
 * unaffected.
 */
export async function sendToTargets(
  { send, stopping }: Notifier & { readonly stopping: AbortSignal },
  targets: readonly NotifyTarget[],
  {
    found,
    ...about
  }: Omit<NotifyMessage, 'notification'> & {
    readonly found: readonly Notification[];
  },
): Promise<readonly Diagnostic[]> {
  const wanted = targets.flatMap((target, index) =>
    found
      .filter(({ event }) => target.on.has(event))
      .map((notification) => ({
        target,
        entry: `notify[${index}] (${target.kind})`,
        message: { notification, ...about },
      })),
  );
  const failed = await Promise.all(
    wanted.map(async ({ target, entry, message }): Promise<Diagnostic[]> => {
      const why = await send(target, formatNotification(target.kind, message), stopping);
      if (why === null) return [];
      const summary = `The notification of ${message.notification.event} to ${entry} was not sent: ${why}`;
      return [{ code: 'not-notified', severity: 'warning', summary, at: target.at }];
    }),
  );
  return failed.flat();
}
