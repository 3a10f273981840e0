/** A stored token, under its hash. Times are milliseconds since 1970. */
export interface TokenRow {
  readonly clientId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Account that the token is limited to, or null. */
  readonly accountId: string | null;
}
