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

/** Adds a revocation, and leaves out those of which no link is left. */
export function addRevocation(
  revocations: LinkRevocations,
  what: string,
  at: string,
): LinkRevocations {
  const oldest = Date.parse(at) - maxLinkMs;
  const kept = Object.entries(revocations).filter(([, since]) => Date.parse(since) >= oldest);
  return { ...Object.fromEntries(kept), [what]: at };
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
