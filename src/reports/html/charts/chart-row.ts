import { formatNumber } from '../../../kit/text/text-layout.ts';
import type { Tone } from '../../classify/object-states.ts';
import { type Html, toHtml } from '../html.ts';

/** One row of a chart; `link` is the filter of its click. */
export type ChartRow = {
  readonly label: string;
  readonly number: number;
  readonly tone: Tone;
  readonly mark?: string;
  readonly link?: string;
};

/** Mark, label and number of a row, as a link if it filters. */
export function formatRowLabel({ label, number, tone, mark, link }: ChartRow): Html {
  const sign =
    mark === undefined ? toHtml`` : toHtml`<i class="mark ${tone}" aria-hidden="true">${mark}</i>`;
  const text = toHtml`${sign}<span>${label}</span> <b>${formatNumber(number)}</b>`;
  return link === undefined
    ? toHtml`<span class="label">${text}</span>`
    : toHtml`<a class="label" href="#${link}">${text}</a>`;
}
