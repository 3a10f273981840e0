import fc from 'fast-check';
import type { Bound, Distrust } from '../../../src/model/report/report.ts';
import type {
  RefusedReport,
  Report,
  ValidateReport,
} from '../../../src/model/report/report-document.ts';
import { anyDriftAccount } from './any-drift.ts';
import { anyOutcome, anyPlannedAccount } from './any-report.ts';
import { anyDiagnostic, anyName, anySpan } from './any-values.ts';
import { cost, reportApply, reportDrift, reportPlan } from './read-text.ts';
import { withSampleLabels } from './with-sample-labels.ts';

const anyReported = fc.array(anyDiagnostic, { maxLength: 2 });

const anyValidated: fc.Arbitrary<ValidateReport> = fc
  .record({
    accounts: fc.array(fc.record({ account: anyName, at: anySpan, diagnostics: anyReported }), {
      maxLength: 4,
    }),
    diagnostics: anyReported,
  })
  .map(({ accounts, diagnostics }) => ({
    kind: 'validate',
    run: { accounts: accounts.length, diagnostics },
    accounts: () => accounts,
  }));

const anyRefused: fc.Arbitrary<RefusedReport> = fc
  .record({
    command: fc.option(fc.constantFrom('plan', 'state settle')),
    environment: fc.option(anyName),
    diagnostics: anyReported,
  })
  .map(({ command, environment, diagnostics }) => ({
    kind: 'refused',
    run: {
      command,
      ...(environment === null ? {} : { environment }),
      exit: { code: 1, means: 'a mistake' },
      diagnostics,
    },
    accounts: () => [],
  }));

const anyBound: fc.Arbitrary<Bound | null> = fc.constantFrom(
  null,
  { by: 'machine' } as const,
  ...(['service', 'rate', 'concurrency'] as const).map((by) => ({ by, at: 8 })),
);

const anyDistrust: fc.Arbitrary<Distrust> = fc.constantFrom(
  {},
  { exportsOff: 'the service does not export cycles (403)', readAgain: 2 },
);

/** Some accounts, or as many that say the same that a report is by change. */
function anySome<Account>(
  any: fc.Arbitrary<Account>,
  rename: (account: Account, ending: string) => Account,
): fc.Arbitrary<readonly Account[]> {
  return fc
    .tuple(fc.array(any, { maxLength: 4 }), fc.constantFrom(1, 1, 6))
    .map(([accounts, times]) =>
      Array.from({ length: times }, (_, index) =>
        accounts.map((account) => (index === 0 ? account : rename(account, `-${index}`))),
      ).flat(),
    );
}

const anyPlannedAccounts = anySome(anyPlannedAccount, (made, ending) => {
  if (made.kind === 'unplanned') return { ...made, account: `${made.account}${ending}` };
  const account = `${made.plan.account}${ending}`;
  return { ...made, plan: { ...made.plan, account } };
});

function rename<Made extends { readonly account: string }>(made: Made, ending: string): Made {
  return { ...made, account: `${made.account}${ending}` };
}

const anyUnlabelled: fc.Arbitrary<Report> = fc.oneof(
  fc
    .record({
      accounts: anyPlannedAccounts,
      bound: anyBound,
      distrust: anyDistrust,
    })
    .map(({ accounts, bound, distrust }) =>
      reportPlan(accounts, {
        cost: { ...cost, ...(bound === null ? {} : { bound }) },
        ...distrust,
      }),
    ),
  anySome(anyDriftAccount, rename).map((accounts) => reportDrift(accounts)),
  anySome(anyOutcome, rename).map((outcomes) => reportApply(outcomes)),
  anyValidated,
  anyRefused,
);

/** A report of any kind, with names and values that a hostile service or manifest would choose. */
export const anyReport: fc.Arbitrary<Report> = fc
  .tuple(anyUnlabelled, fc.dictionary(anyName, anyName, { maxKeys: 3 }))
  .map(([report, labels]) => withSampleLabels(report, () => labels));
