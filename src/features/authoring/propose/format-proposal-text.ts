import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import { formatTitle } from '../../../reports/text/format-title.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import { formatParts, formatProfile, formatProfileDifference } from './format-profile.ts';
import type {
  Cluster,
  Outlier,
  PathValues,
  Proposal,
  ProposalFrame,
  ValueCount,
} from './proposal.ts';

/** Most paths of a kind, and most values of each. */
const maxPaths = 20;

const maxValues = 4;

const placement = { column: 40, hang: 8, most: 4 };

/** Most account names of a profile. */
const maxNamed = 6;

/** Most unread accounts. */
const maxUnread = 10;

/** Most profiles of a summary. */
const maxSummed = 5;

const summed = { column: 18, hang: 18, most: 3 };

/** Formats accounts by profile, their differences, and outliers. */
export function formatProposalText(
  proposal: Proposal,
  frame: ProposalFrame,
  paint: Paint,
): readonly string[] {
  const { target, cost, unread } = frame;
  const accounts = proposal.accounts + unread.length;
  return [
    `${formatTitle('Profiles in', { target, cost, accounts }, paint)}\n`,
    ...proposal.clusters.map((cluster, index) => formatBlock(formatCluster(cluster, index, paint))),
    ...formatMore(proposal),
    ...formatOutliers(proposal, paint),
    ...formatUnread(unread, paint),
    formatBlock([
      paint.bold('Summary'),
      ...listCounts(proposal, frame).map(([name, text]) =>
        formatAligned(`  ${name}`, text, { column: 14, hang: 14, most: 3, width: paint.columns }),
      ),
    ]),
  ];
}

/** Formats the numbers of accounts per profile in a few lines. */
export function formatProposalSummary(proposal: Proposal, paint: Paint): string {
  const { accounts, shapes, clusters, more, outliers, moreOutliers } = proposal;
  const reported = clusters.slice(0, maxSummed);
  const rest = clusters.slice(maxSummed);
  const others = rest.reduce((sum, each) => sum + each.accounts.length, more.accounts);
  const alone = outliers.length + moreOutliers;
  const width = paint.columns;
  const placed = { ...summed, width };
  return formatBlock([
    formatSpread(paint.bold('Profiles'), `${shapes} of ${count(accounts, 'account')}`, width),
    ...reported.map((cluster) =>
      formatAligned(
        `  ${count(cluster.accounts.length, 'account')}`,
        formatParts(cluster.parts),
        placed,
      ),
    ),
    ...(others === 0
      ? []
      : [
          formatAligned(
            `  ${count(others, 'account')}`,
            `${rest.length + more.shapes} other profiles`,
            placed,
          ),
        ]),
    ...(alone === 0
      ? []
      : [formatAligned(`  ${count(alone, 'account')}`, 'with a unique profile', placed)]),
  ]);
}

function formatBlock(lines: readonly string[]): string {
  return `\n${lines.join('\n')}\n`;
}

function formatCluster(cluster: Cluster, index: number, paint: Paint): readonly string[] {
  const { accounts, values, difference, parts } = cluster;
  const width = paint.columns;
  return [
    formatSpread(paint.bold(`Profile ${index + 1}`), count(accounts.length, 'account'), width),
    formatParagraph(formatSome(accounts), 2, width),
    ...formatProfile(parts, width),
    ...(difference === null ? [] : formatProfileDifference(difference, paint)),
    ...formatPathValues(values, accounts.length, width),
  ];
}

function formatSome(accounts: readonly string[]): string {
  const named = accounts.slice(0, maxNamed).map(formatName).join(', ');
  const rest = accounts.length - maxNamed;
  return rest > 0 ? `${named} and ${rest} more` : named;
}

function formatUnread(unread: ProposalFrame['unread'], paint: Paint): readonly string[] {
  const rest = unread.length - maxUnread;
  return [
    ...unread
      .slice(0, maxUnread)
      .map(({ account, diagnostics }) =>
        formatBlock([
          formatSpread(paint.bold(formatName(account)), paint.red('NOT READ'), paint.columns),
          ...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
        ]),
      ),
    ...(rest > 0 ? [formatBlock([`and ${rest} more unread; --format json lists them`])] : []),
  ];
}

