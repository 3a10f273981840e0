import { count } from '../../../kit/text/text-layout.ts';
import type { ReportMetadata } from '../../../model/report/report-document.ts';
import { describeFurtherGroups } from '../../../reports/blocks/groups/describe-group.ts';
import { formatSentence } from '../../../reports/blocks/phrase.ts';
import { addGroups } from '../../../reports/markdown/add-groups.ts';
import { codeWriter } from '../../../reports/markdown/format-code.ts';
import {
  formatDetails,
  formatLayout,
  makeCommentBudget,
} from '../../../reports/markdown/format-layout.ts';
import { formatFooter, formatMarker } from '../../../reports/markdown/format-marker.ts';
import { addAccount } from '../../../reports/markdown/format-report-markdown.ts';
import {
  describeDiff,
  findDifferenceGroups,
  listMoved,
  type RenderedDiff,
} from './format-differences.ts';

/** Formats the differences as a comment of a pull request: by change, or by account where they are few. */
export async function formatDifferencesMarkdown(
  diff: RenderedDiff,
  made: ReportMetadata,
  environment: string | undefined,
): Promise<string> {
  const { blocks, groups } = await findDifferenceGroups(diff);
  const budget = makeCommentBudget();
  if (groups === null) for (const each of blocks) addAccount(budget, each);
  else addGroups(budget, groups);
  const further = describeFurtherGroups(groups ?? []);
  const moved = listMoved(diff).map((phrase) => `- ${formatSentence(phrase, codeWriter)}`);
  return formatLayout(
    {
      marker: formatMarker('diff', environment, made),
      heading: `### cyclectl diff\n\n${formatSentence(describeDiff(diff), codeWriter)}`,
      columns: [],
      lead: further === '' ? [] : [formatSentence(further)],
      end: [
        ...(moved.length === 0
          ? []
          : [formatDetails(`${count(moved.length, 'account')} moved`, moved.join('\n'))]),
        formatFooter(made, null),
      ],
    },
    budget,
  );
}
