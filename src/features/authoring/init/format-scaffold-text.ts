import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { formatAligned, formatHanging, formatParagraph } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { listNeededVariables, listNextSteps, originsVariable } from './list-next-steps.ts';
import type { CreatedProject, FileResult, NeededVariable, NextStep } from './scaffold.ts';

const placement = { column: 38, hang: 6 };

/**
 * Formats the files of init, a line each, and the next steps. Omits the steps when accounts follow.
 */
export function formatScaffoldText(created: CreatedProject): string {
  const variables = listNeededVariables(created.scaffold.target);
  const [everywhere, inCi] = [
    variables.filter(({ where }) => where === 'everywhere'),
    variables.filter(({ where }) => where === 'ci'),
  ];
  return [
    formatHanging(formatProject(created.scaffold), 2),
    '',
    created.places.map(formatFileResult),
    formatSection('set for every run; in CI as secrets:', everywhere.map(formatVariable)),
    formatSection(
      `set in CI${everywhere.length === 0 ? '' : ' too'}, as variables:`,
      inCi.map(formatVariable),
    ),
    ...(created.isFromLive ? [''] : formatNext(created)),
  ]
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/** Formats the next steps after the accounts of the service are written. */
export function formatScaffoldNext(created: CreatedProject): string {
  return formatNext(created)
    .map((line) => `${line}\n`)
    .join('');
}

/** Formats the variable of CI with the origins of the written accounts; empty if they add none. */
export function formatOrigins(
  { scaffold: { target } }: CreatedProject,
  origins: readonly string[],
): string {
  const known = listNeededVariables(target).find(({ name }) => name === originsVariable)?.value;
  const added = origins.filter((origin) => origin !== known);
  if (known === undefined || added.length === 0) return '';
  const value = toVisible([known, ...added].join(','));
  return `\nIn CI, allow these origins; check each:\n  ${originsVariable}=${value}\n`;
}

function formatNext(created: CreatedProject): readonly string[] {
  return formatSection('next:', listNextSteps(created).map(formatStep));
}

function formatProject({ name, environment, target }: CreatedProject['scaffold']): string {
  const service = target.kind === 'local' ? 'the embedded service' : target.baseUrl;
  return `Project ${formatName(name)} with the environment ${formatName(environment)}, ${formatName(service)}`;
}

function formatFileResult({ path, did, adds }: FileResult): string {
  return formatAligned(`  ${formatName(path)}`, formatFileStatus({ did, adds }), placement);
}

function formatFileStatus({ did, adds }: Pick<FileResult, 'did' | 'adds'>): string {
  const line = adds === null ? '' : toLine(adds);
  if (did === 'written') return 'written';
  if (did === 'completed') return `exists; added ${line}`;
  return adds === null ? 'exists; not changed' : `exists; add ${line}`;
}

function formatSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function formatVariable({ name, does, value }: NeededVariable): string {
  const set = value === undefined ? name : `${name}=${toVisible(value)}`;
  return formatItem(set, does);
}

function formatStep({ command, does }: NextStep): string {
  return formatItem(command, does);
}

// Keeps a command on one line, because it must be pasted as it is.
function formatItem(line: string, does: string): string {
  return `  ${line}\n${formatParagraph(does, 6)}`;
}

/** Converts the result of init, its written files and next steps, to a plain value. */
export function toScaffoldData(created: CreatedProject) {
  const { name, environment, target } = created.scaffold;
  return {
    project: { name, environment, service: target.kind },
    files: created.places,
    variables: listNeededVariables(target),
    next: listNextSteps(created),
  };
}
