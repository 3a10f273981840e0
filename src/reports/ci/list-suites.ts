import { type Address, accountAddress } from '../../model/address.ts';
import { projectFile } from '../../model/manifest/project.ts';
import type { Notice } from '../../model/plan/notice.ts';
import {
  type CommandPlace,
  type DriftAccount,
  type DriftObject,
  toPlace,
} from '../../model/report/report.ts';
import type { ScannedReport, ValidatedAccount } from '../../model/report/report-document.ts';
import { type Finding, ofTheRun, toDriftFinding, toFinding } from '../judge/finding.ts';
import { findInDrift, findInRefused, findInValidated } from '../judge/list-findings.ts';
import { plainPaint } from '../text/parts/paint.ts';
import { writeNotices } from '../text/write-notices.ts';
import { withinAccount } from '../words/write-path.ts';

/** Cases of a test run that belong together. */
export type Suite = { readonly name: string; readonly cases: readonly Case[] };

/** An account, an object or a file as a case of a test run. */
export type Case = {
  readonly name: string;
  readonly end:
    | { readonly kind: 'passed' }
    | { readonly kind: 'failure' | 'error'; readonly findings: readonly Finding[] }
    | { readonly kind: 'skipped'; readonly why: string };
  /** What is told beside it and fails nothing. */
  readonly told: readonly (Finding | string)[];
};

/** A report as suites of a test run, one at a time. */
export async function* listSuites(report: ScannedReport): AsyncGenerator<Suite, void, undefined> {
  switch (report.kind) {
    case 'validate': {
      const cases: Case[] = [];
      for await (const account of report.accounts()) cases.push(toAccountCase(account));
      yield { name: 'validate', cases: [...cases, ...listFileCases(report)] };
      return;
    }
    case 'drift':
      for await (const account of report.accounts()) {
        yield { name: account.account, cases: listObjectCases(account, toPlace(report.run)) };
      }
      if (report.run.diagnostics.length > 0) yield { name: 'drift', cases: listFileCases(report) };
      return;
    case 'refused': {
      const { command } = report.run;
      const name = ['cyclectl', ...(command === null ? [] : [command])].join(' ');
      yield { name, cases: [endWith(name, findInRefused(report), 'error')] };
    }
  }
}

function toAccountCase(account: ValidatedAccount): Case {
  return endWith(account.account, findInValidated(account));
}

// What is wrong fails its case; a warning is told.
function endWith(
  name: string,
  findings: readonly Finding[],
  kind: 'failure' | 'error' = 'failure',
): Case {
  const errors = findings.filter(({ level }) => level === 'error');
  const told = findings.filter(({ level }) => level === 'warning');
  return {
    name,
    end: errors.length === 0 ? { kind: 'passed' } : { kind, findings: errors },
    told,
  };
}

/** What belongs to no account, by the files that it is about. */
function listFileCases({ run }: ScannedReport): Case[] {
  const byFile = new Map<string, Finding[]>();
  for (const diagnostic of run.diagnostics) {
    const file = diagnostic.at?.file ?? projectFile;
    const known = byFile.get(file) ?? [];
    byFile.set(file, known);
    known.push(toFinding(diagnostic, ofTheRun));
  }
  return [...byFile].map(([file, findings]) => endWith(file, findings));
}

function listObjectCases(account: DriftAccount, place: CommandPlace): Case[] {
  if (account.kind === 'unread') {
    const findings = findInDrift(account, place);
    return [{ name: 'account', end: { kind: 'error', findings }, told: [] }];
  }
  const { items, notices, objects } = account;
  const own = accountAddress(account.account);
  const byAddress = new Map<Address, DriftObject>([[own, { address: own, isThere: true }]]);
  for (const object of objects) byAddress.set(object.address, object);
  for (const { address } of items) {
    if (!byAddress.has(address)) byAddress.set(address, { address, isThere: true });
  }
  const isAbout = (notice: Notice, address: Address): boolean => {
    const named = notice.kind === 'foreign' ? own : notice.address;
    return (byAddress.has(named) ? named : own) === address;
  };
  return [...byAddress.values()].map(({ address, isThere }) => {
    const findings = items
      .filter((item) => item.address === address)
      .map((item) => toDriftFinding(item, { account: account.account, at: account.at }, place));
    const about = [...notices, ...account.ignored].filter((notice) => isAbout(notice, address));
    return {
      name: withinAccount(address),
      end: judgeObject(isThere, findings),
      told: writeNotices(about, { paint: plainPaint, ...place }),
    };
  });
}

function judgeObject(isThere: boolean, findings: readonly Finding[]): Case['end'] {
  if (findings.length > 0) return { kind: 'failure', findings };
  return isThere
    ? { kind: 'passed' }
    : { kind: 'skipped', why: 'is not there; as far as is remembered it was never applied' };
}
