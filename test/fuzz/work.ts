import { argv, exit, send } from 'node:process';
import { feedCase } from './feed-case.ts';
import { fuzzTargets } from './targets.ts';

// One process of `npm run fuzz`: feeds cases from a number on until it is ended. It says before each case which one
// it is, so that whoever watches it knows what it hangs on.

/** Message of a worker. */
export type Word =
  | { readonly kind: 'begins'; readonly number: number }
  | { readonly kind: 'wrong'; readonly number: number; readonly says: readonly string[] };

const [name = '', seed = '0', from = '0', to = '0'] = argv.slice(2);
const open = fuzzTargets.get(name);
if (open === undefined || send === undefined) exit(1);
const say = (word: Word) => new Promise((resolve) => send?.call(process, word, resolve));
const target = await open();
for (let number = Number(from); number < Number(to); number += 1) {
  await say({ kind: 'begins', number });
  const says = await feedCase(target, { seed: Number(seed), number });
  if (says.length > 0) await say({ kind: 'wrong', number, says });
}
await target.close();
exit(0);
