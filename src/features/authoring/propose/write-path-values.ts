import { align } from '../../../kit/text/text-layout.ts';
import { quote, writeName } from '../../../kit/text/write-name.ts';
import { writePath } from '../../../reports/words/write-path.ts';
import type { PathValues, ValueCount } from './proposal.ts';

/** So many paths of a kind are named, and so many values of each. */
const mostPaths = 20;
const mostValues = 4;

const place = { column: 40, hang: 8, most: 4 };

/** What varies between the accounts of a shape, what they all have, and where they have secrets. */
export function writePathValues(
  values: readonly PathValues[],
  accounts: number,
): readonly string[] {
  const section = (title: string, kind: PathValues['kind'], say: (at: PathValues) => string) => {
    const paths = values.filter((each) => each.kind === kind);
    const rest = paths.length - mostPaths;
    const lines = paths
      .slice(0, mostPaths)
      .map((each) => align(`    ${writePath(each.path)}`, say(each), place));
    const more = rest > 0 ? [`    and ${rest} more; --format json has them`] : [];
    return lines.length === 0 ? [] : [`  ${title}`, ...lines, ...more];
  };
  return [
    ...section('varies', 'varies', (at) => sayCounts(at, accounts)),
    ...section('the same in all', 'same', ({ values: [only] }) => writeWritten(only?.value)),
    ...section('secrets, of which nothing is shown or compared', 'secret', (at) =>
      at.accounts === accounts ? '' : `in ${at.accounts} of ${accounts}`,
    ),
  ];
}

function sayCounts({ values, others, accounts: having }: PathValues, accounts: number): string {
  const told = values.slice(0, mostValues);
  const rest = having - told.reduce((sum, each) => sum + each.accounts, 0);
  const distinct = others > 0 ? `more than ${values.length}` : `${values.length}`;
  const parts = [
    ...told.map(sayCount),
    ...(rest > 0 ? [`others (${rest})`] : []),
    ...(having < accounts ? [`as it begins (${accounts - having})`] : []),
  ];
  return `${values.length > mostValues ? `${distinct} values: ` : ''}${parts.join(', ')}`;
}

// Who has what nobody else has is who is looked for.
function sayCount({ value, accounts, first }: ValueCount): string {
  return `${writeWritten(value)} (${accounts === 1 ? writeName(first) : accounts})`;
}

/** A value as it stands in a manifest. */
function writeWritten(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(writeWritten).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([name, item]) => `${writeName(name)}: ${writeWritten(item)}`,
  );
  return `{${entries.join(', ')}}`;
}
