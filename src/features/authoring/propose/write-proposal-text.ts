import { align, count, spread, wrapIndented } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writeDiagnosticBlock } from '../../../reports/text/parts/write-diagnostic-block.ts';
import { writeTitle } from '../../../reports/text/parts/write-target.ts';
import type { Cluster, Outlier, Proposal, ProposalFrame } from './proposal.ts';
import { writePathValues } from './write-path-values.ts';
import { nameParts, writeMade, writeShapeDifference } from './write-shape.ts';

/** So many keys of a shape's accounts are named. */
const mostNamed = 6;

/** So many accounts that were not read are told of. */
const mostUnread = 10;

/** So many shapes are told in a summary. */
const mostSummed = 5;

const summed = { column: 18, hang: 18, most: 3 };

/** Which accounts share a shape, what varies between them, and who is like nobody else; for people. */
export function writeProposalText(
  proposal: Proposal,
  frame: ProposalFrame,
  paint: Paint,
): readonly string[] {
  const { target, cost, unread } = frame;
  const accounts = proposal.accounts + unread.length;
  return [
    `${writeTitle('Shapes in', { target, cost, accounts }, paint)}\n`,
    ...proposal.clusters.map((cluster, index) => writeBlock(writeCluster(cluster, index, paint))),
    ...writeMore(proposal),
    ...writeOutliers(proposal, paint),
    ...writeUnread(unread, paint),
    writeBlock([
      paint.bold('Summary'),
      ...listCounts(proposal, frame).map(([name, text]) =>
        align(`  ${name}`, text, { column: 14, hang: 14, most: 3 }),
      ),
    ]),
  ];
}

/** The same in a few lines: how many accounts share which shape. */
export function writeProposalSummary(proposal: Proposal, paint: Paint): string {
  const { accounts, shapes, clusters, more, outliers, moreOutliers } = proposal;
  const told = clusters.slice(0, mostSummed);
  const rest = clusters.slice(mostSummed);
  const others = rest.reduce((sum, each) => sum + each.accounts.length, more.accounts);
  const alone = outliers.length + moreOutliers;
  return writeBlock([
    spread(paint.bold('Shapes'), `${shapes} of ${count(accounts, 'account')}`),
    ...told.map((cluster) =>
      align(`  ${count(cluster.accounts.length, 'account')}`, nameParts(cluster.parts), summed),
    ),
    ...(others === 0
      ? []
      : [
          align(
            `  ${count(others, 'account')}`,
            `${rest.length + more.shapes} other shapes`,
            summed,
          ),
        ]),
    ...(alone === 0
      ? []
      : [align(`  ${count(alone, 'account')}`, 'with a shape that no other has', summed)]),
  ]);
}

function writeBlock(lines: readonly string[]): string {
  return `\n${lines.join('\n')}\n`;
}

function writeCluster(cluster: Cluster, index: number, paint: Paint): readonly string[] {
  const { accounts, values, difference, parts } = cluster;
  return [
    spread(paint.bold(`Shape ${index + 1}`), count(accounts.length, 'account')),
    wrapIndented(nameSome(accounts), 2),
    ...writeMade(parts),
    ...(difference === null ? [] : writeShapeDifference(difference, paint)),
    ...writePathValues(values, accounts.length),
  ];
}

function nameSome(accounts: readonly string[]): string {
  const named = accounts.slice(0, mostNamed).map(writeName).join(', ');
  const rest = accounts.length - mostNamed;
  return rest > 0 ? `${named} and ${rest} more` : named;
}

function writeUnread(unread: ProposalFrame['unread'], paint: Paint): readonly string[] {
  const rest = unread.length - mostUnread;
  return [
    ...unread
      .slice(0, mostUnread)
      .map(({ account, diagnostics }) =>
        writeBlock([
          spread(paint.bold(writeName(account)), paint.red('NOT READ')),
          ...diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
        ]),
      ),
    ...(rest > 0
      ? [writeBlock([`and ${rest} more that were not read; --format json has them`])]
      : []),
  ];
}

function writeMore({ more }: Proposal): readonly string[] {
  if (more.shapes === 0) return [];
  const says = `${count(more.shapes, 'more shape')}, of ${count(more.accounts, 'account')}; --limit NUMBER shows them`;
  return [writeBlock([says])];
}

function writeOutliers({ outliers, moreOutliers }: Proposal, paint: Paint): readonly string[] {
  if (outliers.length === 0) return [];
  const lines = outliers.flatMap((outlier) => writeOutlier(outlier, paint));
  const all = outliers.length + moreOutliers;
  return [
    writeBlock([
      spread(paint.bold('Outliers'), `${count(all, 'account')} with a shape that no other has`),
      ...lines,
      ...(moreOutliers === 0 ? [] : [`  and ${moreOutliers} more; --limit NUMBER shows them`]),
    ]),
  ];
}

function writeOutlier({ account, parts, difference }: Outlier, paint: Paint): readonly string[] {
  const name = paint.bold(writeName(account));
  if (difference === null) return [`  ${name}`, ...writeMade(parts).map((line) => `  ${line}`)];
  const [as = '', ...lines] = writeShapeDifference(difference, paint);
  return [spread(`  ${name}`, as.trimStart()), ...lines];
}

function listCounts(
  { accounts, shapes, outliers, moreOutliers }: Proposal,
  { skipped, unread }: ProposalFrame,
): readonly (readonly [string, string])[] {
  const alone = outliers.length + moreOutliers;
  const shared = shapes - alone;
  return [
    ['shared', `${count(shared, 'shape')}, of ${count(accounts - alone, 'account')}`],
    ...(alone === 0 ? [] : [['alone', count(alone, 'account')] as const]),
    ...(unread.length === 0 ? [] : [['not read', count(unread.length, 'account')] as const]),
    ...(skipped === 0 ? [] : [['left out', `${count(skipped, 'account')} by --select`] as const]),
  ];
}
