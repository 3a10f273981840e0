import { standardLimits } from '../../src/emulator/calls/limits.ts';
import { mostDepth } from '../../src/emulator/http/body/parse-json.ts';
import { isDocumented, type Route } from '../../src/emulator/http/route.ts';
import type { SampledAnswer } from './claims.ts';
import { leftOut } from './left-out.ts';
import { renderNotice, renderTable, toCode } from './markdown.ts';
import type { MissingOperation } from './samples.ts';
import { mergeSources } from './sources.ts';
import type { SpecRow } from './spec-rows.ts';

/** What the page reads of a route of the emulator, and the answers that samples prove of it. */
export type CoveredOperation = {
  readonly route: Pick<Route, 'method' | 'path' | 'needs' | 'source'>;
  readonly answers: readonly SampledAnswer[];
};

/** What the page reads of a switch of the emulator. */
export type CoveredChoice = {
  readonly key: string;
  readonly number: number | null;
  readonly allowed: readonly (string | number)[];
  readonly default: string | number;
  readonly decides: string;
};

const needs: Readonly<Record<Route['needs'], string>> = {
  nothing: 'nothing',
  token: 'token',
  account: 'token, account header',
  catalogue: 'token, account header by choice',
  'account or none': 'token, account header or none',
};

/** docs/reference/emulator-coverage.md: what the emulator answers, what it lacks, and what it assumes. */
export function makeCoveragePage(coverage: {
  readonly operations: readonly CoveredOperation[];
  readonly missing: readonly MissingOperation[];
  readonly choices: readonly CoveredChoice[];
  readonly rows: readonly SpecRow[];
}): string {
  const missing = coverage.missing.map(({ method, path, source }) => [
    method,
    toCode(path),
    source,
  ]);
  const choices = coverage.choices.map((choice) => [
    toCode(choice.key),
    choice.allowed.map((value) => renderValue(value, choice.default)).join(', '),
    choice.decides,
    choice.number === null ? '' : `I.${choice.number}`,
  ]);
  const operations = coverage.operations.map(listOperation);
  return `${renderNotice('src/emulator/routes.ts, src/emulator/world/choices.ts and test/contract')}
# What the emulator covers

The emulator is the service on your own machine, with its own state and rules. It knows the
${operations.length} operations below. Any other is refused in words that say so: another method of such a path by 405 with
\`Allow\`, any other path by 404 whatever the method. HEAD is answered as GET, and a slash at the end of a
path is no part of it.

## Operations

*Answers* are the statuses that samples of the wire in \`test/contract/samples\` met, each with its
sources: a part of the service's specification (SPEC), or a section of the notes on its behaviour
(SERVICE) with marks of trust. Section I of those is what no source settles; there the answer is
an assumption. The tests play every sample and fail where one of these answers was not met, or where
an operation answers otherwise. A fault planted through the [control port](emulator-control.md) can give
other statuses.

*Documented* are the operations that the specification names. With \`--contract documented\` the
emulator serves these alone, and the access token, which the specification does not tell how to get,
is printed when it starts.

${renderTable(['Method', 'Path', 'Needs', 'Documented', 'Answers'], operations)}

## Rows of the specification

Each row of the specification's parts 2 to 9, in our words, with the samples and tests that prove it.
A test fails where a row is not here, and where what is named here does not exist.

${renderTable(['Part', 'Row', 'What it says', 'Met by'], coverage.rows.map(listRow))}

## Not yet

These ${missing.length} operations are known from the same sources and do not exist here.

${renderTable(['Method', 'Path', 'Source'], missing)}

Beyond operations, this is left out:

${renderTable(['What', 'What happens instead', 'Source'], leftOut)}

## Bounds

${renderBounds()}

## Assumptions

What no source settles is a switch, so that a test can choose. The default is in bold type.
*Question* is its number among the open questions about the service.

${renderTable(['Switch', 'Values', 'What it decides', 'Question'], choices)}
`;
}

function renderBounds(): string {
  const { bodyBytes, answerBytes, pages, requestMs, splitItems } = standardLimits;
  const { scriptMs, scriptMemoryMib, scriptRequests } = standardLimits;
  return `No source has sizes, so these are ours. What goes beyond is an error of who sent it, never of the
emulator: a request body of ${toMib(bodyBytes)} MiB (413), JSON that is nested ${mostDepth} levels deep (400), an
answer of a third party of ${toMib(answerBytes)} MiB in at most ${pages} pages and ${requestMs / 1000} seconds for each, a script
of ${scriptMs / 1000} seconds, ${scriptMemoryMib} MiB and ${scriptRequests} requests, a split into ${splitItems} transactions.`;
}

function toMib(bytes: number): number {
  return bytes / 1024 / 1024;
}

function renderValue(value: string | number, standard: string | number): string {
  return value === standard ? `**${toCode(String(value))}**` : toCode(String(value));
}

function listOperation({ route, answers }: CoveredOperation): readonly string[] {
  return [
    route.method,
    toCode(route.path),
    needs[route.needs],
    isDocumented(route) ? 'yes' : '',
    answers.map(({ status, sources }) => `${status}: ${mergeSources(sources)}`).join('<br>'),
  ];
}

function listRow({ part, row, says, metBy, outside }: SpecRow): readonly string[] {
  const proof = metBy.length === 0 ? 'not yet' : metBy.join('<br>');
  return [part, toCode(row), says, outside ?? proof];
}
