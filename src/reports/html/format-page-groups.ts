import type { ChangeGroup } from '../blocks/groups/change-groups.ts';
import {
  describeFurtherGroups,
  describeGroup,
  selectShownGroups,
} from '../blocks/groups/describe-group.ts';
import { formatPhrase, formatSentence } from '../blocks/phrase.ts';
import { formatBlock } from '../text/format-blocks.ts';
import { plainPaint } from '../text/paint.ts';
import { type Html, toHtml } from './html.ts';

/** The groups of a report by change, readable without a script; each links to its accounts. */
export function formatPageGroups(groups: readonly ChangeGroup[]): Html {
  if (groups.length === 0) return toHtml``;
  const further = describeFurtherGroups(groups);
  const rest = further === '' ? toHtml`` : toHtml`<p>${formatSentence(further)}</p>`;
  return toHtml`<section class="card changes" aria-labelledby="changes"><h2 id="changes">By change</h2><ul>${selectShownGroups(groups).map(formatGroup)}</ul>${rest}</section>
`;
}

function formatGroup(group: ChangeGroup): Html {
  const lines = group.blocks
    .flatMap((block) => formatBlock(block, plainPaint))
    .flatMap((text) => text.split('\n'))
    .map((line) => toHtml`<span class="line">${line.replace(/^ {2}/, '')}</span>`);
  const title = formatPhrase(describeGroup(group));
  return toHtml`<li><p><a href="#group=${group.number}">${title}</a></p><pre>${lines}</pre></li>`;
}
