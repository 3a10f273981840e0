import { routes } from '../src/emulator/routes.ts';
import { choiceTable } from '../src/emulator/world/choices.ts';
import { codeStops, stopMeanings } from '../src/model/diagnostic/code-stops.ts';
import { codes } from '../src/model/diagnostic/codes.ts';
import { fieldTable } from '../src/model/fields/fields.ts';
import { readClaims } from './generate/claims.ts';
import { deliverGenerated } from './generate/deliver-generated.ts';
import { makeCoveragePage } from './generate/make-coverage-page.ts';
import { makeErrorsPage } from './generate/make-errors-page.ts';
import { makeFieldsPage } from './generate/make-fields-page.ts';
import { readMissingOperations, readSamples } from './generate/samples.ts';
import { readSpecRows } from './generate/spec-rows.ts';

// What the program reads as data, people read as pages; so neither can say what the other does not.

await deliverGenerated(
  [
    { path: 'docs/errors.md', text: makeErrorsPage(withStops()) },
    { path: 'docs/fields.md', text: makeFieldsPage(fieldTable) },
    {
      path: 'docs/emulator-coverage.md',
      text: makeCoveragePage({
        operations: readClaims(routes, readSamples()),
        missing: readMissingOperations(),
        choices: choiceTable,
        rows: readSpecRows(),
      }),
    },
  ],
  process.argv.slice(2),
);

function withStops() {
  return Object.fromEntries(
    Object.entries(codeStops).map(([code, stop]) => {
      const text = codes[code as keyof typeof codes];
      return [code, { ...text, stops: stopMeanings[stop] }];
    }),
  );
}
