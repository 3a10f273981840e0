import { count, formatAligned, formatParagraph } from '../../../kit/text/text-layout.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { ProfileDifference, ProfilePart } from './proposal.ts';

/** Most parts of a difference. */
const maxParts = 12;

/** Lists up to this many connectors or cycles; the first few of more. */
const maxObjects = 12;
const firstObjects = 5;

const names = { column: 14, hang: 14, most: 8 };
const forms = { column: 56, hang: 8 };

/** Formats the connectors and cycles of a profile, with numbers of mappings. */
export function formatProfile(
  parts: readonly ProfilePart[] | null,
  width: number,
): readonly string[] {
  if (parts === null) {
    const text = 'No details: the limit of detailed profiles was reached before this one.';
    return [formatParagraph(text, 2, width)];
  }
  const connectors = parts.filter(({ form }) => form === 'installed').map(formatObject);
  const cycles = parts
    .filter(({ form }) => form === 'made')
    .map((cycle) => `${formatObject(cycle)}${formatMapped(cycle, parts)}`);
  const leftOut = parts
    .filter(({ form }) => form.startsWith('left out'))
    .map(({ path, form }) => `${formatPath(path)}${form.slice('left out'.length)}`);
  const lists = [
    ['connectors', connectors],
    ['cycles', cycles],
    ['left out', leftOut],
  ] as const;
  const reported = lists.filter(([, all]) => all.length > 0);
  if (reported.length === 0) return ['  no connectors and no cycles'];
  return reported.map(([name, all]) =>
    formatAligned(`  ${name}`, formatSome(all), { ...names, width }),
  );
}

/** Formats the connectors and cycles of a profile on one line. */
export function formatParts(parts: readonly ProfilePart[] | null): string {
  const objects = (parts ?? []).filter(({ form }) => form === 'installed' || form === 'made');
  return objects.length === 0
    ? 'no connectors and no cycles'
    : formatSome(objects.map(formatObject));
}

function formatSome(all: readonly string[]): string {
  if (all.length <= maxObjects) return all.join(', ');
  const first = all.slice(0, firstObjects).join(', ');
  return `${first} and ${all.length - firstObjects} more`;
}

function formatObject({ path }: ProfilePart): string {
  return formatPath(path.slice(path.indexOf('/') + 1));
}

function formatMapped({ path }: ProfilePart, parts: readonly ProfilePart[]): string {
  const mapped = parts.filter(
    (part) => part.path.startsWith(`${path}/steps/`) && !part.form.startsWith('left out'),
  );
  return mapped.length === 0 ? '' : ` (${count(mapped.length, 'mapping')})`;
}

/** Formats the differences from a larger profile, a part a line. */
export function formatProfileDifference(
  { from, has, lacks, differs }: ProfileDifference,
  paint: Paint,
): readonly string[] {
  const placed = { ...forms, width: paint.columns };
  const lines = [
    ...has.map(({ path, form }) =>
      formatAligned(`    ${paint.green('+')} ${formatPath(path)}`, formatForm(form), placed),
    ),
    ...lacks.map(({ path, form }) =>
      formatAligned(`    ${paint.red('-')} ${formatPath(path)}`, formatForm(form), placed),
    ),
    ...differs.map(({ path, form, there }) =>
      formatAligned(
        `    ${paint.yellow('~')} ${formatPath(path)}`,
        `${form}, there ${there}`,
        placed,
      ),
    ),
  ];
  const rest = lines.length - maxParts;
  return [
    `  as profile ${from}, but`,
    ...lines.slice(0, maxParts),
    ...(rest > 0 ? [`      and ${count(rest, 'more difference')}`] : []),
  ];
}

// Omits the form of connectors and cycles, because it is always the same.
function formatForm(form: string): string {
  return form === 'installed' || form === 'made' ? '' : form;
}
