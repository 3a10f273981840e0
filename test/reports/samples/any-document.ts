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

const anyUnlabelled: fc.Arbitrary<Report> = fc.oneof(
  fc
    .record({
      accounts: fc.array(anyPlannedAccount, { maxLength: 4 }),
      bound: anyBound,
      distrust: anyDistrust,
    })
    .map(({ accounts, bound, distrust }) =>
      reportPlan(accounts, {
        cost: { ...cost, ...(bound === null ? {} : { bound }) },
        ...distrust,
      }),
    ),
  fc.array(anyDriftAccount, { maxLength: 4 }).map((accounts) => reportDrift(accounts)),
  fc.array(anyOutcome, { maxLength: 4 }).map((outcomes) => reportApply(outcomes)),
  anyValidated,
  anyRefused,
);

/** A report of any kind, with names and values that a hostile service or manifest would choose. */
export const anyReport: fc.Arbitrary<Report> = fc
  .tuple(anyUnlabelled, fc.dictionary(anyName, anyName, { maxKeys: 3 }))
  .map(([report, labels]) => withSampleLabels(report, () => labels));
