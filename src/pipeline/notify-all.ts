import type { Diagnostic } from '../model/diagnostic.ts';
import type { Notification, Notifier, NotifyMessage, NotifyTarget } from '../model/notification.ts';
import { writeNotification } from '../stages/report/write-notification.ts';

/** Tells everybody who wants to hear of it. Who could not be told is a warning: what was found or done stays as it is. */
export async function notifyAll(
  notifier: Notifier,
  targets: readonly NotifyTarget[],
  {
    found,
    ...about
  }: Omit<NotifyMessage, 'notification'> & {
    readonly found: readonly Notification[];
  },
): Promise<readonly Diagnostic[]> {
  const wanted = targets.flatMap((target) =>
    found
      .filter(({ event }) => target.on.has(event))
      .map((notification) => ({ target, message: { notification, ...about } })),
  );
  const failed = await Promise.all(
    wanted.map(async ({ target, message }): Promise<Diagnostic[]> => {
      const why = await notifier.tell(target, writeNotification(target.kind, message));
      return why === null ? [] : [toWarning(target, message.notification, why)];
    }),
  );
  return failed.flat();
}

function toWarning({ at }: NotifyTarget, { event }: Notification, why: string): Diagnostic {
  const summary = `Nobody was told there of ${event}: ${why}`;
  return { code: 'not-notified', severity: 'warning', summary, at };
}
