import { type Address, toAccountAddress } from '../../model/address.ts';
import { projectFile } from '../../model/manifest/project.ts';
import type { Notice } from '../../model/plan/notice.ts';
import { isReportedOnly, type PlanSummary } from '../../model/plan/plan.ts';
import {
  type CommandContext,
  type DriftAccount,
  type DriftObject,
  type PlannedAccount,
  toCommandContext,
} from '../../model/report/report.ts';
import type {
  PlanReport,
  ScannedReport,
  ValidatedAccount,
} from '../../model/report/report-document.ts';
import { makeNoticeSections } from '../blocks/notices/make-notice-sections.ts';
import { formatSentence } from '../blocks/phrase.ts';
import { listNotCompared } from '../blocks/verdict/list-not-compared.ts';
import { describeNotRead, notReadReasons } from '../blocks/words/describe-not-read.ts';
import { formatObjectPath, formatPath } from '../blocks/words/format-path.ts';
import { formatSections } from '../text/format-account.ts';
import { plainPaint } from '../text/paint.ts';
import { type Finding, toDriftFinding, toFinding, wholeRunContext } from './finding.ts';
import {
  listDriftFindings,
  listPlannedFindings,
  listRefusedFindings,
  listValidatedFindings,
} from './list-findings.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** Cases of a test run that belong together. */
export type TestSuite = { readonly name: string; readonly cases: readonly TestCase[] };

/** An account, an object or a file as a case of a test run. */
export type TestCase = {
  readonly name: string;
  readonly end:
    | { readonly kind: 'passed' }
    | { readonly kind: 'failure' | 'error'; readonly findings: readonly Finding[] }
    | { readonly kind: 'skipped'; readonly why: string };
  /** Reported beside the case; fails nothing. */
  readonly lines: readonly (Finding | string)[];
};

/** A report as suites of a test run, one at a time. */
export async function* listSuites(
  report: ScannedReport,
): AsyncGenerator<TestSuite, void, undefined> {
  switch (report.kind) {
    case 'validate': {
      const cases: TestCase[] = [];
      for await (const account of report.accounts()) cases.push(toAccountCase(account));
      yield { name: 'validate', cases: [...cases, ...listFileCases(report)] };
      return;
    }
    case 'plan':
      yield {
        name: 'plan',
        cases: [...(await listPlannedCases(report)), ...listFileCases(report)],
      };
      return;
    case 'drift':
      for await (const account of report.accounts()) {
        yield {
          name: account.account,
          cases: listObjectCases(account, toCommandContext(report.run)),
        };
      }
      if (report.run.diagnostics.length > 0) yield { name: 'drift', cases: listFileCases(report) };
      return;
    case 'refused': {
      const { command } = report.run;
      const name = ['cyclectl', ...(command === null ? [] : [command])].join(' ');
      yield { name, cases: [makeCase(name, listRefusedFindings(report), 'error')] };
    }
  }
}

function toAccountCase(account: ValidatedAccount): TestCase {
  return makeCase(account.account, listValidatedFindings(account));
}

/** The accounts that a plan reports, and what it did not read in these and others. */
async function listPlannedCases({ run, accounts }: PlanReport): Promise<TestCase[]> {
  const cases: TestCase[] = [];
  const reported = new Set<Address>();
  const unread = new Set<Address>(run.summary.notRead?.first ?? []);
  for await (const planned of accounts()) {
    cases.push(toPlannedCase(planned));
    if (planned.kind === 'unplanned') reported.add(toAccountAddress(planned.account));
    else {
      reported.add(toAccountAddress(planned.plan.account));
      for (const address of planned.plan.notRead ?? []) unread.add(address);
    }
  }
  return [...cases, ...listNotReadCases(run.summary, { unread, reported })];
}

function toPlannedCase(planned: PlannedAccount): TestCase {
  const findings = listPlannedFindings(planned);
  if (planned.kind === 'unplanned')
    return makeCase(planned.account, findings, planned.isUnread ? 'error' : 'failure');
  const { account, notRead = [] } = planned.plan;
  const made = makeCase(account, findings);
  const isSkipped = made.end.kind === 'passed' && notRead.includes(toAccountAddress(account));
  return isSkipped ? { ...made, end: { kind: 'skipped', why: notReadReasons.account } } : made;
}

