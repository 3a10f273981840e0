import type { RefusedReport } from '../../model/report/report-document.ts';
import { type Telling, writeCode } from './telling.ts';

/** How a command ended that had nothing else to show, in Markdown. */
export function tellRefused({ run }: RefusedReport): Telling<never> {
  const { command, environment, exit } = run;
  const of = environment === undefined ? '' : ` for ${writeCode(environment)}`;
  return {
    title: `cyclectl${command === null ? '' : ` ${writeCode(command)}`}${of}`,
    columns: [],
    tell: () => null,
    verdict: () => `ended with ${exit.code}`,
    lead: () => [`${writeCode(exit.means)}.`],
    end: () => [],
  };
}
