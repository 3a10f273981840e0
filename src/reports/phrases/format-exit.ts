import { toLine } from '../../kit/text/format-name.ts';
import type { RefusedFrame } from '../../model/report/report-document.ts';

/** The end of a refused command. */
export function formatExit({ command, exit }: RefusedFrame): string {
  const name = command === null ? 'cyclectl' : `cyclectl ${command}`;
  return toLine(`${name} ended with ${exit.code}: ${exit.means}`);
}
