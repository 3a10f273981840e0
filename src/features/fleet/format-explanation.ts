import { toLine } from '../../kit/text/format-name.ts';
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
  const isManaged = value !== undefined;
  const title = `${paint.bold(toLine(address))}  ${environment}`;
  const head = isManaged
    ? parts.length > 0
      ? []
      : [`  ${toLine(`${formatValue(value)}, from ${formatLayer(from)}`)}`]
    : [`  ${toLine(formatAbsence(from, layers))}`];
  const lines = [
    title,
    ...head,
    ...formatTable(parts.map(toPartRow)),
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

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...formatTable(rows)];
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

function toFieldRows(field: ExplainedField): readonly (readonly string[])[] {
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

// Names and values may have any characters.
function formatTable(written: readonly (readonly string[])[]): readonly string[] {
  const rows = written.map((row) => row.map(toLine));
  const widths = [0, 1].map((column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
