import { align, count, wrapIndented } from '../../../kit/text/text-layout.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writePath } from '../../../reports/words/write-path.ts';
import type { ShapeDifference, ShapePart } from './proposal.ts';

/** So many parts of a difference are named. */
const mostParts = 12;

/** So many connectors or cycles are all named; of more, the first of them. */
const mostObjects = 12;
const firstObjects = 5;

const names = { column: 14, hang: 14, most: 8 };
const forms = { column: 56, hang: 8 };

/** What accounts of a shape are made of: their connectors, their cycles and how many mappings those have. */
export function writeMade(parts: readonly ShapePart[] | null): readonly string[] {
  if (parts === null) {
    const says = 'More shapes came before this one than are kept: only its accounts are known.';
    return [wrapIndented(says, 2)];
  }
  const connectors = parts.filter(({ form }) => form === 'installed').map(nameObject);
  const cycles = parts
    .filter(({ form }) => form === 'made')
    .map((cycle) => `${nameObject(cycle)}${sayMapped(cycle, parts)}`);
  const leftOut = parts
    .filter(({ form }) => form.startsWith('left out'))
    .map(({ path, form }) => `${writePath(path)}${form.slice('left out'.length)}`);
  const lists = [
    ['connectors', connectors],
    ['cycles', cycles],
    ['left out', leftOut],
  ] as const;
  const told = lists.filter(([, all]) => all.length > 0);
  if (told.length === 0) return ['  no connectors and no cycles'];
  return told.map(([name, all]) => align(`  ${name}`, nameSome(all), names));
}

/** The connectors and cycles of a shape on one line. */
export function nameParts(parts: readonly ShapePart[] | null): string {
  const objects = (parts ?? []).filter(({ form }) => form === 'installed' || form === 'made');
  return objects.length === 0 ? 'no connectors and no cycles' : nameSome(objects.map(nameObject));
}

function nameSome(all: readonly string[]): string {
  if (all.length <= mostObjects) return all.join(', ');
  const first = all.slice(0, firstObjects).join(', ');
  return `${first} and ${all.length - firstObjects} more`;
}

function nameObject({ path }: ShapePart): string {
  return writePath(path.slice(path.indexOf('/') + 1));
}

function sayMapped({ path }: ShapePart, parts: readonly ShapePart[]): string {
  const mapped = parts.filter(
    (part) => part.path.startsWith(`${path}/steps/`) && !part.form.startsWith('left out'),
  );
  return mapped.length === 0 ? '' : ` (${count(mapped.length, 'mapping')})`;
}

/** What makes a shape another than a larger one, a part a line. */
export function writeShapeDifference(
  { from, has, lacks, differs }: ShapeDifference,
  paint: Paint,
): readonly string[] {
  const lines = [
    ...has.map(({ path, form }) =>
      align(`    ${paint.green('+')} ${writePath(path)}`, sayForm(form), forms),
    ),
    ...lacks.map(({ path, form }) =>
      align(`    ${paint.red('-')} ${writePath(path)}`, sayForm(form), forms),
    ),
    ...differs.map(({ path, form, there }) =>
      align(`    ${paint.yellow('~')} ${writePath(path)}`, `${form}, there ${there}`, forms),
    ),
  ];
  const rest = lines.length - mostParts;
  return [
    `  as shape ${from}, but`,
    ...lines.slice(0, mostParts),
    ...(rest > 0 ? [`      and ${count(rest, 'more difference')}`] : []),
  ];
}

// A connector is always installed and a cycle always made.
function sayForm(form: string): string {
  return form === 'installed' || form === 'made' ? '' : form;
}
