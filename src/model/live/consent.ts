import type { Address } from '../address.ts';
import type { SecretValue } from '../secret/secret.ts';

/** The way for one person to sign one connector in. */
export type ConsentLink = {
  /** Good once; whoever has it can sign the connector in until it expires. */
  readonly link: SecretValue;
  /** Its text, for the one place where it is printed on purpose. */
  readonly show: () => string;
  /** ISO UTC. */
  readonly expiresAt: string;
};

/** What a link is made for. */
export type ConsentRequest = {
  /** The user whom the sign-in token names; made by the service where there is none. */
  readonly user: string;
  /** The origin that the browser is sent to when it is done. */
  readonly targetOrigin: string;
};

/** A page on this machine that a browser comes back to. */
export interface CallbackPage {
  /** Where it is, as a target origin. */
  readonly origin: string;
  /** Fulfilled when a browser has been shown the page. */
  readonly returned: Promise<void>;
  /** An address of this page that leads on to the link, once; it may stand where the link may not. */
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
