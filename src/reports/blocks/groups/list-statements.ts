import { toHash } from '../../../kit/hash.ts';
import { accountStyles, hasFailed } from '../../classify/account-rank.ts';
import type { AccountBlocks } from '../accounts/account-blocks.ts';
import type { Block } from '../block.ts';
import { isOfPage, type SectionKind } from '../section.ts';

/**
 * How soon a statement wants to be read: a failure, a loss, something to review, a change, a
 * notice.
 */
export const attentions = ['failure', 'loss', 'review', 'change', 'notice'] as const;
export type Attention = (typeof attentions)[number];

/** One thing that a report says of an account. */
export type Statement = {
  readonly attention: Attention;
  /** The state of an account that failed; empty for any other. */
  readonly label: string;
  readonly block: Block;
  /** Digest of an address or a path that no other account has; null where it does not matter. */
  readonly own: string | null;
};

/** Lists the statements of a report about an account, in order, without those of the HTML page. */
export function listStatements(account: AccountBlocks): readonly Statement[] {
  if (account.isQuiet) return [];
  const all = account.sections
    .filter(({ kind }) => !isOfPage(kind))
    .flatMap(({ kind, blocks }) => blocks.map((block) => makeStatement(account, kind, block)));
  return all.length > 0 ? all : [makeSummary(account)];
}

function makeStatement(account: AccountBlocks, kind: SectionKind, block: Block): Statement {
  const isFailure = kind === 'errors' && !(block.is === 'diagnostic' && block.severity !== 'error');
  const attention = isFailure ? 'failure' : toAttention(kind, block);
  return {
    attention,
    label: kind === 'errors' ? toLabel(account) : '',
    block,
    // A webhook address and a backup are to be copied, account by account.
    own: kind === 'results' ? toHash(JSON.stringify(block)) : null,
  };
}

function toAttention(kind: SectionKind, block: Block): Attention {
  if (kind === 'errors' || kind === 'warnings' || kind === 'actions' || kind === 'results') {
    return 'review';
  }
  if (kind !== 'objects') return 'notice';
  const alarm = 'alarm' in block ? block.alarm : undefined;
  return alarm === 'loss' ? 'loss' : alarm === undefined ? 'change' : 'review';
}

function toLabel({ state, summary }: AccountBlocks): string {
  if (state === 'unread' || state === 'not-planned') return summary;
  return hasFailed(state) ? accountStyles[state].label.toUpperCase() : '';
}

// An account with a summary and no details.
function makeSummary({ state, summary }: AccountBlocks): Statement {
  const isFailure = hasFailed(state);
  const block = { is: 'note', mark: '·', about: 'account', text: summary } as const;
  return { attention: isFailure ? 'failure' : 'notice', label: '', block, own: null };
}
