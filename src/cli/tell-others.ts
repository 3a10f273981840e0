import { Trouble } from '../kit/trouble.ts';
import type { ApplyReport, DriftReport } from '../model/report-document.ts';
import { notifyAll } from '../pipeline/notify-all.ts';
import { listNotifications } from '../stages/report/list-notifications.ts';
import type { CommandContext, GlobalOptions } from './context.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { readMade } from './read-made.ts';
import { openJobNotifier } from './wiring/open-job-notifier.ts';
import type { Workplace } from './wiring.ts';

/** Tells those whom the environment names what a command came to. Who could not be told changes no exit code. */
export async function tellOthers(
  context: CommandContext,
  { directory }: Pick<GlobalOptions, 'directory'>,
  {
    place,
    report,
  }: {
    readonly place: Pick<Workplace, 'environment' | 'secrets'>;
    readonly report: ApplyReport | DriftReport;
  },
): Promise<void> {
  const { notify } = place.environment;
  if (notify.length === 0) return;
  const found = await listNotifications(report);
  if (found.length === 0) return;
  const { at, tool, commit } = await readMade(context, directory);
  try {
    const notifier = openJobNotifier(context, place.secrets);
    const failed = await notifyAll(notifier, notify, { found, at, tool, commit });
    await printDiagnostics(context, directory, failed);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    const { message: summary, remedy } = error;
    await printDiagnostics(context, directory, [
      { code: 'not-notified', severity: 'warning', summary, remedy },
    ]);
  }
}
