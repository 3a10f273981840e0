import { align, wrapHanging, wrapIndented } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { toLine, writeName } from '../../../kit/text/write-name.ts';
import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import type { BegunProject, NeededVariable, NextStep, StarterPlace } from './starter.ts';

const place = { column: 38, hang: 6 };

/**
 * What init has written, a line for each file, and what is to be done next. Where accounts are written right after,
 * what is next comes behind them.
 */
export function writeStarterText(begun: BegunProject): string {
  const variables = listNeededVariables(begun.starter.target);
  const [everywhere, inCi] = [
    variables.filter(({ where }) => where === 'everywhere'),
    variables.filter(({ where }) => where === 'ci'),
  ];
  return [
    wrapHanging(sayProject(begun.starter), 2),
    '',
    begun.places.map(writePlace),
    section('set for every run, in CI as secrets:', everywhere.map(writeVariable)),
    section(
      `set in CI${everywhere.length === 0 ? '' : ' as well'}, as variables:`,
      inCi.map(writeVariable),
    ),
    ...(begun.isFromLive ? [''] : writeNext(begun)),
  ]
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/** What is to be done next, once the accounts of the service are written as well. */
export function writeStarterNext(begun: BegunProject): string {
  return writeNext(begun)
    .map((line) => `${line}\n`)
    .join('');
}

function writeNext(begun: BegunProject): readonly string[] {
  return section('next:', listNextSteps(begun).map(writeStep));
}

function sayProject({ name, environment, target }: BegunProject['starter']): string {
  const service = target.kind === 'local' ? 'the embedded service' : target.baseUrl;
  return `Project ${writeName(name)} with the environment ${writeName(environment)}, ${writeName(service)}`;
}

function writePlace({ path, did, adds }: StarterPlace): string {
  return align(`  ${writeName(path)}`, sayPlace({ did, adds }), place);
}

function sayPlace({ did, adds }: Pick<StarterPlace, 'did' | 'adds'>): string {
  const line = adds === null ? '' : toLine(adds);
  if (did === 'written') return 'written';
  if (did === 'completed') return `was there; added ${line}`;
  return adds === null ? 'was there, and is left as it is' : `was there; please add ${line}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function writeVariable({ name, does, value }: NeededVariable): string {
  const set = value === undefined ? name : `${name}=${toVisible(value)}`;
  return writeItem(set, does);
}

function writeStep({ command, does }: NextStep): string {
  return writeItem(command, does);
}

// On one line, however long, so that it can be pasted: a name in it may have spaces.
function writeItem(line: string, does: string): string {
  return `  ${line}\n${wrapIndented(does, 6)}`;
}
