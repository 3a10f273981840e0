import { formatName } from '../../../kit/text/format-name.ts';
import { formatAligned } from '../../../kit/text/text-layout.ts';
import type { LinkedWait } from '../../../model/live/consent.ts';
import { formatCommandAt } from '../../../model/report/advice/commands.ts';
import type { CommandContext } from '../../../model/report/report.ts';

/** Formats connectors that wait, a line each, with the commands to sign in. */
export function formatWaitsText(
  waits: readonly LinkedWait[],
  { columns, ...context }: CommandContext & { readonly columns: number },
): string {
  if (waits.length === 0) return 'No connector waits for a person.\n';
  const lines = waits.map((wait) => {
    const since = wait.since === null ? '' : ` since ${formatName(wait.since)}`;
    const user = formatName(wait.user);
    const text = wait.isInstalled
      ? `waits for ${user}${since}`
      : `will wait for ${user}; the next apply installs it`;
    return formatAligned(wait.address, text, { column: 35, hang: 4, most: 2, width: columns });
  });
  const links = waits.flatMap(({ address, link, expiresAt }) =>
    link === undefined ? [] : [`${address} until ${expiresAt}`, `  ${link}`],
  );
  if (links.length > 0) return `${[...lines, '', 'Links to send:', ...links].join('\n')}\n`;
  const installed = waits.filter((wait) => wait.isInstalled);
  const commands = installed.map(
    (wait) => `  ${formatCommandAt('consent', wait.address, context)}`,
  );
  const next = commands.length === 0 ? [] : ['', 'To sign in:', ...commands];
  return `${[...lines, ...next].join('\n')}\n`;
}

/** A connector that waits as a row: address, user, since when, whether it is installed, its link, and until when. */
export function toWaitRow(wait: LinkedWait): readonly string[] {
  const { address, user, since, isInstalled, link = '', expiresAt = '' } = wait;
  const installed = isInstalled ? 'installed' : 'not installed';
  return [address, user, since ?? '', installed, link, expiresAt];
}
