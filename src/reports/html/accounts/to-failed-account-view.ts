import { formatName } from '../../../kit/text/format-name.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ObjectState } from '../../classify/object-states.ts';
import { type AccountView, makePartView } from '../account-view.ts';
import { makeDiagnosticBlock } from '../blocks/diagnostic-block.ts';

/** An account that has only diagnostics; it takes the state of its object. */
export function toFailedAccountView(
  account: { readonly account: string; readonly diagnostics: readonly Diagnostic[] },
  objectState: ObjectState,
  title: string,
): Omit<AccountView, 'state' | 'rank'> {
  const blocks = account.diagnostics.map(makeDiagnosticBlock);
  return {
    name: formatName(account.account),
    says: blocks[0]?.summary ?? '',
    count: blocks.length,
    impact: 'none',
    since: null,
    objects: new Map([['', objectState]]),
    parts: blocks.length === 0 ? [] : [makePartView({ path: '', title, blocks })],
    counted: [{ state: objectState }],
  };
}
