import type { RefusedFrame } from '../../model/report-document.ts';

/** How a command ended that has nothing else to show. */
export function sayEnded({ command, exit }: RefusedFrame): string {
  return `cyclectl${command === null ? '' : ` ${command}`} ended with ${exit.code}: ${exit.means}`;
}
