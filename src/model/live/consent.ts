import type { Address } from '../address.ts';
import type { SecretValue } from '../secret/secret.ts';

/** The way for one person to sign one connector in. */
export type ConsentLink = {
  /** Good once; whoever has it can sign the connector in until it expires. */
  readonly link: SecretValue;
  /** Its text, for the one place that prints it on purpose. */
  readonly show: () => string;
  /** ISO UTC. */
  readonly expiresAt: string;
};

/** The purpose of a link. */
export type ConsentRequest = {
  /** The user in the sign-in token; the service creates one if it is missing. */
  readonly user: string;
  /** The origin that the browser is sent to when it is done. */
  readonly targetOrigin: string;
};

/** A page on this machine that a browser comes back to. */
export interface CallbackPage {
  /** Its origin. */
  readonly origin: string;
  /** Fulfilled when a browser has been shown the page. */
  readonly returned: Promise<void>;
  /** A one-time address of this page that leads to the link; it is safe to show. */
  hide(link: SecretValue): string;
  close(): Promise<void>;
}

/** A connector that a person must sign in before it works. */
export type PendingConsent = {
  readonly address: Address;
  readonly account: string;
  /** Its name in the service. */
  readonly connector: string;
  readonly user: string;
  /** False: the next apply installs it, and a person can sign it in after that. */
  readonly isInstalled: boolean;
  /** Since when we know, ISO UTC; null where we do not. */
  readonly since: string | null;
};

/** A connector that waits, with a link for the customer where it can have one. */
export type LinkedWait = PendingConsent & {
  readonly link?: string;
  /** ISO UTC. */
  readonly expiresAt?: string;
};
