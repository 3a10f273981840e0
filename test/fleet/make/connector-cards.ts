/** How a person left the credentials of a connector. */
export type AuthCard =
  | 'key'
  | 'basic'
  | 'consent'
  | 'tokens'
  | 'fields'
  | 'fields lacking'
  | 'nothing'
  | 'waiting';

/** One way to have a connector installed. */
export type ConnectorCard = {
  readonly kind: string;
  readonly auth: AuthCard;
  /** Left out: the latest, as an install by name takes it. */
  readonly version?: string;
  /** AuthName; left out: the default one. */
  readonly authentication?: string;
};

export const hardKind = 'Ting: #1 & "Søn" {x}';

/** Every authentication type, signed in and not, of old and new releases. */
export const connectorCards: readonly ConnectorCard[] = [
  { kind: 'Ledger', auth: 'key', version: '1.0' },
  { kind: 'Ledger', auth: 'key', version: '2.0' },
  { kind: 'Ledger', auth: 'key' },
  { kind: 'Ledger', auth: 'waiting' },
  { kind: 'Courier', auth: 'consent' },
  { kind: 'Courier', auth: 'waiting' },
  { kind: 'Courier', auth: 'tokens' },
  { kind: 'Vault', auth: 'basic' },
  { kind: 'Vault', auth: 'key', authentication: 'API key: "own" #1' },
  { kind: 'Vault', auth: 'consent', authentication: 'Sign in' },
  { kind: 'Vault', auth: 'nothing', authentication: 'Nothing' },
  { kind: 'Vault', auth: 'waiting' },
  { kind: 'Field Desk', auth: 'fields' },
  { kind: 'Field Desk', auth: 'fields lacking' },
  { kind: 'Machine', auth: 'consent' },
  { kind: 'Machine', auth: 'waiting' },
  { kind: 'Old Sign', auth: 'tokens' },
  { kind: 'Old Sign', auth: 'waiting' },
  { kind: 'Open Data', auth: 'nothing' },
  { kind: hardKind, auth: 'key' },
  { kind: hardKind, auth: 'key' },
  { kind: 'Our App', auth: 'nothing' },
];
