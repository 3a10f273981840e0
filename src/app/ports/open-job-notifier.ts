import type { Secrets } from '../../model/ports.ts';
import type { Notifier } from '../../model/report/notification.ts';
import { openNotifier } from '../../notify/open-notifier.ts';
import type { CommandContext } from '../context.ts';
import { checkTls, readNotificationAllowList } from './operator-bounds.ts';

/**
 * Opens the notifier, within the bounds of the operator of this machine. Throws `OperationalError`.
 */
export function openJobNotifier(
  context: Pick<CommandContext, 'environment' | 'timer'>,
  secrets: Pick<Secrets, 'read'>,
): Notifier {
  checkTls(context);
  const { environment, timer } = context;
  const allows = readNotificationAllowList(environment);
  return openNotifier({
    secrets,
    allows,
    environment,
    ...(timer === undefined ? {} : { timer }),
  });
}
