import type { Route } from '../../src/emulator/door/route.ts';
import { renderNotice, renderTable, toCode } from './markdown.ts';

/** What the page reads of a route of the emulator. */
export type CoveredRoute = Pick<Route, 'method' | 'path' | 'needs' | 'statuses' | 'source'>;

/** What the page reads of a switch of the emulator. */
export type CoveredChoice = {
  readonly key: string;
  readonly number: number | null;
  readonly allowed: readonly (string | number)[];
  readonly default: string | number;
  readonly decides: string;
};

const needs: Readonly<Record<CoveredRoute['needs'], string>> = {
  nothing: 'nothing',
  token: 'token',
  account: 'token, account header',
  catalogue: 'token, account header by choice',
};

/** docs/emulator-coverage.md: what the emulator answers, and what it assumes. */
export function makeCoveragePage(coverage: {
  readonly routes: readonly CoveredRoute[];
  readonly choices: readonly CoveredChoice[];
}): string {
  const routes = coverage.routes.map((route) => [
    route.method,
    toCode(route.path),
    needs[route.needs],
    route.statuses.join(', '),
    route.source,
  ]);
  const choices = coverage.choices.map((choice) => [
    toCode(choice.key),
    choice.allowed.map((value) => renderValue(value, choice.default)).join(', '),
    choice.decides,
    choice.number === null ? '' : `I.${choice.number}`,
  ]);
  return `${renderNotice('src/emulator/routes.ts and choices.ts')}
# What the emulator covers

The emulator is the service on your own machine, with its own state and rules. It knows the
${coverage.routes.length} operations below and answers any other loudly, with an error that says so.

## Operations

*Answers* are the statuses that the operation itself gives; a fault planted through the control port
can give others. *Source* is where the facts are from: a part of the service's specification (SPEC),
or a section of the notes on its behaviour (SERVICE) with its mark of trust.

${renderTable(['Method', 'Path', 'Needs', 'Answers', 'Source'], routes)}

## Assumptions

What no source settles is a switch, so that a test can choose. The default is in bold type.
*Question* is its number among the open questions about the service.

${renderTable(['Switch', 'Values', 'What it decides', 'Question'], choices)}
`;
}

function renderValue(value: string | number, standard: string | number): string {
  return value === standard ? `**${toCode(String(value))}**` : toCode(String(value));
}
