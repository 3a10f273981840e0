import type { Decider } from '../decider.ts';

/** Keeps the sign-in of a connector, because a person gives it and no request writes it. */
export const awaitsConsent: Decider = ({ path, comparison }, { object: { desired } }) => {
  const isConsent =
    path === 'auth' && 'release' in desired && desired.desired.auth.kind === 'oauth';
  if (!isConsent || comparison === 'same') return null;
  return { kind: 'keep', because: { kind: 'deferred', until: 'sign-in' } };
};
