import stringWidth from 'string-width';
import { toLine } from '../../kit/text/format-name.ts';
import { formatAligned, formatHanging, formatParagraph } from '../../kit/text/text-layout.ts';
import { toShortText } from '../../kit/text/visible-text.ts';
import { formatShownValue } from '../../model/fields/format-shown-value.ts';
import type { HoldingPin } from '../../model/manifest/revision-finder.ts';
import { formatSpan } from '../../model/source-span.ts';
import { formatRevision } from '../../model/state/revision.ts';
import type { Paint } from '../../reports/text/paint.ts';
import type { ExplainedField, ExplainedPart, Explanation } from './explanation.ts';

type LayerValue = Explanation['layers'][number];

/** Width of a value in a table. */
const mostValue = 60;

/** Formats an explanation for people: value and origin first, then each layer, then the service. */
export function formatExplanation(explanation: Explanation, paint: Paint): string {
  const { address, environment, value, from, layers, uses, parts, field, pin } = explanation;
  const { columns } = paint;
  const isManaged = value !== undefined;
  const title = `${paint.bold(toLine(address))}  ${environment}`;
  const head = isManaged
    ? parts.length > 0
      ? []
      : [`${formatValue(value)}, from ${formatLayer(from)}`]
    : [formatAbsence(from, layers)];
  const section = (title: string, rows: Rows) => formatSection(title, rows, columns);
  const lines = [
    formatHanging(title, 2, columns),
    ...head.map((line) => formatHanging(`  ${toLine(line)}`, 4, columns)),
    ...formatTable(parts.map(toPartRow), columns),
    ...section('Layers, the last one counts', layers.map(toLayerRow)),
    ...uses.flatMap((use) => section(use.name, use.values.map(toLayerRow))),
    ...(field === null ? [] : section('Service', toFieldRows(field))),
    ...(pin === null ? [] : section('Pin', [toPinRow(pin)])),
  ];
  return `${lines.join('\n')}\n`;
}

function formatAbsence(from: LayerValue | null, layers: readonly LayerValue[]): string {
  if (from?.value === null) return `none, from ${formatLayer(from)}`;
  if (from !== null)
    return `none: the condition in ${formatSpan(from.at)} does not hold: ${formatValue(from.value)}`;
  return layers.length > 0
    ? 'not managed: its input has no value'
    : 'not managed: no layer has a value';
}

/** The same as data. */
export function toExplanationJson({
  diagnostics: _,
  from,
  layers,
  uses,
  parts,
  pin,
  ...rest
}: Explanation) {
  return {
    ...rest,
    pin: pin && toPinJson(pin),
    from: from && toLayerJson(from),
    layers: layers.map(toLayerJson),
    uses: uses.map(({ name, values }) => ({ name, values: values.map(toLayerJson) })),
    parts: parts.map((part) => ({ ...part, from: toLayerJson(part.from) })),
  };
}

function toPinJson({ fleet, pin: { pointer, account: _, ...pin }, found }: HoldingPin) {
  const [revision = null] = found;
  const at = formatSpan(fleet.document.spanOf(pointer));
  return { ...pin, revision: found.length === 1 ? revision : null, at };
}

function toLayerJson({ at, ...rest }: LayerValue) {
  return { ...rest, at: formatSpan(at) };
}

/** Rows of up to three cells. */
type Rows = readonly (readonly string[])[];

function formatSection(title: string, rows: Rows, columns: number): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...formatTable(rows, columns)];
}

function toLayerRow(each: LayerValue): readonly string[] {
  const why = each.why === undefined ? '' : `  ${each.why}`;
  return [formatLayer(each), formatValue(each.value), `${formatSpan(each.at)}${why}`];
}

function toPinRow({ fleet, pin }: HoldingPin): readonly string[] {
  const { revision, owner, until, reason, pointer } = pin;
  const held = `${formatRevision(revision)} until ${until}`;
  return [held, owner, `${formatSpan(fleet.document.spanOf(pointer))}  ${reason}`];
}

function toPartRow({ path, value, from }: ExplainedPart): readonly string[] {
  return [path, formatValue(value), `${formatLayer(from)} ${formatSpan(from.at)}`];
}

function toFieldRows(field: ExplainedField): Rows {
  const { owner, comparison, live, lastApplied, baseline } = field;
  if (baseline !== undefined) return [['baseline', formatShownValue(baseline)]];
  return [
    ['live', comparison === 'new' ? 'does not exist yet' : formatShownValue(live)],
    ['last applied', formatShownValue(lastApplied)],
    ['owner', owner],
  ];
}

function formatLayer(each: LayerValue | null): string {
  return each === null ? 'no layer' : `${each.layer} ${each.name}`;
}

function formatValue(value: unknown): string {
  return toShortText(typeof value === 'string' ? value : JSON.stringify(value), mostValue);
}

// Names and values may have any characters. In a table that is too wide, each place is below its value.
function formatTable(written: Rows, columns: number): readonly string[] {
  const rows = written.map((row) => row.map(toLine));
  const [first = 0, second = 0, third = 0] = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const isFitting = first + second + third + 6 <= columns;
  const column = isFitting ? first + 4 : Math.min(first + 4, Math.floor(columns / 2));
  return rows.map(([name = '', value = '', place = '']) => {
    const below = { hang: 6, width: columns };
    const left = formatAligned(`  ${name}`, value, { ...below, column });
    if (isFitting) return formatAligned(left, place, { ...below, column: column + second + 2 });
    return place === '' ? left : `${left}\n${formatParagraph(place, 6, columns)}`;
  });
}