// A plan lists no account of which it has nothing to say: the summary names the first, and counts all.
function listNotReadCases(
  { notRead }: PlanSummary,
  { unread, reported }: { readonly [Name in 'unread' | 'reported']: ReadonlySet<Address> },
): TestCase[] {
  if (notRead === undefined) return [];
  const named = [...unread].filter((address) => !reported.has(address));
  const isMore = notRead.accounts + notRead.cycles > unread.size;
  return [
    ...named.map((address) => {
      const why = notReadReasons[address.includes('/') ? 'cycle' : 'account'];
      return makeSkipped(formatPath(address), why);
    }),
    ...(isMore ? [makeSkipped('not read', formatSentence(describeNotRead(notRead)))] : []),
  ];
}

function makeSkipped(name: string, why: string): TestCase {
  return { name, end: { kind: 'skipped', why }, lines: [] };
}

// An error fails its case; a warning is only reported.
function makeCase(
  name: string,
  findings: readonly Finding[],
  kind: 'failure' | 'error' = 'failure',
): TestCase {
  const errors = findings.filter(({ level }) => level === 'error');
  const lines = findings.filter(({ level }) => level === 'warning');
  return {
    name,
    end: errors.length === 0 ? { kind: 'passed' } : { kind, findings: errors },
    lines,
  };
}

/** Findings without an account, by the files that they are about. */
function listFileCases({ run }: ScannedReport): TestCase[] {
  const byFile = new Map<string, Finding[]>();
  for (const diagnostic of run.diagnostics) {
    const file = diagnostic.at?.file ?? projectFile;
    const known = byFile.get(file) ?? [];
    byFile.set(file, known);
    known.push(toFinding(diagnostic, wholeRunContext));
  }
  return [...byFile].map(([file, findings]) => makeCase(file, findings));
}

function listObjectCases(account: DriftAccount, context: CommandContext): TestCase[] {
  if (account.kind === 'unread') {
    const findings = listDriftFindings(account, context);
    const isError = findings.some(({ level }) => level === 'error');
    const why = 'could not be read';
    return [
      isError
        ? { name: 'account', end: { kind: 'error', findings }, lines: [] }
        : { name: 'account', end: { kind: 'skipped', why }, lines: findings },
    ];
  }
  const { items, notices, objects } = account;
  const own = toAccountAddress(account.account);
  const byAddress = new Map<Address, DriftObject>([[own, { address: own, isThere: true }]]);
  for (const object of objects) byAddress.set(object.address, object);
  for (const { address } of items) {
    if (!byAddress.has(address)) byAddress.set(address, { address, isThere: true });
  }
  const isAbout = (notice: Notice, address: Address): boolean => {
    const named = notice.kind === 'foreign' ? own : notice.address;
    return (byAddress.has(named) ? named : own) === address;
  };
  const cases = [...byAddress.values()].map(({ address, isThere }): TestCase => {
    const around = { account: account.account, at: account.at };
    const toFindings = (isShown: boolean): Finding[] =>
      items
        .filter((item) => item.address === address && isReportedOnly(item) === isShown)
        .map((item) => toDriftFinding(item, around, context));
    const about = [...notices, ...account.ignored].filter(
      (notice) => !isOfFields(notice) && isAbout(notice, address),
    );
    return {
      name: formatObjectPath(address),
      end: classifyObject(isThere, toFindings(false)),
      lines: [
        ...toFindings(true),
        ...formatSections(makeNoticeSections(about, context), plainPaint),
      ],
    };
  });
  return [...cases, ...listNotComparedCases(account, context)];
}

// A case of its own, because a reader of test results shows the message of a skipped one alone.
function listNotComparedCases(account: ReadAccount, context: CommandContext): TestCase[] {
  const { notShown, withoutBaseline } = listNotCompared(account);
  const reasons = [...notShown, ...withoutBaseline];
  if (reasons.length === 0) return [];
  const named = account.notices.filter(isOfFields);
  return [
    {
      name: 'not compared',
      end: { kind: 'skipped', why: reasons.join('; ') },
      lines: formatSections(makeNoticeSections(named, context), plainPaint),
    },
  ];
}

function isOfFields({ kind }: Notice): boolean {
  return kind === 'unshown' || kind === 'uncompared';
}

function classifyObject(isThere: boolean, findings: readonly Finding[]): TestCase['end'] {
  if (findings.length > 0) return { kind: 'failure', findings };
  return isThere
    ? { kind: 'passed' }
    : { kind: 'skipped', why: 'does not exist, and the state has no apply of it' };
}
