import { count } from '../../kit/text/text-layout.ts';
import { isFolded } from '../../model/plan/folded.ts';
import { type DriftAccount, type DriftFrame, toPlace } from '../../model/report/report.ts';
import type { DriftReport } from '../../model/report/report-document.ts';
import { listDriftConcerns } from '../judge/concern.ts';
import { gatherAnswers } from '../judge/drift-answers.ts';
import { isEventful } from '../judge/is-eventful.ts';
import { plainPaint } from '../text/parts/paint.ts';
import {
  sayUnclear,
  summariseDrift,
  writeDriftEnd,
  writeDriftItems,
} from '../text/write-drift-text.ts';
import { listOutsideGit } from '../words/list-outside-git.ts';
import { type Telling, type ToldAccount, tellLookedAt, tellUnknown, writeCode } from './telling.ts';
import { writeCommands } from './write-commands.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** A drift report in Markdown. */
export function tellDrift({ run }: DriftReport): Telling<DriftAccount> {
  const answers = gatherAnswers(run);
  return {
    title: `cyclectl drift of ${writeCode(run.target.environment)}`,
    columns: ['differences', 'gone', 'signed out', 'stopped', 'to apply'],
    tell: (account) => {
      if (account.kind !== 'read') return tellUnknown('NOT READ', account);
      answers.note(account.items);
      return tellRead(account, run);
    },
    verdict: () => sayVerdict(run),
    lead: () => [writeDriftEnd(run), ...listOutsideGit(run.outsideGit, writeCode)],
    end: () => answers.list().map(({ does, commands }) => writeCommands(does, commands)),
  };
}

function tellRead(account: ReadAccount, run: DriftFrame): ToldAccount | null {
  if (!isEventful(account)) return null;
  const { items, manifestMoved } = account;
  const told = account.notices.filter((notice) => !isFolded(notice));
  const notices = [...told, ...account.ignored];
  const kinds = (['gone', 'authentication-lost', 'stopped'] as const).map(
    (kind) => items.filter((item) => item.kind === kind).length,
  );
  const read = {
    account: account.account,
    concerns: listDriftConcerns(account),
    cells: items.length + manifestMoved === 0 ? null : [items.length, ...kinds, manifestMoved],
    says: summariseDrift(account),
    notices,
    writeDifferences: () => writeDriftItems(account, { paint: plainPaint, at: run.at }),
  };
  return tellLookedAt(read, toPlace(run));
}

function sayVerdict({ items, withDrift, unread, unclear = 0, notOffered }: DriftFrame): string {
  const isPart = unread + unclear > 0 || notOffered.length > 0;
  const drift =
    items > 0
      ? `${count(items, 'difference')} in ${count(withDrift, 'account')}`
      : `no drift${isPart ? ' in what was compared' : ''}`;
  return [
    drift,
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read`]),
    ...(unclear === 0 ? [] : [sayUnclear(unclear)]),
  ].join(', ');
}
