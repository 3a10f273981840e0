/** A connector in an account (account connector). */
export interface InstalledRow {
  readonly id: number;
  readonly accountId: string;
  /** Release of the installation. */
  readonly connectorId: number;
  readonly authenticationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly authValue: string | null;
  readonly isAuthenticated: boolean;
  /** True for a connector of the partner's own kind; absent: as its release says. */
  readonly isPartnerIntegration?: boolean;
  readonly properties: readonly PropertyRow[];
}

export interface PropertyRow {
  readonly id: number;
  readonly name: string;
  readonly value: string | null;
}
