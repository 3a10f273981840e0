import { OperationalError } from '../../kit/operational-error.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type {
  Notification,
  Notifier,
  NotifyMessage,
  NotifyTarget,
} from '../../model/report/notification.ts';
import type { ApplyReport, DriftReport } from '../../model/report/report-document.ts';
import { formatNotification } from '../../reports/ci/format-notification.ts';
import { listNotifications } from '../../reports/ci/list-notifications.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { openJobNotifier } from '../ports/open-job-notifier.ts';
import type { ReadPorts } from '../ports/open-ports.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { readMade } from './write-report.ts';

type NotificationPorts = Pick<ReadPorts, 'environment' | 'secrets'>;

/**
 * Sends the notifications of a command after its run is closed, so that a slow receiver holds no
 * lock. A failure changes no exit code.
 */
export async function sendNotifications(
  context: CommandContext,
  { directory }: Pick<GlobalOptions, 'directory'>,
  {
    ports,
    report,
  }: { readonly ports: NotificationPorts; readonly report: ApplyReport | DriftReport },
): Promise<void> {
  if (ports.environment.notify.length === 0) return;
  const found = await listNotifications(report);
  if (found.length === 0) return;
  context.afterwards.push((stopping) => sendNow({ context, directory, ports, found, stopping }));
}

async function sendNow({
  context,
  directory,
  ports,
  found,
  stopping,
}: {
  readonly context: CommandContext;
  readonly directory: string;
  readonly ports: NotificationPorts;
  readonly found: readonly Notification[];
  readonly stopping: AbortSignal;
}): Promise<void> {
  const { at, tool, commit } = await readMade(context, directory);
  try {
    const notifier = { ...openJobNotifier(context, ports.secrets), stopping };
    const message = { found, at, tool, commit };
    const failed = await sendToTargets(notifier, ports.environment.notify, message);
    await printDiagnostics(context, directory, failed);
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { message: summary, remedy } = error;
    await printDiagnostics(context, directory, [
      reportWarning('not-notified', { summary, remedy }),
    ]);
  }
}

/**
 * Sends to all targets at the same time. A failure is a warning, because the result of the run is
 * unaffected.
 */
async function sendToTargets(
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
      return [reportWarning('not-notified', { summary, at: target.at })];
    }),
  );
  return failed.flat();
}
