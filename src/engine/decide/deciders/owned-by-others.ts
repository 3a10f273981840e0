import type { Decider } from '../decider.ts';

/** Keeps an observed field, and a seeded one that its creation has written. */
export const ownedByOthers: Decider = (_field, { ownership: { owner, pendingSeed } }) =>
  owner === 'managed' || pendingSeed
    ? null
    : { kind: 'keep', because: { kind: 'owned-by-others', owner } };
