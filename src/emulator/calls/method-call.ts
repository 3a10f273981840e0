import type { Method } from '../resources/catalog/catalog.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';

/** An item of a method: a parameter by its TargetName or a field by its Location. */
export interface NamedItem {
  readonly id: number;
  readonly name: string;
}

/**
 * Value for a parameter or field. Arrays correspond to the arrays of its Location, outermost first.
 */
export type CallValue = string | number | boolean | null | readonly CallValue[];

/** A method call with its values. */
export interface MethodCall {
  readonly installed: InstalledRow;
  /** A method of the catalog, or a step's copy of one with its own item ids. */
  readonly method: Method;
  /** By id of a parameter or request field of `method`. */
  readonly values: ReadonlyMap<number, CallValue>;
  /** Connector properties for this call alone, which override those of the installed connector. */
  readonly mergeFields?: Readonly<Record<string, string>>;
  /** Request body as JSON or XML text, instead of field values. */
  readonly body?: string;
}

/** Reason of a failed call, in the words of the transaction-error webhook (SERVICE F [D]). */
export type CallFailure =
  | 'Failed to authenticate the connector'
  | 'Required source is empty'
  | 'Failed to build the request'
  | 'Failed to call the method'
  | 'Response data not in expected format';

/** The third party answered with success, or a script returned. */
export interface AnsweredCall {
  readonly kind: 'answered';
  /** Status of the last page. */
  readonly status: number;
  readonly format: 'json' | 'xml';
  /** All pages as one text in that format. */
  readonly text: string;
  /** The text as plain data; an XML element without children is text. */
  readonly data: unknown;
  /** Number of requests: one for each page, or those of a script. */
  readonly httpRequests: number;
  /** Last request without credentials; null for a script. */
  readonly request: string | null;
}

export interface FailedCall {
  readonly kind: 'failed';
  readonly message: CallFailure;
  /** One sentence for a person. */
  readonly reason: string;
  /** Status line, CRLF, body, blank line, the request without credentials (SERVICE F [D]). */
  readonly detail: string;
  /** Status of the third party; null without an answer. */
  readonly status: number | null;
  /** Seconds of a Retry-After header, or null. */
  readonly retryAfterS: number | null;
  /** Item that is missing or has a wrong value; else null. */
  readonly item: NamedItem | null;
  readonly httpRequests: number;
  /** Last request without credentials; null if none was sent, or for a script. */
  readonly request: string | null;
}

export type CallOutcome = AnsweredCall | FailedCall;
