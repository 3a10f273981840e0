import { align } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { Wait } from '../../../model/live/consent.ts';
import { writeCommandAt } from '../../../model/report/advice/write-command-at.ts';
import type { CommandPlace } from '../../../model/report/report.ts';

/** Who is waited for, a connector a line, and how to sign each one in. */
export function writeWaitsText(waits: readonly Wait[], place: CommandPlace): string {
  if (waits.length === 0) return 'No connector waits for a person.\n';
  const lines = waits.map((wait) => {
    const since = wait.since === null ? '' : ` since ${writeName(wait.since)}`;
    const user = writeName(wait.user);
    const says = wait.isInstalled
      ? `waits for ${user}${since}`
      : `will wait for ${user}; the next apply installs it`;
    return align(wait.address, says, { column: 35, hang: 4, most: 2 });
  });
  const installed = waits.filter((wait) => wait.isInstalled);
  const commands = installed.map(
    (wait) => `  ${writeCommandAt('cyclectl consent', wait.address, place)}`,
  );
  const next = commands.length === 0 ? [] : ['', 'To sign in:', ...commands];
  return `${[...lines, ...next].join('\n')}\n`;
}
