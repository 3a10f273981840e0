/**
 * Times (ISO UTC) until which issued sign-in links are revoked, by the address of a connector, by account, or `*` for
 * all of an environment.
 */
export type LinkRevocations = Readonly<Record<string, string>>;

/** Reads of revocations. */
export interface RevocationReader {
  readRevocations(): Promise<LinkRevocations>;
}

/** Writes of revocations. */
export interface RevocationWriter {
  /** Revokes the links that were issued until a time (ISO UTC), of an address, of an account, or all (`*`). */
  revokeLinks(what: string, at: string): Promise<void>;
}

/** Longest validity of a link, in milliseconds: an older revocation has no link left. */
export const maxLinkMs = 30 * 24 * 3_600_000;

/** Adds a revocation, and leaves out those of which no link is left at the time `now` of the store. */
export function addRevocation(
  revocations: LinkRevocations,
  { what, at }: Readonly<Record<'what' | 'at', string>>,
  now: number,
): LinkRevocations {
  const kept = Object.entries(revocations).filter(
    ([, since]) => Date.parse(since) >= now - maxLinkMs,
  );
  // Another machine may be behind, and must not bring links back.
  const known = Object.hasOwn(revocations, what) ? Date.parse(revocations[what] ?? '') : 0;
  const until = Math.max(known, Date.parse(at), now);
  return { ...Object.fromEntries(kept), [what]: new Date(until).toISOString() };
}

/** Checks if a link that was issued at some time is revoked. */
export function isLinkRevoked(
  revocations: LinkRevocations,
  { account, address, issuedAt }: Readonly<Record<'account' | 'address' | 'issuedAt', string>>,
): boolean {
  return ['*', account, address].some((what) => {
    const until = Object.hasOwn(revocations, what) ? revocations[what] : undefined;
    return until !== undefined && Date.parse(issuedAt) <= Date.parse(until);
  });
}
