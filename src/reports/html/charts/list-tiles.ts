import { formatNumber } from '../../../kit/text/text-layout.ts';
import type { Report } from '../../../model/report/report-document.ts';
import type { Tone } from '../../classify/object-states.ts';
import type { PageCounts } from '../count-page.ts';

/** A key number; `link` is the filter of its click. */
export type Tile = {
  readonly label: string;
  readonly number: string;
  readonly tone: Tone;
  readonly link?: string;
};

/** The key numbers of a report. Zeros have a quiet tone. */
export function listTiles(report: Report, tally: PageCounts): readonly Tile[] {
  switch (report.kind) {
    case 'drift': {
      const { accounts, items, withDrift, unread } = report.run;
      return [
        makeTile('accounts compared', accounts, ['info']),
        makeTile('with drift', withDrift, ['attention', 'state=drift']),
        makeTile('differences', items, ['attention']),
        makeTile('unreadable', unread, ['bad', 'state=unread']),
      ];
    }
    case 'plan': {
      const { summary } = report.run;
      return [
        makeTile('accounts to change', summary.accountsWithOperations, ['info']),
        makeTile('creates', summary.creates, ['info', 'kind=create']),
        makeTile('changes', summary.updates, ['info', 'kind=update']),
        makeTile('deletes and replaces', summary.deletes + summary.replaces, [
          'bad',
          'state=destroys',
        ]),
        makeTile('cycles interrupted', summary.interrupts, ['attention']),
        makeTile('not planned', summary.notPlanned, ['bad', formatNotPlanned(tally)]),
      ];
    }
    case 'apply': {
      const { summary } = report.run;
      const { done, waiting, unknown } = summary.operations;
      return [
        makeTile('accounts', summary.accounts, ['info']),
        makeTile('writes done', done, ['good', 'kind=done']),
        makeTile('left paused', tally.byState.get('left-paused') ?? 0, [
          'bad',
          'state=left-paused',
        ]),
        makeTile('accounts failed', summary.accountsFailed, ['bad', 'state=failed']),
        makeTile('unknown', unknown, ['bad', 'kind=unknown']),
        makeTile('waiting for a person', waiting, ['waiting', 'state=waits']),
      ];
    }
    case 'validate':
      return [
        makeTile('accounts', tally.accounts, ['info']),
        makeTile('not valid', tally.byState.get('invalid') ?? 0, ['bad', 'state=invalid']),
        makeTile('with warnings', tally.byState.get('warned') ?? 0, ['attention', 'state=warned']),
      ];
    case 'refused':
      return [];
  }
}

function makeTile(label: string, number: number, [tone, link]: readonly [Tone, string?]): Tile {
  const base = {
    label,
    number: formatNumber(number),
    tone: number === 0 ? 'quiet' : tone,
  } as const;
  return link === undefined || number === 0 ? base : { ...base, link };
}

// Unreadable accounts have a state of their own.
function formatNotPlanned({ byState }: PageCounts): string {
  return byState.has('not-planned') ? 'state=not-planned' : 'state=unread';
}
