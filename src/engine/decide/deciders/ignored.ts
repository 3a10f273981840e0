import type { Decider } from '../decider.ts';

/** Keeps a field that an entry under ignore covers until its date. */
export const ignored: Decider = (_field, { ownership: { owner, ignored: entry, pendingSeed } }) =>
  entry === null || owner === 'managed' || pendingSeed
    ? null
    : { kind: 'keep', because: { kind: 'ignored', ignored: entry } };
