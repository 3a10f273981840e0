import { standardLimits } from '../../../src/emulator/calls/limits.ts';
import { maxDepth } from '../../../src/emulator/http/body/parse-json.ts';
import { isDocumented, type Route } from '../../../src/emulator/http/route.ts';
import type { SampledAnswer } from '../claims.ts';
import { leftOut } from '../left-out.ts';
import { renderNotice, renderTable, toCode } from '../markdown.ts';
import type { MissingOperation } from '../samples.ts';
import { renderEvidence } from '../sources.ts';
import type { SpecRow } from '../spec-rows.ts';

/** Part of an emulator route that the page uses, with the answers that samples prove. */
export type CoveredOperation = {
  readonly route: Pick<Route, 'method' | 'path' | 'needs' | 'source'>;
  readonly answers: readonly SampledAnswer[];
};

/** Part of an emulator choice that the page uses. */
export type CoveredChoice = {
  readonly key: string;
  readonly allowed: readonly (string | number)[];
  readonly default: string | number;
  readonly decides: string;
};

const needs: Readonly<Record<Route['needs'], string>> = {
  nothing: 'nothing',
  token: 'token',
  account: 'token, account header',
  catalog: 'token, account header by choice',
  'account or none': 'token, account header or none',
};

/** docs/reference/emulator-coverage.md: operations, omissions and assumptions of the emulator. */
export function makeCoveragePage(coverage: {
  readonly operations: readonly CoveredOperation[];
  readonly missing: readonly MissingOperation[];
  readonly choices: readonly CoveredChoice[];
  readonly rows: readonly SpecRow[];
}): string {
  const missing = coverage.missing.map(({ method, path, source }) => [
    method,
    toCode(path),
    renderEvidence([source]),
  ]);
  const choices = coverage.choices.map((choice) => [
    toCode(choice.key),
    choice.allowed.map((value) => renderValue(value, choice.default)).join(', '),
    choice.decides,
  ]);
  const operations = coverage.operations.map(listOperation);
  return `${renderNotice('src/emulator/routes.ts, src/emulator/world/choices.ts and test/contract')}
# Emulator coverage

The emulator is the service on your machine, with its own state and rules. It has the
${operations.length} operations below. It refuses everything else, and says so: another method of a known path with 405 and
\`Allow\`, another path with 404. HEAD is answered like GET; a slash at the end of a path is ignored.

Evidence for the service's behaviour:

- **specified**: the service's specification says so.
- **observed**: the service was seen to answer so, in public recordings and clients.
- **published**: its public documentation, or software that reads its data, says so.
- **assumed**: no source says so; the emulator decides, often by a [choice](#assumptions).

## Operations

*Answers* are the statuses that samples in \`test/contract/samples\` prove. The tests play every sample, and fail if one of these
answers does not appear, or another one does. Faults set through the [control port](emulator-control.md) can give other statuses.

*Documented* operations are those of the specification. With \`--contract documented\`, the emulator serves only these, and prints
an access token when it starts, because the specification does not say how to get one.

${renderTable(['Method', 'Path', 'Needs', 'Documented', 'Answers'], operations)}

## What the specification says

Each row and rule of the service's specification, in our words, with the samples (\`area: title\`) and tests that prove it.

${renderTable(['About', 'Row', 'What it says', 'Proven by'], coverage.rows.map(listRow))}

## Not covered

These ${missing.length} operations of the service do not exist here.

${renderTable(['Method', 'Path', 'Known'], missing)}

Beyond operations, this is left out:

${renderTable(['What', 'What happens instead', 'Known'], leftOut.map(listLeftOut))}

## Bounds

${renderBounds()}

## Assumptions

If no source documents a behaviour, a choice decides it, so that a test can vary it. The default is bold. A program passes them as
[\`choices\`](api.md#cyclectlemulator) to \`openEmulator\`.

${renderTable(['Choice', 'Values', 'Decides'], choices)}
`;
}

function renderBounds(): string {
  const { bodyBytes, answerBytes, pages, requestMs, splitItems } = standardLimits;
  const { scriptMs, scriptMemoryMib, scriptRequests } = standardLimits;
  return `No source has sizes, so these are ours. Larger input is an error of the client, never of the
emulator: a request body of ${toMib(bodyBytes)} MiB (413), JSON that is nested ${maxDepth} levels deep (400), an
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
    answers.map(({ status, sources }) => `${status}: ${renderEvidence(sources)}`).join('<br>'),
  ];
}

function listRow({ about, row, says, metBy, outside }: SpecRow): readonly string[] {
  const proof = metBy.length === 0 ? 'not yet' : metBy.join('<br>');
  return [about, toCode(row), says, outside ?? proof];
}

function listLeftOut([what, instead, source]: (typeof leftOut)[number]): readonly string[] {
  return [what, instead, renderEvidence([source])];
}