function formatMore({ more }: Proposal): readonly string[] {
  if (more.shapes === 0) return [];
  const text = `${count(more.shapes, 'more profile')} of ${count(more.accounts, 'account')}; --limit NUMBER shows them`;
  return [formatBlock([text])];
}

function formatOutliers({ outliers, moreOutliers }: Proposal, paint: Paint): readonly string[] {
  if (outliers.length === 0) return [];
  const lines = outliers.flatMap((outlier) => formatOutlier(outlier, paint));
  const all = outliers.length + moreOutliers;
  return [
    formatBlock([
      formatSpread(
        paint.bold('Outliers'),
        `${count(all, 'account')} with a unique profile`,
        paint.columns,
      ),
      ...lines,
      ...(moreOutliers === 0 ? [] : [`  and ${moreOutliers} more; --limit NUMBER shows them`]),
    ]),
  ];
}

function formatOutlier({ account, parts, difference }: Outlier, paint: Paint): readonly string[] {
  const name = paint.bold(formatName(account));
  if (difference === null)
    return [`  ${name}`, ...formatProfile(parts, paint.columns - 2).map((line) => `  ${line}`)];
  const [as = '', ...lines] = formatProfileDifference(difference, paint);
  return [formatSpread(`  ${name}`, as.trimStart(), paint.columns), ...lines];
}

function listCounts(
  { accounts, shapes, outliers, moreOutliers }: Proposal,
  { skipped, unread }: ProposalFrame,
): readonly (readonly [string, string])[] {
  const alone = outliers.length + moreOutliers;
  const shared = shapes - alone;
  return [
    ['shared', `${count(shared, 'profile')} of ${count(accounts - alone, 'account')}`],
    ...(alone === 0 ? [] : [['unique', count(alone, 'account')] as const]),
    ...(unread.length === 0 ? [] : [['not read', count(unread.length, 'account')] as const]),
    ...(skipped === 0 ? [] : [['left out', `${count(skipped, 'account')} by --select`] as const]),
  ];
}

/** Formats values of a profile: varying, same in all, and secret. */
function formatPathValues(
  values: readonly PathValues[],
  accounts: number,
  width: number,
): readonly string[] {
  const section = (title: string, kind: PathValues['kind'], say: (at: PathValues) => string) => {
    const paths = values.filter((each) => each.kind === kind);
    const rest = paths.length - maxPaths;
    const lines = paths
      .slice(0, maxPaths)
      .map((each) =>
        formatAligned(`    ${formatPath(each.path)}`, say(each), { ...placement, width }),
      );
    const more = rest > 0 ? [`    and ${rest} more; --format json has them`] : [];
    return lines.length === 0 ? [] : [`  ${title}`, ...lines, ...more];
  };
  return [
    ...section('varies', 'varies', (at) => formatCounts(at, accounts)),
    ...section('the same in all', 'same', ({ values: [only] }) => formatWritten(only?.value)),
    ...section('secrets (not shown or compared)', 'secret', (at) =>
      at.accounts === accounts ? '' : `in ${at.accounts} of ${accounts}`,
    ),
  ];
}

function formatCounts({ values, others, accounts: having }: PathValues, accounts: number): string {
  const reported = values.slice(0, maxValues);
  const rest = having - reported.reduce((sum, each) => sum + each.accounts, 0);
  const distinct = others > 0 ? `more than ${values.length}` : `${values.length}`;
  const parts = [
    ...reported.map(formatCount),
    ...(rest > 0 ? [`others (${rest})`] : []),
    ...(having < accounts ? [`default (${accounts - having})`] : []),
  ];
  return `${values.length > maxValues ? `${distinct} values: ` : ''}${parts.join(', ')}`;
}

// Names the account of a unique value, because readers look for it.
function formatCount({ value, accounts, first }: ValueCount): string {
  return `${formatWritten(value)} (${accounts === 1 ? formatName(first) : accounts})`;
}

/** Formats a value as in a manifest. */
function formatWritten(value: unknown): string {
  if (typeof value === 'string') return formatQuoted(value);
  if (Array.isArray(value)) return `[${value.map(formatWritten).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([name, item]) => `${formatName(name)}: ${formatWritten(item)}`,
  );
  return `{${entries.join(', ')}}`;
}
