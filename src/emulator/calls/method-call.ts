import type { Method } from '../resources/catalogue/catalog.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';

/** An item of a method: a parameter by its TargetName or a field by its Location. */
export interface NamedItem {
  readonly id: number;
  readonly name: string;
}

/** A value for a parameter or field. Arrays stand for the arrays of its Location, outermost first. */
export type CallValue = string | number | boolean | null | readonly CallValue[];

/** What is called, with what. */
export interface MethodCall {
  readonly installed: InstalledRow;
  /** A method of the catalogue, or a step's copy of one: its items have ids of their own. */
  readonly method: Method;
  /** By the id of a parameter or request field of `method`. */
  readonly values: ReadonlyMap<number, CallValue>;
  /** Connector properties for this call alone, by name, over those of the installed connector. */
  readonly mergeFields?: Readonly<Record<string, string>>;
  /** The request body as text, JSON or XML, instead of values of fields. */
  readonly body?: string;
}

/** Why a call failed, in the words of the transaction-error webhook (SERVICE F [D]). */
export type CallFailure =
  | 'Failed to authenticate the connector'
  | 'Required source is empty'
  | 'Failed to build the request'
  | 'Failed to call the method'
  | 'Response data not in expected format';

/** The third party answered with success, or a script returned. */
export interface AnsweredCall {
  readonly kind: 'answered';
  /** Of the last page. */
  readonly status: number;
  readonly format: 'json' | 'xml';
  /** All pages as one text in that format. */
  readonly text: string;
  /** The same as plain data; an XML element without children is text. */
  readonly data: unknown;
  /** Requests that were sent: one for each page, or those of a script. */
  readonly httpRequests: number;
  /** The last request without credentials; null: a script has none of its own. */
  readonly request: string | null;
}

export interface FailedCall {
  readonly kind: 'failed';
  readonly message: CallFailure;
  /** One sentence for a person. */
  readonly reason: string;
  /** Status line, CRLF, body, blank line, the request without credentials (SERVICE F [D]). */
  readonly detail: string;
  /** What the third party answered; null: no answer. */
  readonly status: number | null;
  /** Seconds of a Retry-After header, or null. */
  readonly retryAfterS: number | null;
  /** The item without which the request cannot be built, or whose value is wrong; else null. */
  readonly item: NamedItem | null;
  readonly httpRequests: number;
  /** The last request without credentials; null: none was sent, or it was one of a script. */
  readonly request: string | null;
}

export type CallOutcome = AnsweredCall | FailedCall;
