import stringWidth from 'string-width';
import { cutEnd } from '../../../kit/text/cut-text.ts';
import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { align, count, spread, wrapIndented } from '../../../kit/text/text-layout.ts';
import { quote, writeName } from '../../../kit/text/write-name.ts';
import { writeYamlName } from '../../../kit/yaml/yaml-name.ts';
import type { TemplateItem } from '../../../model/live/live.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writeTarget } from '../../../reports/text/parts/write-target.ts';
import type { OfferedConnector, SearchedOffer } from './catalogue.ts';
import { writeMethods } from './write-methods.ts';

/** Columns that the first and the second cell of a table may take; what is wider pushes the next. */
const widestCells = [32, 18] as const;

/** Columns of a description in a table, so that a long list stays one; all of it is in the JSON. */
const longestDescription = 160;

/** A row: two short cells, and lines that stand in the third column. */
type Row = { readonly cells: readonly [string, string]; readonly lines: readonly string[] };

/** What the service offers, as a table of names that can be pasted into a manifest. */
export function writeOfferText(searched: SearchedOffer, target: PlanTarget, paint: Paint): string {
  const { offer, search, all } = searched;
  const found = countFound(searched);
  const size = search === null ? count(all, nameItem(searched)) : `${found} of ${all}`;
  const lines = [spread(paint.bold(`${writeSubject(searched)}  ${writeTarget(target)}`), size)];
  if (found === 0) return `${[...lines, '', writeNothing(searched)].join('\n')}\n`;
  switch (offer.kind) {
    case 'connectors': {
      const head = ['NAME', 'VERSIONS', 'SIGNS IN WITH'] as const;
      const next = `Their methods: cyclectl catalog methods ${quoteArgument(offer.connectors[0]?.name ?? '')}`;
      lines.push('', ...writeTable(head, offer.connectors.map(toConnectorRow), paint), '', next);
      break;
    }
    case 'templates': {
      const head = ['NAME', 'TAGS', 'CONNECTORS'] as const;
      lines.push('', ...writeTable(head, offer.templates.map(toTemplateRow), paint));
      break;
    }
    case 'methods':
      for (const method of offer.methods)
        lines.push('', ...writeMethods(method, offer.methods, paint));
      break;
  }
  return `${lines.join('\n')}\n`;
}

function countFound({ offer }: SearchedOffer): number {
  switch (offer.kind) {
    case 'connectors':
      return offer.connectors.length;
    case 'templates':
      return offer.templates.length;
    case 'methods':
      return offer.methods.length;
  }
}

function nameItem({ offer }: SearchedOffer): string {
  return offer.kind.slice(0, -1);
}

function writeSubject({ offer }: SearchedOffer): string {
  switch (offer.kind) {
    case 'connectors':
      return 'Connectors';
    case 'templates':
      return 'Templates';
    case 'methods':
      return `Methods of ${writeName(offer.connector)}${offer.version === null ? '' : ` ${writeName(offer.version)}`}`;
  }
}

function writeNothing(searched: SearchedOffer): string {
  const { search } = searched;
  return search === null
    ? `There is no ${nameItem(searched)}.`
    : `No ${nameItem(searched)} has ${quote(search)} in it.`;
}

function toConnectorRow(connector: OfferedConnector): Row {
  const { authentications, properties, description } = connector;
  const ways = authentications.map(({ name, type }) =>
    type === 'None' ? 'nothing' : `${writeName(name)} (${writeName(type)})`,
  );
  const named = properties.map(
    (item) => `${writeYamlName(item.name)}${item.isSensitive ? ' (secret)' : ''}`,
  );
  return {
    cells: [writeYamlName(connector.name), connector.versions.map(writeName).join(', ')],
    lines: [
      ways.length === 0 ? 'nothing' : ways.join(', '),
      ...(named.length === 0 ? [] : [`properties: ${named.join(', ')}`]),
      ...writeDescription(description),
    ],
  };
}

function toTemplateRow(template: TemplateItem): Row {
  const connectors = template.connectors.map(({ name, version }) =>
    [name, version ?? ''].map(writeName).join(' ').trimEnd(),
  );
  return {
    cells: [writeYamlName(template.name), template.tags.map(writeName).join(', ')],
    lines: [
      ...(connectors.length === 0 ? [] : [connectors.join(', ')]),
      ...writeDescription(template.description),
    ],
  };
}

function writeDescription(description: string | null): readonly string[] {
  const text = description?.trim() ?? '';
  return text === '' ? [] : [cutEnd(text.replaceAll(/\s+/g, ' '), longestDescription)];
}

function writeTable(
  head: readonly [string, string, string],
  rows: readonly Row[],
  paint: Paint,
): string[] {
  const second = 4 + widest([head[0], ...rows.map(({ cells }) => cells[0])], widestCells[0]);
  const third =
    second + 2 + widest([head[1], ...rows.map(({ cells }) => cells[1])], widestCells[1]);
  const headLine = join([`  ${head[0]}`, head[1]], second);
  return [
    paint.dim(align(headLine, head[2], { column: third, hang: third })),
    ...rows.flatMap((row) => writeRow(row, second, third)),
  ];
}

function writeRow({ cells, lines }: Row, second: number, third: number): string[] {
  const [first, ...more] = lines;
  const left = join([`  ${cells[0]}`, cells[1]], second);
  const place = { column: third, hang: third, most: Number.POSITIVE_INFINITY };
  return [align(left, first ?? '', place), ...more.map((line) => wrapIndented(line, third))];
}

function join([first, other]: readonly [string, string], column: number): string {
  return other === '' ? first : align(first, other, { column, hang: column });
}

function widest(texts: readonly string[], most: number): number {
  return Math.min(most, Math.max(...texts.map((text) => stringWidth(text))));
}
