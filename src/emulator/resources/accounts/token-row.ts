/** A token as the service keeps it, under its hash. Times are milliseconds since 1970. */
export interface TokenRow {
  readonly clientId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** The one account that the token is good for, or null. */
  readonly accountId: string | null;
}
