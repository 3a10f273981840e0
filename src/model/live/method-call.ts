import type { SecretValue } from '../secret/secret.ts';
import type { RemoteId } from './live.ts';

/** Values by name or by id, in the order in which they were written. */
export type CallValues = Readonly<Record<string, string | SecretValue>>;

/** One call of a method of an installed connector (SPEC 4.1). */
export type MethodCall = {
  readonly account: RemoteId;
  readonly connector: RemoteId;
  /** Numeric id or MethodUniqueIdentifier. */
  readonly method: string;
  readonly values:
    | {
        readonly kind: 'by-id';
        readonly parameters: CallValues;
        readonly fields: CallValues;
        readonly mergeFields: CallValues;
      }
    | {
        readonly kind: 'by-name';
        /** JSON or XML; null: none is sent. */
        readonly body: string | null;
        readonly parameters: CallValues;
        readonly mergeFields: CallValues;
        readonly customCategory: number | null;
      };
};

/** A call as a request of the service's interface; secrets in its body print as a fixed word. */
export type CallRequest = {
  readonly method: string;
  readonly path: string;
  readonly account: RemoteId;
  readonly body: unknown;
};

/** The answer of a third party, through the service. */
export type MethodAnswer = {
  /** Status of the service's answer: a success. */
  readonly status: number;
  /** All pages as one text: JSON, XML or whatever came. */
  readonly text: string;
};

/** A value from the command line, under the name that was written for it. */
export type GivenValue = { readonly name: string; readonly text: string };

/** The flag of the command line that a value is given with. */
export type ValueFlag = 'param' | 'field' | 'merge';

/** `--param modifiedSince=…`, quoted for a shell. */
export function formatFlag(flag: ValueFlag, name: string): string {
  const quoted = /^[\w./:@%+-]+$/.test(name) ? `${name}=…` : `'${name.replaceAll("'", `'\\''`)}=…'`;
  return `--${flag} ${quoted}`;
}

/** A call as requested on the command line, with its custom category by key. */
export type WrittenCall = Omit<RequestedCall, 'customCategory'> & {
  /** A key of the manifest, or an id. */
  readonly customCategory: string | null;
};

/** A requested call, by names. */
export type RequestedCall = {
  /** Name, numeric id or MethodUniqueIdentifier. */
  readonly method: string;
  readonly parameters: readonly GivenValue[];
  readonly fields: readonly GivenValue[];
  readonly mergeFields: readonly GivenValue[];
  readonly customCategory: number | null;
  /** The request body as text, instead of fields. */
  readonly body: string | null;
};
