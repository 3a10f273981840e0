import { describe, expect, it } from 'vitest';
import { toAccountAddress, toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { DriftAccount, PlannedAccount } from '../../../src/model/report/report.ts';
import type {
  RefusedReport,
  Report,
  ScannedReport,
  ValidateReport,
} from '../../../src/model/report/report-document.ts';
import { formatGithub } from '../../../src/reports/ci/format-github.ts';
import { formatJunit } from '../../../src/reports/ci/format-junit.ts';
import { formatSarif } from '../../../src/reports/ci/sarif/format-sarif.ts';
import { readGolden } from '../../golden/read-golden.ts';
import { findJunitFaults, findSarifFaults } from '../../schemas/validators.ts';
import { join, made, reportApply, reportDrift, reportPlan } from '../samples/read-text.ts';
import { at, became, contacts, crm, eachDrift, operation, planned } from '../samples/samples.ts';

// What test runners, code scanners and pull requests are told.

const invalid: ValidateReport = {
  kind: 'validate',
  run: {
    accounts: 2,
    diagnostics: [
      {
        code: 'unknown-key',
        severity: 'error',
        summary: 'spec.manifest is not known',
        at: { ...at(7, 3), file: 'cyclectl.yaml', endColumn: 11, pointer: '/spec/manifest' },
      },
      {
        code: 'folder-missing',
        severity: 'warning',
        summary: 'the folder blueprints is not there',
      },
    ],
  },
  accounts: () => [
    { account: 'contoso', at: { ...at(4, 9), file: 'accounts/contoso.yaml' }, diagnostics: [] },
    { account: 'northwind', at: at(4, 9), diagnostics: inNorthwind },
  ],
};

const inNorthwind: readonly Diagnostic[] = [
  {
    code: 'unknown-key',
    severity: 'error',
    summary: 'spec.retension is not known; retention is',
    at: { ...at(12, 3), endColumn: 12, pointer: '/spec/retension' },
    address: toAccountAddress('northwind'),
    remedy: 'Write retention.',
  },
  {
    code: 'duplicate-account-id',
    severity: 'error',
    summary: 'northwind and fabrikam are one account of the service',
    at: { ...at(6, 7), endLine: 8, endColumn: 1, pointer: '/spec/id' },
    related: [{ at: { ...at(5, 7), file: 'accounts/a: b,c.yaml' }, says: 'fabrikam says it too' }],
  },
  { code: 'number-form', severity: 'warning', summary: '100% of 1e3 is sent as it stands' },
];

const clean: ValidateReport = {
  kind: 'validate',
  run: { accounts: 1, diagnostics: [] },
  accounts: () => [{ account: 'contoso', at: at(4, 9), diagnostics: [] }],
};

const refused: RefusedReport = {
  kind: 'refused',
  run: {
    command: 'drift',
    exit: { code: 1, means: 'an error, a refusal, or a step that could not be done' },
    diagnostics: [
      {
        code: 'cannot-run',
        severity: 'error',
        summary: 'The service cannot be reached',
        remedy: 'Look at its address in cyclectl.yaml.',
      },
    ],
  },
  accounts: () => [],
};

const quiet: DriftAccount = {
  kind: 'read',
  account: 'contoso',
  at: { ...at(4, 9), file: 'accounts/contoso.yaml' },
  objects: [
    { address: toAccountAddress('contoso'), isThere: true },
    { address: crm, isThere: true },
    { address: contacts, isThere: false },
  ],
  items: [],
  manifestMoved: 0,
  isApplied: true,
  notOffered: [],
  notReadable: 1,
  ignored: [],
  notices: [
    { kind: 'waits', address: crm, name: 'crm', user: 'it@contoso.example', at: at(9, 5) },
    { kind: 'not-readable', address: contacts, path: toFieldPath('schedule') },
    { kind: 'foreign', object: 'cycle', name: 'Old newsletter' },
  ],
};

const unread = Array.from({ length: 7 }, (_, index): PlannedAccount => {
  const made = planned([]);
  const account = `north-${index}`;
  const address = index === 0 ? toCycleAddress(account, 'sync') : toAccountAddress(account);
  return made.kind === 'planned'
    ? { ...made, plan: { ...made.plan, account, notRead: [address] } }
    : made;
});

/** A plan that reports one account alone, as a plan does that has nothing to say of the others. */
const notRead: ScannedReport = {
  ...reportPlan([...unread, planned([])]),
  accounts: () => [planned([])],
};

const scanned: readonly (readonly [string, ScannedReport])[] = [
  ['invalid', invalid],
  ['clean', clean],
  ['drift', reportDrift([...eachDrift, quiet])],
  ['refused', refused],
  ['not-read', notRead],
];

describe('the findings of a report', () => {
  it.each(scanned)('stand in JUnit XML, as cases that fail: %s', async (name, report) => {
    const text = await join(formatJunit(report, made));
    expect(await findJunitFaults([text])).toEqual([]);
    expect(text).toBe(await readGolden(`junit/${name}.xml`, text));
  });

  it.each(scanned)('stand in SARIF, at their places: %s', async (name, report) => {
    const text = await join(formatSarif(report, made));
    expect(findSarifFaults(text)).toEqual([]);
    const shown = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    expect(shown).toBe(await readGolden(`sarif/${name}.sarif`, shown));
  });

  it.each<readonly [string, Report]>([
    ...scanned,
    [
      'plan',
      reportPlan([
        { kind: 'unplanned', account: 'northwind', isUnread: false, diagnostics: inNorthwind },
      ]),
    ],
    [
      'apply',
      reportApply([
        {
          account: 'northwind',
          outcomes: [
            became(operation(crm, 'installs Sample CRM'), 'failed', [
              { code: 'request-failed', severity: 'error', summary: `${crm}: installs it failed` },
              { code: 'left-paused', severity: 'error', summary: `${contacts} rests` },
            ]),
            became(operation(contacts, 'sets a mapping'), 'unknown'),
            became(operation(contacts, 'starts it'), 'skipped'),
          ],
          diagnostics: [],
        },
      ]),
    ],
  ])('stand in commands of GitHub, beside their lines: %s', async (name, report) => {
    const text = await join(formatGithub(report, made));
    expect(text).toBe(await readGolden(`github/${name}.txt`, text));
  });
});
