import { writeName } from '../../../kit/text/write-name.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ObjectState } from '../../judge/object-states.ts';
import { makeTroubleBlock } from '../blocks/trouble-block.ts';
import { makeShownPart, type ShownAccount } from '../shown-account.ts';

/** An account of which nothing is told but what is wrong: as a whole it has the state of its object. */
export function showTroubles(
  account: { readonly account: string; readonly diagnostics: readonly Diagnostic[] },
  objectState: ObjectState,
  title: string,
): Omit<ShownAccount, 'state' | 'rank'> {
  const blocks = account.diagnostics.map(makeTroubleBlock);
  return {
    name: writeName(account.account),
    says: blocks[0]?.summary ?? '',
    count: blocks.length,
    impact: 'none',
    since: null,
    objects: new Map([['', objectState]]),
    parts: blocks.length === 0 ? [] : [makeShownPart({ path: '', title, blocks })],
    tallied: [{ state: objectState }],
  };
}
