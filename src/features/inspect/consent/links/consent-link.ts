import type { Address } from '../../../../model/address.ts';
import type { RemoteId } from '../../../../model/live/live.ts';
import type { Signer } from '../../../../model/ports.ts';

/** Content of a link by which a customer signs a connector in, days after it was made. */
export type ConsentLinkContent = {
  readonly address: Address;
  /** Key of the account. */
  readonly account: string;
  readonly accountId: RemoteId;
  readonly accountName: string;
  readonly connectorId: RemoteId;
  readonly connectorName: string;
  readonly user: string;
  /** ISO UTC. */
  readonly issuedAt: string;
  readonly expiresAt: string;
};

/** Signs the links of one environment: those of another one with the same key are none. */
export type LinkSigner = { readonly signer: Signer; readonly scope: string };

/** Changed if the content does. */
const version = 1;

/** Formats a link as the last part of a path: letters, digits, `-`, `_` and `.`. */
export function formatLinkToken(
  { signer, scope }: LinkSigner,
  content: ConsentLinkContent,
): string {
  const fields = [
    version,
    content.address,
    content.account,
    content.accountId,
    content.accountName,
    content.connectorId,
    content.connectorName,
    content.user,
    Date.parse(content.issuedAt),
    Date.parse(content.expiresAt),
  ];
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${payload}.${signer.sign(toSigned(scope, payload)).replace(':', '.')}`;
}

/** Reads a link; null for a text that this environment did not sign. Its time is not checked. */
export function readLinkToken(
  { signer, scope }: LinkSigner,
  token: string,
): ConsentLinkContent | null {
  const [payload = '', key = '', hash = '', ...more] = token.split('.');
  if (more.length > 0 || signer.verify(`${key}:${hash}`, toSigned(scope, payload)) !== 'whole')
    return null;
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as readonly unknown[];
  if (fields[0] !== version) return null;
  const [, address, account, accountId, accountName, connectorId, connectorName, user] =
    fields as readonly string[];
  const [issued, expires] = fields.slice(8) as readonly number[];
  return {
    address,
    account,
    accountId,
    accountName,
    connectorId,
    connectorName,
    user,
    issuedAt: toInstant(issued),
    expiresAt: toInstant(expires),
  } as ConsentLinkContent;
}

function toSigned(scope: string, payload: string): string {
  return `${scope}\n${payload}`;
}

function toInstant(ms = 0): string {
  return new Date(ms).toISOString();
}
