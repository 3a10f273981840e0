import type { CommandContext } from '../src/app/context.ts';
import { makeProgram } from '../src/cli/make-program.ts';
import { routes } from '../src/emulator/routes.ts';
import { choiceTable } from '../src/emulator/world/choices.ts';
import { codes, stopMeanings } from '../src/model/diagnostic/codes.ts';
import { fieldTable } from '../src/model/fields/fields.ts';
import { memberTable } from '../src/model/observed/members.ts';
import { readClaims } from './generate/claims.ts';
import { deliverGenerated, readFromRoot } from './generate/deliver-generated.ts';
import { makeCommandsPage } from './generate/pages/make-commands-page.ts';
import { makeCoveragePage } from './generate/pages/make-coverage-page.ts';
import { makeErrorsPage } from './generate/pages/make-errors-page.ts';
import { makeFieldsPage } from './generate/pages/make-fields-page.ts';
import type { SchemaDocument } from './generate/pages/make-keys-page.ts';
import { makeMembersPage } from './generate/pages/make-members-page.ts';
import { makeOutcomesPage } from './generate/pages/make-outcomes-page.ts';
import {
  makeAccountPage,
  makePolicyPage,
  makeProjectPage,
  makeWorldPage,
} from './generate/pages/make-schema-pages.ts';
import { readMissingOperations, readSamples } from './generate/samples.ts';
import { readSpecRows } from './generate/spec-rows.ts';

// Generates the reference pages from the data that the program uses, so that both agree.

await deliverGenerated(
  [
    { path: 'docs/reference/errors.md', text: makeErrorsPage(withStops()) },
    { path: 'docs/reference/fields.md', text: makeFieldsPage(fieldTable) },
    { path: 'docs/reference/members.md', text: makeMembersPage(memberTable) },
    { path: 'docs/reference/field-outcomes.md', text: makeOutcomesPage() },
    { path: 'docs/reference/commands.md', text: makeCommandsPage(openProgram()) },
    {
      path: 'docs/reference/project-keys.md',
      text: makeProjectPage(await readSchema('project')),
    },
    {
      path: 'docs/reference/account-keys.md',
      text: makeAccountPage(await readSchema('account')),
    },
    {
      path: 'docs/reference/policy-keys.md',
      text: makePolicyPage(await readSchema('policy')),
    },
    { path: 'docs/reference/world-keys.md', text: makeWorldPage(await readSchema('world')) },
    {
      path: 'docs/reference/emulator-coverage.md',
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
    Object.entries(codes).map(([code, text]) => [
      code,
      { ...text, stops: stopMeanings[text.stops] },
    ]),
  );
}

/** Command definitions; no command runs, so the context needs only its version. */
function openProgram() {
  return makeProgram({ version: '' } as CommandContext, () => undefined);
}

async function readSchema(kind: string): Promise<SchemaDocument> {
  return JSON.parse(await readFromRoot(`schemas/${kind}.schema.json`)) as SchemaDocument;
}
