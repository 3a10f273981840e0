import stringWidth from 'string-width';
import {
  formatArgument,
  formatName,
  formatQuoted,
  formatYamlName,
} from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatParagraph,
  formatSpread,
  type TextPlacement,
} from '../../../kit/text/text-layout.ts';
import { toShortEnd } from '../../../kit/text/to-short-visible.ts';
import type { TemplateItem } from '../../../model/live/live.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatTarget } from '../../../reports/blocks/words/format-target.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { CatalogConnector, CatalogResult, CatalogSearch } from './catalog-result.ts';
import { formatMethod } from './format-method.ts';

/** Widest first and second cell of a table; a wider cell shifts the next. */
const widestCells = [32, 18] as const;

/** Longest description in a table, because a long list must stay one; JSON has all of it. */
const maxDescriptionLength = 160;

type Screen = { readonly paint: Paint; readonly columns: number };

/** Row of two short cells, and lines for the third column. */
type Row = { readonly cells: readonly [string, string]; readonly lines: readonly string[] };

/** Formats a part of the catalog as a table of names to paste into a manifest. */
export function formatCatalogText(
  searched: CatalogSearch,
  target: PlanTarget,
  screen: Screen,
): string {
  const { result, search, all } = searched;
  const { paint, columns } = screen;
  const found = countFound(searched);
  const size = search === null ? count(all, formatItemKind(searched)) : `${found} of ${all}`;
  const lines = [
    formatSpread(paint.bold(`${formatSubject(searched)}  ${formatTarget(target)}`), size, columns),
  ];
  if (found === 0) return `${[...lines, '', formatNothing(searched)].join('\n')}\n`;
  switch (result.kind) {
    case 'connectors': {
      const head = ['NAME', 'VERSIONS', 'SIGNS IN WITH'] as const;
      const next = `To list methods: cyclectl catalog methods ${formatArgument(result.connectors[0]?.name ?? '')}`;
      lines.push('', ...formatTable(head, result.connectors.map(toConnectorRow), screen), '', next);
      break;
    }
    case 'templates': {
      const head = ['NAME', 'TAGS', 'CONNECTORS'] as const;
      lines.push('', ...formatTable(head, result.templates.map(toTemplateRow), screen));
      break;
    }
    case 'methods':
      for (const method of result.methods)
        lines.push('', ...formatMethod(method, result.methods, paint));
      break;
  }
  return `${lines.join('\n')}\n`;
}

function countFound({ result }: CatalogSearch): number {
  switch (result.kind) {
    case 'connectors':
      return result.connectors.length;
    case 'templates':
      return result.templates.length;
    case 'methods':
      return result.methods.length;
  }
}

function formatItemKind({ result }: CatalogSearch): string {
  return result.kind.slice(0, -1);
}

function formatSubject({ result }: CatalogSearch): string {
  switch (result.kind) {
    case 'connectors':
      return 'Connectors';
    case 'templates':
      return 'Templates';
    case 'methods':
      return `Methods of ${formatName(result.connector)}${result.version === null ? '' : ` ${formatName(result.version)}`}`;
  }
}

function formatNothing(searched: CatalogSearch): string {
  const { search } = searched;
  return search === null
    ? `There is no ${formatItemKind(searched)}.`
    : `No ${formatItemKind(searched)} contains ${formatQuoted(search)}.`;
}

/** The same as rows with all of each description; null for methods, which are parts of manifests. */
export function listCatalogRows(result: CatalogResult): readonly (readonly string[])[] | null {
  switch (result.kind) {
    case 'connectors':
      return result.connectors.map((connector) => [
        connector.name,
        connector.versions.join(', '),
        listSignIns(connector).join(', '),
        listProperties(connector).join(', '),
        connector.description ?? '',
      ]);
    case 'templates':
      return result.templates.map((template) => [
        template.name,
        template.tags.join(', '),
        listConnectors(template).join(', '),
        template.description ?? '',
      ]);
    case 'methods':
      return null;
  }
}

function listSignIns({ authentications }: CatalogConnector): readonly string[] {
  return authentications.map(({ name, type }) =>
    type === 'None' ? 'nothing' : `${formatName(name)} (${formatName(type)})`,
  );
}

function listProperties({ properties }: CatalogConnector): readonly string[] {
  return properties.map(
    (item) => `${formatYamlName(item.name)}${item.isSensitive ? ' (secret)' : ''}`,
  );
}

function listConnectors({ connectors }: TemplateItem): readonly string[] {
  return connectors.map(({ name, version }) =>
    [name, version ?? ''].map(formatName).join(' ').trimEnd(),
  );
}

function toConnectorRow(connector: CatalogConnector): Row {
  const ways = listSignIns(connector);
  const named = listProperties(connector);
  const { description } = connector;
  return {
    cells: [formatYamlName(connector.name), connector.versions.map(formatName).join(', ')],
    lines: [
      ways.length === 0 ? 'nothing' : ways.join(', '),
      ...(named.length === 0 ? [] : [`properties: ${named.join(', ')}`]),
      ...formatDescription(description),
    ],
  };
}

function toTemplateRow(template: TemplateItem): Row {
  const connectors = listConnectors(template);
  return {
    cells: [formatYamlName(template.name), template.tags.map(formatName).join(', ')],
    lines: [
      ...(connectors.length === 0 ? [] : [connectors.join(', ')]),
      ...formatDescription(template.description),
    ],
  };
}

function formatDescription(description: string | null): readonly string[] {
  const text = description?.trim() ?? '';
  return text === '' ? [] : [toShortEnd(text.replaceAll(/\s+/g, ' '), maxDescriptionLength)];
}

function formatTable(
  head: readonly [string, string, string],
  rows: readonly Row[],
  { paint, columns: width }: Screen,
): string[] {
  const second = 4 + widest([head[0], ...rows.map(({ cells }) => cells[0])], widestCells[0]);
  const third =
    second + 2 + widest([head[1], ...rows.map(({ cells }) => cells[1])], widestCells[1]);
  const headLine = join([`  ${head[0]}`, head[1]], second);
  return [
    paint.dim(formatAligned(headLine, head[2], { column: third, hang: third, width })),
    ...rows.flatMap((row) => formatRow(row, second, { column: third, hang: third, width })),
  ];
}

function formatRow({ cells, lines }: Row, second: number, third: TextPlacement): string[] {
  const [first, ...more] = lines;
  const left = join([`  ${cells[0]}`, cells[1]], second);
  return [
    formatAligned(left, first ?? '', { ...third, most: Number.POSITIVE_INFINITY }),
    ...more.map((line) => formatParagraph(line, third.hang, third.width)),
  ];
}

function join([first, other]: readonly [string, string], column: number): string {
  return other === '' ? first : formatAligned(first, other, { column, hang: column });
}

function widest(texts: readonly string[], most: number): number {
  return Math.min(most, Math.max(...texts.map((text) => stringWidth(text))));
}
