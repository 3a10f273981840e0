import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { formatAligned } from '../../../kit/text/text-layout.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import type { PathValues, ValueCount } from './proposal.ts';

/** Most paths of a kind, and most values of each. */
const maxPaths = 20;
const maxValues = 4;

const placement = { column: 40, hang: 8, most: 4 };

/** Formats values of a profile: varying, same in all, and secret. */
export function formatPathValues(
  values: readonly PathValues[],
  accounts: number,
): readonly string[] {
  const section = (title: string, kind: PathValues['kind'], say: (at: PathValues) => string) => {
    const paths = values.filter((each) => each.kind === kind);
    const rest = paths.length - maxPaths;
    const lines = paths
      .slice(0, maxPaths)
      .map((each) => formatAligned(`    ${formatPath(each.path)}`, say(each), placement));
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
