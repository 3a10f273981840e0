import { makeGroupFinder } from '../../model/observed/change-groups.ts';
import { withFolder } from '../../model/report/advice/commands.ts';
import { toCommandContext } from '../../model/report/report.ts';
import type { Report, WithLabels } from '../../model/report/report-document.ts';
import {
  toDriftRank,
  toOutcomeRank,
  toPlanRank,
  toValidationRank,
} from '../classify/account-rank.ts';
import type { AccountBlocks } from './accounts/account-blocks.ts';
import { driftColumns, makeDriftBlocks } from './accounts/make-drift-blocks.ts';
import { makeOutcomeBlocks, outcomeColumns } from './accounts/make-outcome-blocks.ts';
import { makePlanBlocks, planColumns } from './accounts/make-plan-blocks.ts';
import { makeValidatedBlocks, validationColumns } from './accounts/make-validated-blocks.ts';

/** Columns of the table of accounts, after the account. */
export const accountColumns: Readonly<Record<Report['kind'], readonly string[]>> = {
  plan: planColumns,
  drift: driftColumns,
  apply: outcomeColumns,
  validate: validationColumns,
  refused: [],
};

type Order = 'as-reported' | 'worst-first';
type AccountList = AsyncGenerator<AccountBlocks, void, undefined>;

/** The accounts of a report of any kind, one at a time. */
export async function* listAccountBlocks(report: Report, order: Order): AccountList {
  switch (report.kind) {
    case 'plan': {
      const { run } = report;
      const context = toCommandContext(run);
      yield* makeEach(report, order === 'worst-first' ? toPlanRank : null, (account) =>
        addFolder(makePlanBlocks(account, context), run.directory),
      );
      return;
    }
    case 'drift': {
      const { run } = report;
      const context = toCommandContext(run);
      const facts = { at: run.at, findGroup: makeGroupFinder(run.groups ?? []) };
      yield* makeEach(report, order === 'worst-first' ? toDriftRank : null, (account) =>
        addFolder(makeDriftBlocks(account, facts, context), run.directory),
      );
      return;
    }
    case 'apply': {
      const { directory } = report.run;
      yield* makeEach(report, order === 'worst-first' ? toOutcomeRank : null, (account) =>
        addFolder(makeOutcomeBlocks(account), directory),
      );
      return;
    }
    case 'validate':
      yield* makeEach(
        report,
        order === 'worst-first' ? toValidationRank : null,
        makeValidatedBlocks,
      );
      return;
    case 'refused':
  }
}

function addFolder(account: AccountBlocks, directory: string | undefined): AccountBlocks {
  const sections = account.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) =>
      block.is === 'diagnostic' ? { ...block, remedy: withFolder(block.remedy, directory) } : block,
    ),
  }));
  return { ...account, sections };
}

// Only the accounts themselves are walked once per rank: their blocks are made once.
async function* makeEach<Account extends WithLabels>(
  { accounts }: { readonly accounts: () => Iterable<Account> | AsyncIterable<Account> },
  toRank: ((account: Account) => number) | null,
  make: (account: Account) => AccountBlocks,
): AccountList {
  for await (const account of toRank === null ? accounts() : orderByRank(accounts, toRank)) {
    const { labels } = account;
    yield { ...make(account), ...(labels === undefined ? {} : { labels }) };
  }
}

type Several<Account> = Iterable<Account> | AsyncIterable<Account>;

/**
 * Orders accounts by rank, then by the order of the report; `toRank` gives null to omit one. Walks
 * them once per rank, so that one at a time is in memory.
 */
export async function* orderByRank<Account>(
  accounts: () => Several<Account>,
  rankOf: (account: Account) => number | null,
): AsyncGenerator<Account, void, undefined> {
  const ranks: (number | null)[] = [];
  for await (const account of accounts()) ranks.push(rankOf(account));
  const present = new Set(ranks.filter((rank) => rank !== null));
  for (const rank of [...present].toSorted((left, right) => left - right)) {
    let index = 0;
    for await (const account of accounts()) {
      if (ranks[index] === rank) yield account;
      index += 1;
    }
  }
}
